"""The styles of every map. Colours are the tokens of palette.py, so that one drawing serves three themes."""

BASE = """
.map{display:block;width:100%;height:auto;background:var(--sea)}
.map text{font-family:"Roboto Condensed","Avenir Next Condensed","Arial Narrow","Liberation Sans Narrow",
    "DejaVu Sans Condensed",system-ui,sans-serif;font-weight:700;fill:var(--ink);text-anchor:middle}
.map .sea,.map .w{fill:var(--sea)}
.map .w{stroke:none}
.map .neutral{fill:var(--scenery);stroke:var(--ink);stroke-width:1.5;stroke-opacity:.35}
.map .seaborder{fill:none;stroke:var(--seaname);stroke-width:2.5;stroke-dasharray:22 14;opacity:.8}
.map .airlink,.mapkey .airlink{fill:none;stroke:var(--ink);stroke-width:4;stroke-dasharray:0.1 11;
    stroke-linecap:round;opacity:.75}
.map .f,.mapkey .f{stroke:var(--ink);stroke-width:2.6;stroke-linejoin:round}
.map .f0,.mapkey .f0,.map .ground{fill:var(--land)}
.map .t{opacity:.16;stroke:none;pointer-events:none}
.map .x{fill:var(--ink)}
.map [id$=t1] .x,.map [id$=t3] .x{fill:none}
.map .captured,.mapkey .captured{fill:none;stroke:var(--ink);stroke-width:9;stroke-linejoin:round}
.map .revolution,.mapkey .revolution{fill:none;stroke:var(--mapred);stroke-width:8;stroke-dasharray:24 14}
.map .seaname{font-family:Charter,'Bitstream Charter','Charis SIL',Cambria,'Noto Serif','DejaVu Serif',serif;
    font-style:italic;font-weight:400;font-size:33px;fill:var(--seaname)}
.map .l text{font-size:44px;paint-order:stroke;stroke:var(--land);stroke-width:7;stroke-opacity:.8;
    stroke-linejoin:round}
.map .l .c{text-anchor:start}
.map .chip rect{fill:var(--c);stroke:none}
.map .chip text{font-size:29px;fill:#fff;stroke:none;text-anchor:middle}
.map .hollow rect{fill:var(--land);stroke:var(--c);stroke-width:3.5}
.map .hollow text{fill:var(--ink)}
.map .b rect{fill:var(--c,#4a4f4d);stroke:var(--paper);stroke-width:2}
.map .b rect.n{stroke:none;fill:var(--f,var(--land))}
.map .b text{font-size:32px;fill:#fff;text-anchor:start}
.map .b .no{fill:var(--ink);text-anchor:middle;font-size:27px}
.map .b use{fill:#fff}
.map .leader{stroke:var(--ink);stroke-width:2.5;fill:none}
.map .halo{fill:none;stroke:var(--paper);stroke-width:17;stroke-linecap:round;opacity:.85}
.map .a,.mapkey .a{fill:none;stroke-width:9}
.map .attack,.mapkey .attack{stroke:var(--mapred)}
.map .support,.mapkey .support{stroke:var(--mapblue);stroke-dasharray:24 13}
.map .move,.mapkey .move{stroke:var(--mapblue)}
.map .tip,.mapkey .tip{stroke:none;stroke-dasharray:none}
.map .tip.attack,.mapkey .tip.attack{fill:var(--mapred);stroke:none}
.map .tip.support,.map .tip.move,.mapkey .tip.support,.mapkey .tip.move{fill:var(--mapblue);stroke:none}
.map .under{fill:var(--paper)}
.map .frame{fill:none;stroke:var(--ink);stroke-width:3}
.map .key{font-size:38px;font-weight:400;text-anchor:start}
.map .keyno,.mapkey .keyno{font-size:29px;font-weight:700;text-anchor:middle;fill:var(--ink)}
.map .stripe,.mapkey .stripe{stroke:var(--ink);stroke-opacity:.5;stroke-width:8}
"""

# After the fills, which they yield to: phones, then paper.
MEDIA = """
@media(max-width:620px){
  .map:not(.theatre) .b,.map:not(.theatre) .leader{display:none}
  .map:not(.theatre) .l>*{transform:scale(1.65)}
  .map:not(.theatre) .seaname{font-size:44px}
}
@media print{
  .map .t{opacity:1}
  .map [id$=t1] .x{fill:#000;fill-opacity:.14}
  .map [id$=t3] .x{fill:#000;fill-opacity:.29}
  .map [id$=t7] .x{fill-opacity:.5}
  .map [id$=t8] .x{fill-opacity:.23}
  .map .h1,.map .h2,.map .h3,.map .h4,.map .h5,.map .h6,.map .h7,.map .h8,.map .h9{fill:#bbb}
  .map .chip rect{fill:#fff;stroke:#000;stroke-width:3}
  .map .chip text{fill:#000}
  .map .b rect{fill:#fff;stroke:#000;stroke-width:2.5}
  .map .b rect.n{fill:#fff}
  .map .b text,.map .b use{fill:#000}
}
"""
