"""Parts of pages: a printout's blocks, and charts.

sheet      a printout made ready for its template; layout: sections in rows
blocks battles gauges    tables, records, news and battles as HTML; bars of what is left, and index cards
standings  standings with their history
figure     what charts have in common
linechart barchart cellchart rankchart sharechart   a chart each, as SVG
"""
