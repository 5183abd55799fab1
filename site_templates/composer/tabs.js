// The composer: which tab has an order of a kind of place. The table may give its groups of orders to tabs, one of them
// that of the map; what it gives to none is on the player's tab, or on the map's.
(function (pbm) {
  "use strict";

  /** The groups that a tab has of an order where it is given at a kind of place. */
  function groupsOf(table, row, kind) {
    return table.groups.filter((it) => it.tab && it.orders.includes(row.code) && (!it.at || it.at.includes(kind)));
  }

  /** The tabs of an order, "" being the map's or the player's. */
  function tabsAt(table, row, kind) {
    const found = groupsOf(table, row, kind).map((it) => (it.map ? "" : it.tab));
    return found.length ? found : [""];
  }

  const isOn = (table, row, kind, tab) => tabsAt(table, row, kind).includes(tab);

  /** The title of the map's tab, if the table gives it one. */
  const mapTitle = (table) => (table.groups.find((it) => it.map) || { tab: "" }).tab;

  /** Whether a place has orders on the map's tab. */
  const isOnMap = (table, place) => table.at(place.kind).some((row) => isOn(table, row, place.kind, ""));

  /** Whether a place is to be chosen there: it has orders on that tab, or is a space of the map. */
  const isDrawn = (table, place) => isOnMap(table, place) ||
    table.places.some(({ kind, form }) => kind === place.kind && form === "@{space}");

  Object.assign(pbm, { groupsOf, tabsAt, isOn, mapTitle, isOnMap, isDrawn });
})(window.PbmComposer);
