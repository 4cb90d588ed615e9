import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Family, Kind } from '../../shared/domain/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import type { Body } from '../support/till.ts'

const folder = fileURLToPath(new URL('../../../shared/samples/', import.meta.url))
const isHere = existsSync(folder)
if (!isHere)
  console.warn(
    'SKIPPED: the sample sales are not beside this clone, so they are not tried against the practice authority',
  )

const sales = isHere ? readdirSync(`${folder}sales`).filter((name) => name !== 'company-demo.json') : []

/** For each sample the official document of its type. */
const officials: Readonly<Record<string, string>> = {
  'sale-invoice.json': '1.0-Invoice-Sample.json',
  'sale-invoice-discount.json': '1.0-Invoice-Sample.json',
  'sale-invoice-foreign-currency.json': '1.0-Invoice-ForeignCurrency-Sample.json',
  'sale-credit-note.json': '1.0-Credit-Note-Sample.json',
  'self-billed-invoice.json': '1.0-Self-Billed-Invoice-Sample.json',
}

const read = (path: string) => JSON.parse(readFileSync(`${folder}${path}`, 'utf8')) as Body

function cellOf(name: string): { readonly family: Family; readonly kind: Kind } {
  const family = name.startsWith('self-billed') ? 'self_billed' : 'sale'
  const kind = (['credit', 'debit', 'refund'] as const).find((note) => name.includes(`-${note}-note`))
  return { family, kind: kind ? `${kind}_note` : 'invoice' }
}

describe.skipIf(!isHere)('the sample sales', () => {
  let shop: TestGateway
  let api: Api
  beforeAll(async () => {
    shop = await startGateway()
    api = apiOf(shop, await shop.token())
  })
  afterAll(() => shop.close())

  test.each(sales)(
    '%s is accepted at once and valid within ten seconds, unless it waits for consolidation',
    async (name) => {
      const { family, kind } = cellOf(name)
      const body = { ...read(`sales/${name}`), ISSUED_AT: new Date().toISOString() }
      const answer = await api.submit(family, kind, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      if ((body as { CONSOLIDATE?: boolean }).CONSOLIDATE) {
        expect(answer.body).toMatchObject({ STATUS: 'Pending', CONSOLIDATED: true })
        return
      }
      const record = await api.until(answer.body, 'Valid', 'Invalid')
      expect(record, JSON.stringify(record.ERRORS)).toMatchObject({ STATUS: 'Valid', ERRORS: [] })
      expect(record.AUTHORITY?.VALIDATION_URL).toContain(record.AUTHORITY?.UUID)
    },
  )

  test.each(Object.entries(officials))(
    '%s becomes a part of %s: same elements, same order, same types',
    async (name, official) => {
      const { family, kind } = cellOf(name)
      const { body } = await api.submit(family, kind, {
        ...read(`sales/${name}`),
        ISSUED_AT: new Date().toISOString(),
        SALE_CODE: `ubl ${name}`,
      })
      await api.until(body, 'Valid', 'Invalid')
      const { store } = shop.gateway
      const stored = await store.records.byGuid(body.SALE_GUID)
      const [attempt] = await store.records.attempts(stored?.seq ?? 0)
      const built = JSON.parse(
        Buffer.from((await store.records.payload(attempt?.sha256 ?? '')) ?? '').toString(),
      ) as unknown
      expect(unknownFields(built, read(`myinvois/${official}`), '')).toEqual([])
    },
  )
})

/** Fields of a built document that the official one does not have, or has in another order or type. */
function unknownFields(built: unknown, official: unknown, path: string): string[] {
  if (Array.isArray(built)) {
    if (!Array.isArray(official)) return [`${path}: no array there`]
    // A repeated element may match any of the official ones.
    return built.flatMap((item, at) => {
      const tries = official.map((pattern) => unknownFields(item, pattern, `${path}[${at}]`))
      return (
        tries.find((found) => found.length === 0) ??
        tries.toSorted((one, other) => one.length - other.length)[0] ?? [`${path}: empty there`]
      )
    })
  }
  if (typeof built !== 'object' || built === null)
    return typeof built === typeof official ? [] : [`${path}: ${typeof built}, there ${typeof official}`]
  if (typeof official !== 'object' || official === null) return [`${path}: no object there`]
  const order = Object.keys(official)
  const names = Object.keys(built)
  const unknown = names.filter((name) => !order.includes(name)).map((name) => `${path}/${name}: not there`)
  const places = names.filter((name) => order.includes(name)).map((name) => order.indexOf(name))
  const isOrdered = places.every((place, at) => at === 0 || (places[at - 1] ?? 0) < place)
  const inner = names
    .filter((name) => order.includes(name))
    .flatMap((name) => unknownFields((built as Body)[name], (official as Body)[name], `${path}/${name}`))
  return [...unknown, ...(isOrdered ? [] : [`${path}: another order`]), ...inner]
}
