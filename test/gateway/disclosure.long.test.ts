import { expect, onTestFinished, test } from 'vitest'
import { verifySignature } from '../../electron/gateway/authority/myinvois/sign/verify.ts'
import { apiOf } from '../support/api.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway } from '../support/gateway.ts'
import { hourMs } from '../support/records.ts'
import { openShop } from '../support/shop.ts'
import { invoice } from '../support/till.ts'

const shop = openShop({})
const dayMs = 24 * hourMs

const versionOf = (uuid: string | undefined) =>
  shop.gateway.gateway.practice?.ledger.documents().find((document) => document.uuid === uuid)?.version

test('an overdue sale goes as voluntary disclosure where the till says so, and no other', async () => {
  const { body: disclosed } = await shop.submit(invoice(shop.saleCode(), { VOLUNTARY_DISCLOSURE: true }))
  const { body: usual } = await shop.submit(invoice(shop.saleCode(), { VOLUNTARY_DISCLOSURE: false }))
  expect(versionOf((await shop.api.until(disclosed, 'Valid')).AUTHORITY?.UUID)).toBe('1.2')
  expect(versionOf((await shop.api.until(usual, 'Valid')).AUTHORITY?.UUID)).toBe('1.0')
})

test('of a run what is overdue goes as disclosure, and what is in time does not', async () => {
  const here = consolidatingAt(shop.gateway)
  const receipt = async (terminal: string, at: number) =>
    (
      await shop.submit(
        invoice(shop.saleCode(), {
          TERMINAL_NAME: terminal,
          BUYER: null,
          CONSOLIDATE: true,
          ISSUED_AT: new Date(at).toISOString(),
        }),
      )
    ).body
  await receipt('OLD', Date.now() - 100 * dayMs)
  await receipt('NEW', Date.now() - 1000)
  const begun = await here.begin({ disclose: true })
  expect(begun.body).toMatchObject({ disclose: true })
  const { documents } = await here.settled(begun.body.id)
  const versions = documents.map(({ TERMINAL_NAME, STATUS, AUTHORITY }) => [
    TERMINAL_NAME,
    STATUS,
    versionOf(AUTHORITY?.UUID),
  ])
  expect(versions).toEqual(
    expect.arrayContaining([
      ['OLD', 'Valid', '1.2'],
      ['NEW', 'Valid', '1.0'],
    ]),
  )
})

test('a signed disclosure is of version 1.3, and signed over it', async () => {
  const signing = await startGateway({ env: { RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' } })
  onTestFinished(() => signing.close())
  const api = apiOf(signing, await signing.token())
  const { body } = await api.submit('sale', 'invoice', invoice('disclosed', { VOLUNTARY_DISCLOSURE: true }))
  const record = await api.until(body, 'Valid', 'Invalid')
  expect(record, JSON.stringify(record.ERRORS)).toMatchObject({ STATUS: 'Valid', ERRORS: [] })
  const text = signing.gateway.practice?.ledger.textOf(record.AUTHORITY?.UUID ?? '') ?? ''
  expect(JSON.parse(text).Invoice[0].InvoiceTypeCode[0].listVersionID).toBe('1.3')
  expect(verifySignature(text)).toMatchObject({ ok: true })
  expect(verifySignature(text.replace('"listVersionID":"1.3"', '"listVersionID":"1.1"'))).toMatchObject({ ok: false })
})
