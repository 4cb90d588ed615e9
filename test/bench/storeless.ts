import pino from 'pino'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { ChangeNotifier } from '../../electron/gateway/features/records/changes.ts'
import { RecordView } from '../../electron/gateway/features/records/record-view.ts'
import { submit } from '../../electron/gateway/features/submissions/submit.ts'
import { Access } from '../../electron/gateway/http/access.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { SalePriority } from '../../electron/gateway/platform/sale-priority.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { Companies, Tokens } from '../../electron/gateway/store/port/port.ts'
import type { Records } from '../../electron/gateway/store/port/records.ts'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { evolve, receive } from '../../shared/domain/evolve.ts'
import type { AuthorityReference } from '../../shared/domain/record.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { observers } from '../support/observers.ts'

/**
 * The same app without a store: the most that HTTP, JSON and validation allow. It keeps nothing, so all other calls
 * fail.
 */
const nothing = (): never => {
  throw new Error('the storeless app keeps nothing')
}

const company = demoCompanyAt(systemClock.now())
let seq = 0
const records: Records = {
  byGuid: async () => null,
  byKey: async () => ({ live: null, latestVoided: null }),
  write: async ({ writes }) => {
    const stored = writes.map((write) => {
      seq += 1
      return { seq, record: write.kind === 'insert' ? receive(write.event) : evolve(write.was.record, write.event) }
    })
    return { ok: true, stored }
  },
  body: nothing,
  byNumber: nothing,
  originals: nothing,
  allNotesOn: nothing,
  notesOn: nothing,
  range: nothing,
  changedAfter: nothing,
  lastEventSeq: nothing,
  events: nothing,
  attempts: nothing,
  payload: nothing,
  cancellableAfter: nothing,
  attentions: nothing,
  needingPerson: nothing,
  refusedNotes: nothing,
  soldBetween: nothing,
  list: nothing,
  shifts: nothing,
  count: nothing,
}
const companies: Companies = {
  byGuid: async () => company,
  byCode: async () => company,
  list: async () => [company],
  save: nothing,
}
const tokens: Tokens = {
  create: nothing,
  bySha256: async () => null,
  list: nothing,
  digests: nothing,
  revoke: nothing,
  used: nothing,
  reported: nothing,
  reports: async () => [],
}

const log = pino({ level: 'error' }, pino.destination(2))
const token = process.argv[2] ?? ''
const authority = {
  shown: (reference: AuthorityReference) => ({ ...reference, validationUrl: null }),
  sizeOf: () => 0,
}
const view = new RecordView({ records, companies, authority, clock: systemClock, attentionOf: () => null })
const deps = {
  records,
  companies,
  changes: new ChangeNotifier(),
  view,
  authority,
  clock: systemClock,
  randomness: systemRandomness,
  codes: new Codes(),
  buyerLink: null,
  dispatchDelayMs: 0,
  salePriority: new SalePriority(systemClock),
  outbox: { submitted: () => undefined },
}
const routes = interfaceCatalogue.flatMap(({ cell, ...endpoint }) =>
  cell?.operation === 'submit'
    ? [
        {
          endpoint: { ...endpoint, path: `/v1${endpoint.path}`, mostBodyBytes: 1024 * 1024 },
          handle: submit(deps, cell),
        },
      ]
    : [],
)
let hosts: readonly string[] = []
const app = createServer({
  ...observers,
  ...withoutPeople,
  refusals: { count: () => undefined },
  desktop: { header: 'x-desktop', value: 'none' },
  access: new Access(tokens, token, { clock: systemClock, randomness: systemRandomness }),
  log,
  randomness: systemRandomness,
  listeners: () => ({ hosts, ownOrigins: [], allowedOrigins: [] }),
  routes,
  openPages: [],
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
hosts = [`127.0.0.1:${port}`]
process.on('SIGINT', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ port })}\n`)
