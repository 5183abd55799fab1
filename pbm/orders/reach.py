"""What an order may name from where it is given: places in reach, rows of places, squares, words of a list.

composer/reach.js does the same.
"""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

from pbm.core.printout import KitPlace
from pbm.orders import faults
from pbm.orders.fault_words import said
from pbm.orders.operands import Operand, Values
from pbm.orders.spaces import Spaces
from pbm.orders.table import OrderForm


class Reach:
    """The reach of one kit; lives as long as the reading of one card."""

    def __init__(self, spaces: Spaces) -> None:
        self.spaces, self.kit, self.table = spaces, spaces.kit, spaces.table
        self.sets: dict[str, frozenset[str]] = {}

    def fault(
        self, row: OrderForm, place: KitPlace, name: str, operand: Operand, values: Values, operands: Values
    ) -> tuple[str, str] | None:
        """Why an order may not have that operand here, and the rule."""
        value = values[name]
        if operand.is_number:
            kind = self.table.place(operand.own) if operand.other else None
            is_self = kind is not None and place.code == f"{kind.sign}{value}"
            return (said("itself", code=place.code, noun=kind.noun), row.rule) if kind and is_self else None
        unit = next((operands[it] for it, other in row.pairs if other.one_of), place.unit)
        if operand.chain:
            message = self.chain_fault(row, place, operand, value)
        elif operand.square:
            is_first = values is operands or any(operands[n][0] is values for n, it in row.pairs if it.parts)
            title = self.table.grammar.row_of(values["code"]).title if values is not operands else row.title
            message = self.square_fault(operand, value, unit, title, is_first=is_first)
            if not message and operand.barred:
                message = self.barred(operand.barred, self.there(unit, value, place, is_first=is_first))
        elif operand.among and value not in self.among(place, operand.among):
            return self.reach_fault(row, place, operand, value), self.reach_rule(row, place, operand, value)
        elif operand.allowed and value not in self.among(place, operand.allowed):
            possible = faults.possible(sorted(self.among(place, operand.allowed)))
            title = self.table.grammar.lists[operand.one_of].title
            reason = self.kit.reasons.get(operand.allowed, {}).get(value, "")
            message = reason or said("not-allowed", title=title, word=value, possible=possible)
        elif operand.parts:
            lacking = (t for part in value for t in self.table.grammar.row_of(part["code"]).needs)
            trait = next((trait for trait in lacking if trait not in place.traits), "")
            message = said("lacks", code=place.code, trait=trait) if trait else self.part_fault(value, unit, place)
        elif operand.flags and operand.barred:
            message = self.barred(operand.barred, [f"{unit}:{sign}" for sign in value])
        else:
            return None
        return (message, row.rule) if message else None

    def part_fault(self, parts: list[Values], unit: str, place: KitPlace) -> str:
        """Why a kind of unit does not have one of these parts."""
        for number, part in enumerate(parts):
            keys = [unit] if number else [unit, *(f"{unit}:{trait}" for trait in place.traits)]
            message = self.barred(self.table.grammar.row_of(part["code"]).barred, keys)
            if message:
                return message
        return ""

    def there(self, unit: str, code: str, place: KitPlace, *, is_first: bool) -> list[str]:
        """By what names reasons know a unit and what is on a square, as far as the player knows."""
        board = self.kit.board
        owner = board.sites[code][1] if board and code in board.sites else self.owners.get(code)
        if owner is not None:
            is_own = not is_first or owner == self.kit.player
            return [] if is_own else [f"{unit}:{'site' if owner else '0'}"]
        sign = self.spaces.terrain(code)
        traits = [f"{unit}:{trait}:{sign}" for trait in place.traits] if is_first else []
        return [] if sign == " " else [f"{unit}:-", f"{unit}:{sign}", *traits]

    def barred(self, name: str, keys: Iterable[str]) -> str:
        """The first of these that the kit's reasons of a name have."""
        reasons = self.kit.reasons.get(name, {})
        return next((reasons[key] for key in keys if key in reasons), "")

    def chain_fault(self, row: OrderForm, place: KitPlace, operand: Operand, codes: list[str]) -> str:
        """What is wrong with a row of places: what does not touch, cannot be passed, is too far or cannot be named."""
        near, before = self.kit.near.get(operand.chain, {}), place.at or place.code
        for code in codes:
            if code not in near.get(before, "").split(" "):
                return said("not-near", code=code, before=before)
            before = code
        passed = self.among(place, operand.within) if operand.within else None
        for code in codes[:-1]:
            if passed is not None and code not in passed:
                return said("no-pass", code=code, possible=faults.possible(sorted(passed)))
        most = self.spaces.at_most(operand.most)
        if operand.most and len(codes) - 1 > most:
            return said("long-chain", number=len(codes) - 1, most=most)
        if operand.among and codes[-1] not in self.among(place, operand.among):
            before = codes[-2] if len(codes) > 1 else place.at or place.code
            return self.reach_fault(row, place, operand, codes[-1], near.get(before, "").split())
        return ""

    def square_fault(self, operand: Operand, code: str, unit: str, title: str, *, is_first: bool) -> str:
        """Why a unit cannot go to a square, as far as the player knows it; a site of another only the first part asks
        for, for later ones it may have been won.
        """
        layer, board = self.spaces.layer(unit), self.kit.board
        if layer is None or board is None:
            return ""
        owner = board.sites[code][1] if code in board.sites else self.owners.get(code)
        if owner is not None:
            is_barred = is_first and owner != self.kit.player and not operand.attack
            return said("no-attack", code=code, title=title) if is_barred else ""
        sign = self.spaces.terrain(code)
        if operand.square == "any" or sign == " " or sign in layer.enters or code in self.wide(layer.also):
            return ""
        return said("cannot-enter", code=code, terrain=self.table.terrain[sign], title=layer.title)

    @cached_property
    def owners(self) -> dict[str, int]:
        """The owners of sites by square."""
        return dict(self.kit.board.sites.values()) if self.kit.board else {}

    def among(self, place: KitPlace, name: str) -> Any:
        """The named set of places, of this place or of the whole kit."""
        own = place.sets.get(name)
        if own is None and place.shares:
            own = self.kit.shared[place.shares].get(name)
        return own if own is not None else self.wide(name)

    def wide(self, name: str) -> frozenset[str]:
        """The named set of places of the whole kit; made when it is first asked for."""
        known = self.sets.get(name)
        if known is None:
            known = self.sets[name] = frozenset(self.kit.sets.get(name, ()))
        return known

    def reach_fault(
        self, row: OrderForm, place: KitPlace, operand: Operand, code: str, beside: Collection[str] | None = None
    ) -> str:
        """Why a space is not in its set, where the kit says so, else what would be right; beside: what is next to the
        end of a way.
        """
        reason = self.kit.reasons.get(operand.among, {}).get(code)
        if reason:
            return reason
        choices, wider, near = (
            self.among(place, name) if name else () for name in (operand.among, operand.ever, operand.near)
        )
        if beside is not None:
            choices = [choice for choice in beside if choice in choices]
        return faults.out_of_reach(row, place, code, choices, wider, near)

    def reach_rule(self, row: OrderForm, place: KitPlace, operand: Operand, code: str) -> str:
        """The rule of that fault: BP 12A where a country of one's own is attacked."""
        own = place.kind == "own" if code == place.code else code in self.among(place, operand.ever)
        return self.table.cites.get("yours", row.rule) if own and row.arrow and row.arrow.hostile else row.rule
