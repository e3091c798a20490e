"""The style sheet of the audit page: for screens of any width, and for paper."""

from typing import Final

STYLE: Final = """
body{font:11pt/1.45 Georgia,serif;margin:2em auto;max-width:52em;padding:0 1em;color:#111;background:#fff}
h1{font-size:1.5em;margin:0;overflow-wrap:anywhere}
h2{font-size:1.15em;border-bottom:1px solid #111;margin:1.6em 0 .5em}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.2em .7em .2em 0}
td{overflow-wrap:anywhere}td:first-child{overflow-wrap:normal}
th{font-weight:bold}tr{border-bottom:1px solid #ccc;page-break-inside:avoid}
code{font:9pt monospace;color:#555;overflow-wrap:anywhere}
.pass{font-weight:bold}.fail{font-weight:bold;background:#111;color:#fff;padding:0 .3em}
.pending,.not-judged{font-style:italic}
.board svg{display:block;max-width:100%;height:auto}
.time{white-space:nowrap}
details{margin:.4em 0}summary{cursor:pointer;font-weight:bold}.wide{overflow-x:auto;margin:.4em 0 1em}
.sign{margin-top:4em;border-top:1px solid #111;max-width:20em;padding-top:.3em}
@media(max-width:40em){body{margin:1em auto;font-size:10.5pt}.day{display:none}}
@media print{body{margin:0;max-width:none;padding:0}
.board rect{fill:#fff}.board text,.board tspan{fill:#000;opacity:1}.board{page-break-inside:avoid}}
"""
