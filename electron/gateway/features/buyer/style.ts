import { createHash } from 'node:crypto'

/** For a phone that is held in one hand: one column, fields as high as a thumb. */
export const style = `
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:32rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:1rem 0}
nav{display:flex;gap:.5rem}
nav a{padding:.7rem;min-width:44px;text-align:center;color:#0b4a8f}
nav a[aria-current]{font-weight:bold;color:#1b1b1b;text-decoration:none}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;border:1px solid #767676;border-radius:8px;padding:1rem;margin:0 0 1rem}
dd{margin:0;text-align:right;font-weight:bold}
label{display:block;margin:0 0 .8rem}
input,select{display:block;width:100%;min-height:48px;font:inherit;padding:.5rem;border:1px solid #767676;border-radius:6px;color:#1b1b1b;background:#fff}
button{width:100%;min-height:52px;font:inherit;font-weight:bold;color:#fff;background:#0b4a8f;border:0;border-radius:6px}
a:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid #c05600;outline-offset:2px}
.wrong{border-left:5px solid #b3261e;padding:.5rem .8rem;margin:0 0 1rem}
`

const digest = createHash('sha256').update(style).digest('base64')

/** Nothing may run, nothing may be loaded, and what is typed goes back to this page alone. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
