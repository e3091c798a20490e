/** The draw tables of the games in docs/record.md: a copy, which `make docs` writes. */

export const KNOWN_TABLES = `
{"akros": {"rows": [{"among": 2, "drawn_if": {"option": "sides", "value": "random"}, "kind": "number", "label":
"akros/sides", "otherwise": 0, "shown": [{"event": "BoardLaid", "field": "jinn"}]}, {"kind": "deck", "label":
"akros/bag", "pool": {"event": "BoardLaid", "field": "pool"}, "shown": [{"event": "TilesDrawn", "field": "tiles",
"is_list": true}]}], "rules": ["1"]}, "akrotiri": {"rows": [{"drawn_if": {"option": "first_seat", "value": "random"},
"kind": "number", "label": "order", "shown": [{"event": "TableLaid", "field": "first_seat"}]}, {"kind": "deck",
"label": "akrotiri/tiles", "pool": {"event": "TableLaid", "field": "tiles"}, "refill": {"counter": "shuffle", "event":
"TilesReshuffled", "field": "tiles"}, "shown": [{"event": "TileDrawn", "field": "tile"}, {"event": "OracleConsulted",
"field": "flipped", "is_list": true}]}, {"kind": "deck", "label": "akrotiri/maps/easy", "pool": {"event": "TableLaid",
"field": "easy"}, "shown": [{"event": "MapDrawn", "field": "card", "where": {"field": "deck", "value": "easy"}}]},
{"kind": "deck", "label": "akrotiri/maps/medium", "pool": {"event": "TableLaid", "field": "medium"}, "shown":
[{"event": "MapDrawn", "field": "card", "where": {"field": "deck", "value": "medium"}}]}, {"kind": "deck", "label":
"akrotiri/maps/hard", "pool": {"event": "TableLaid", "field": "hard"}, "shown": [{"event": "MapDrawn", "field":
"card", "where": {"field": "deck", "value": "hard"}}]}, {"kind": "deck", "label": "akrotiri/goals", "pool": {"event":
"TableLaid", "field": "goals"}, "shown": [{"event": "GoalDrawn", "field": "goal"}, {"event": "GoalsOpened", "field":
"goals", "is_list": true}]}], "rules": ["2", "1"]}, "amphipolis": {"rows": [{"drawn_if": {"option": "first_seat",
"value": "random"}, "kind": "number", "label": "order", "shown": [{"event": "SiteOpened", "field": "first_seat"}]},
{"groups": [{"ids": ["mosaic-"]}, {"ids": ["caryatid", "sphinx"]}, {"ids": ["amphora-"]}, {"ids": ["skeleton-"]}],
"kind": "first_of_each", "label": "amphipolis/setup", "pool": {"event": "SiteOpened", "field": "pool"}, "shown":
[{"event": "SiteOpened", "field": "tiles", "is_list": true}]}, {"kind": "deck", "label": "amphipolis/bag", "less":
"tiles", "pool": {"event": "SiteOpened", "field": "pool"}, "shown": [{"event": "TilesDrawn", "field": "tiles",
"is_list": true}]}], "rules": ["2", "1"]}}
`;
