import { createHash } from 'node:crypto'

/** One column for an 80 mm roll (72 mm of it can be printed on), wider on A4. Foreign names cannot turn the line. */
export const style = `
*{box-sizing:border-box}
@page{margin:4mm}
body{font:9pt/1.35 sans-serif;color:#000;background:#fff;max-width:72mm;margin:0 auto;overflow-wrap:anywhere}
h1{font-size:13pt;margin:0 0 1mm}
h2{font-size:9pt;margin:3mm 0 1mm;border-top:1px solid #000;padding-top:1mm}
p,dl,table{margin:0;width:100%}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 2mm}
dd{margin:0;text-align:right}
dd,td,th,p,h1{unicode-bidi:isolate}
table{border-collapse:collapse}
th{text-align:left;font-weight:normal}
td{text-align:right;white-space:nowrap;vertical-align:top}
table.totals{border-top:1px solid #000;margin-top:2mm}
tr.item th{font-weight:bold;padding-top:1mm}
.due{font-weight:bold;font-size:11pt}
.practice,.status{text-align:center;font-weight:bold;border:2px solid #000;padding:1mm;margin:0 0 2mm}
.status{font-size:20pt}
.code{text-align:center}
.code svg{width:45mm;height:45mm}
.link{text-align:center;font-size:7pt}
@media (min-width:120mm){body{max-width:180mm;font-size:10pt}.parties{display:grid;grid-template-columns:1fr 1fr;gap:8mm}}
`

const digest = createHash('sha256').update(style).digest('base64')

/** Nothing may run, nothing may be loaded, and no style but ours is heard. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
