import { serveMain } from './serve-main.ts'

/** The text of --help. */
const help = `resit gateway [--data-dir DIR] [--port N] [--authority practice|myinvois|gateway] [--json]
  --data-dir   where everything is kept; made at the first start, and bound to one authority from then on
  --port       7510 unless said otherwise; 0 for any free one
  --authority  practice (nothing leaves this machine), myinvois, or gateway (another Resit)
  --json       one line of JSON on stdout when it is ready, and the log as JSON on stderr
Each has a variable of the same meaning (RESIT_DATA_DIR, RESIT_PORT, RESIT_AUTHORITY); flags win.
Exit codes: 0 stopped, 2 bad configuration, 3 another process holds the data directory, 4 storage unsafe or from a
newer version, 5 port taken or not allowed. Every setting is told of in docs/configure.md.
`

await serveMain(help, () => import('./run.ts'))
