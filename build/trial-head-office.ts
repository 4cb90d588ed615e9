// A head office that a checkout starts. If no database is named, it starts one to try things out.
import { serveMain } from '../electron/headless/serve-main.ts'

/** The text of --help. */
const help = `resit head office [--data-dir DIR] [--port N] [--authority practice|myinvois|gateway] [--json]
  --data-dir   of this process alone: its secrets, and how commands find it; documents are in the database
  --port       7510 unless said otherwise; 0 for any free one
  --authority  practice (nothing leaves this machine), myinvois, or gateway (another Resit)
  --json       one line of JSON on stdout when it is ready, and the log as JSON on stderr
RESIT_POSTGRES_URL names the PostgreSQL (16 or newer) that keeps the documents. If it is not set, one is started under
the data directory to try things out, and the ready line names a file with its address (postgres_url_file); production wants a database of its own.
RESIT_LISTEN, with RESIT_TLS_CERTIFICATE, RESIT_TLS_KEY and RESIT_TLS_HOSTS, answers other computers, too, over TLS.
Exit codes: 0 stopped, 2 bad configuration, 3 another process holds the data directory or sends what the database keeps and does so alone,
4 the database is unsafe, from a newer version or not reached, 5 port taken. docs/head-office.md tells of all of it.
`

await serveMain(help, async () => {
  const { run } = await import('../electron/headless/head-office/run.ts')
  return { run: (args) => run(args, async (...where) => (await import('./trial-postgres.ts')).startEmbedded(...where)) }
})
