"""Four countries far from each other in whose numbers nothing should hang, and how the numbers are put back."""

from typing import Any

HOMES = {1: "14", 2: "33", 3: "40", 4: "02"}
CARDS = {
    1: (
        "@MIA B1=4NN/30 B2=3N/20 WNC\n@MIB B3=2M/10\n@G1 J1 J2 M2308\n@ N Alpha",
        "@ {2}A {3}D25 {4}T\n@MIA B4=5DD/60\n@G1 SA TH P2309",
        "@ {2}G0F",
    ),
    2: (
        "@ N Beta",
        "@ {1}A {4}O VTL",
        "@ {3}E {4}D40",
    ),
    3: (
        "@ Q We sail.",
        "@ {1}D10 {4}AS VRD",
        "PASS",
    ),
    4: (
        "PASS",
        "@ {1}T {2}O {3}AS",
        "@ {2}Q VTH",
    ),
}
PAIRED = ("war", "peace", "allies", "trade", "secret", "embargo", "taken")
KEYED = ("cut", "given", "toll", "signed")


def mapped(words: Any, back: dict[int, int]) -> Any:
    """The words of a state with every country's number put back; who rolls next goes by number (NW HR-46)."""

    def numbered(rows: dict[str, Any]) -> dict[str, Any]:
        return dict(sorted((str(back[int(number)]), row) for number, row in rows.items()))

    ports = {
        code: {**port, "owner": back.get(port["owner"], 0), "founder": back.get(port["founder"], 0)}
        for code, port in words["ports"].items()
    }
    tables = {key: numbered(words[key]) for key in ("ships", "groups", "platforms") if key in words}
    seen = {p: sorted([d, at, back[q], n, m] for d, at, q, n, m in rows) for p, rows in words.get("seen", {}).items()}
    countries = {p: _country(it, back) for p, it in numbered(words["countries"]).items()}
    return {**words, **tables, "countries": countries, "ports": ports, "seen": numbered(seen), "roller": 0}


def _country(country: dict[str, Any], back: dict[int, int]) -> dict[str, Any]:
    lists = {key: sorted(back[q] for q in country[key]) for key in PAIRED if key in country}
    keyed = {
        key: dict(sorted((str(back[int(q)]), it) for q, it in country[key].items())) for key in KEYED if key in country
    }
    return {**country, **lists, **keyed}


def is_lively(words: Any) -> bool:
    """Whether ships were built, a treaty was signed, a war declared, money given."""
    countries = words["countries"].values()
    return bool(words.get("ships")) and all(any(it.get(key) for it in countries) for key in ("allies", "war", "given"))
