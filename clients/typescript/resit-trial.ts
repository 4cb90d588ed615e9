// What every client is tried with, against real gateways: test/clients/clients.long.test.ts starts them and this.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { CannotStop, Conflict, Invalid, NotAllowed, NotFound, NotProven, Resit, Unreachable } from './resit.ts'
import type { SaleDocument } from './types.ts'
import { BadSignature, verifyWebhook } from './webhook.ts'

interface Trial {
  readonly lossy_url: string
  readonly token: string
  readonly idle_url: string
  readonly idle_direct_url: string
  readonly idle_token: string
  readonly company_guid: string
  readonly from: string
  readonly to: string
  readonly sale: SaleDocument
  readonly webhook: {
    readonly secret: string
    readonly other_secret: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly sale_guid: string
  }
}

const given = process.env['RESIT_TRIAL']
if (given === undefined) {
  console.error(
    'test/clients/clients.long.test.ts starts this trial and sets RESIT_TRIAL; README.md has a first program.',
  )
  process.exit(2)
}
const { lossy_url, token, idle_url, idle_direct_url, idle_token, company_guid, from, to, sale, webhook } = JSON.parse(
  given,
) as Trial
const lossy = new Resit({ baseUrl: lossy_url, token })
const idle = new Resit({ baseUrl: idle_url, token: idle_token })
const done = (name: string) => console.log(`ok ${name}`)

// The first answer is lost on the way, the second try is told to come later.
const record = await lossy.submit(sale)
equal((await lossy.submit(sale)).SALE_GUID, record.SALE_GUID)
done('a retry makes no second document')

const checked = await idle.check({ ...sale, SALE_CODE: `${sale.SALE_CODE}-checked` })
ok(checked.CHECK_ONLY && Number(checked.TOTALS.TOTAL_PAYABLE) > 0)
await rejects(idle.check({ ...sale, LINES: [] }), Invalid)
const kept: SaleDocument[] = []
const keeping = new Resit({ baseUrl: idle_direct_url, token: idle_token, keep: (document) => void kept.push(document) })
const named = await keeping.submit({ ...sale, SALE_CODE: `${sale.SALE_CODE}-kept` })
equal(kept[0]?.SALE_GUID, named.SALE_GUID)
equal((await keeping.submit(kept[0] as SaleDocument)).SALE_GUID, named.SALE_GUID)
done('a document is kept with its SALE_GUID before it is sent')

equal((await lossy.wait(record)).STATUS, 'Valid')
done('the last word is waited for')

await rejects(
  lossy.submit({ ...sale, SALE_CODE: 'x', LINES: [] }),
  (error) => error instanceof Invalid && error.problem.errors?.[0]?.pointer === '/LINES',
)
await rejects(
  lossy.submit({ ...sale, LINES: [...sale.LINES, ...sale.LINES] }),
  (error) => error instanceof Conflict && error.problem.code === 'business_key_reused',
)
await rejects(lossy.status({ ...record, SALE_GUID: '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f5ff' }), NotFound)
await rejects(new Resit({ baseUrl: lossy_url, token: 'rst_wrong' }).status(record), NotAllowed)
await rejects(new Resit({ baseUrl: 'http://127.0.0.1:9/v1', token: 'x', patienceMs: 100 }).status(record), Unreachable)
done('errors are types')

const first = (await lossy.follow(0, 0).next()).value
ok(first.items.some(({ SALE_GUID }) => SALE_GUID === record.SALE_GUID))
deepEqual((await lossy.follow(first.next, 0).next()).value.items, [])
done('the change feed goes on where it was')

const taxpayer = { tin: 'C25845632020', idType: 'BRN', idNumber: '201901234567' } as const
ok((await lossy.checkTaxpayer(taxpayer)).valid)
ok((await lossy.checkTaxpayer({ ...taxpayer, idNumber: '201901234568' })).response_msg)
done('a taxpayer is checked')

equal((await lossy.stop(record, 'Wrong goods')).STATUS, 'Cancelled')
const waiting = await idle.submit(sale)
// The answer to this void is lost, too: the second try hears void_denied_locked.
equal((await idle.stop(waiting, 'Wrong goods')).STATUS, 'Voided')
equal((await idle.stop(waiting, 'Wrong goods')).STATUS, 'Voided')
const { BUYER: _, ...withoutBuyer } = sale
const receipt = await idle.submit({
  ...withoutBuyer,
  SALE_CODE: `${sale.SALE_CODE}-month`,
  CONSOLIDATE: true,
} as SaleDocument)
await rejects(idle.stop(receipt, 'Wrong goods'), CannotStop)
done('void or cancel by NEXT_ACTION')

const codes: string[] = []
for await (const each of idle.submitted({ companyGuid: company_guid, from, to, outlet: 'KLCC', pageSize: 1 }))
  if (each.SALE_CODE.startsWith(sale.SALE_CODE)) codes.push(each.SALE_CODE)
deepEqual(codes, [`${sale.SALE_CODE}-kept`, sale.SALE_CODE, `${sale.SALE_CODE}-month`])
done('all pages of a range are read')

const header = (name: string) => webhook.headers[name]
equal((await verifyWebhook(webhook.secret, header, webhook.body)).data.SALE_GUID, webhook.sale_guid)
await rejects(verifyWebhook(webhook.secret, header, `${webhook.body} `), BadSignature)
await rejects(
  verifyWebhook(webhook.secret, (name) => (name === 'webhook-timestamp' ? '1700000000' : header(name)), webhook.body),
  BadSignature,
)
await rejects(verifyWebhook(webhook.other_secret, header, webhook.body), BadSignature)
done('webhooks are proven')

const careful = (baseUrl: string, token: string) => new Resit({ baseUrl, token, proven: true, patienceMs: 2_000 })
equal((await careful(idle_direct_url, idle_token).status(waiting)).STATUS, 'Voided')
// What stands between the two listens on another port, and cannot have the proof made for that.
await rejects(careful(lossy_url, token).status(record), NotProven)
await rejects(careful(idle_direct_url, 'rst_wrong').status(waiting), NotProven)
done('the gateway proves itself before it sees the token')
