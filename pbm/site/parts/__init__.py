"""Parts of pages: a printout's blocks, and charts.

sheet      a printout made ready for its template; layout: sections in rows
blocks battles    tables, records, news and battles as HTML
standings  standings with their history
linechart barchart cellchart   a chart each, as SVG
"""
