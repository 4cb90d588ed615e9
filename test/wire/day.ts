import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { type Body, businessKey, companyGuid, customer, document } from '../support/till.ts'
import { type Answer, endpoints, type Recording } from './recording.ts'
import { ownCodes, upkeep } from './upkeep.ts'

const owner = { name: 'Aminah', pin: '271828' }
const today = '2026-11-20'
const period = `?from=${today}&to=${today}`

/** Sent with a till's token, as an outlet's gateway does. */
const outletReport: Body = {
  version: '1.0.0',
  at: '2026-11-20T04:00:00.000Z',
  verdict: 'warning',
  alerts: ['in_doubt'],
  unsent: 3,
  oldest_unsent_at: '2026-11-20T03:50:00.000Z',
  in_doubt: 1,
  unconsolidated: 12,
  needs_person: 0,
  closing: false,
}

/** A document with the date of the recorded day, not of today. */
const dated = (endpoint: Endpoint, code: string, more: Body = {}): Body => {
  const { family, kind } = endpoint.cell ?? { family: 'sale', kind: 'invoice' }
  return document(family, kind, code, { ISSUED_AT: '2026-11-20T03:58:00Z', ...more })
}

const submitting = (id: string): Endpoint => {
  const found = interfaceCatalogue.find((each) => each.id === `${id}.submit`)
  if (!found) throw new Error(`${id} cannot be submitted`)
  return found
}

/** A shop's day from its first start on, with a call to every endpoint. */
export async function playDay(day: Recording): Promise<void> {
  const till = await firstStart(day)
  await status(day, till)
  for (const { id, cell } of interfaceCatalogue)
    if (cell?.operation === 'submit') await cellOf(day, till, id.replace(/\.submit$/, ''))
  await refused(day, till)
  const found = await inDoubt(day, till)
  await receipts(day, till)
  await looking(day, found)
  await people(day)
  await shifts(day)
  await upkeep(day, today)
  await askedWrongly(day)
  await outlets(day, till)
  await someOutlets(day)
  await ownCodes(day, till)
}

async function outlets(day: Recording, bearer: string): Promise<void> {
  day.tell('An outlet with a gateway of its own')
  await day.ask('operator.reportOutlet', { bearer, body: outletReport })
  await day.ask('operator.listOutlets', { bearer })
}

async function someOutlets(day: Recording): Promise<void> {
  day.tell('Somebody who sees one outlet')
  const { items } = await day.ask('operator.listPeople')
  const at = String((items as readonly Answer[]).find(({ name }) => name === 'Siti')?.['id'])
  await day.ask('operator.setOutlets', { at, body: { outlets: [{ company: 'DEMO', outlet: 'KLCC' }] } })
  await day.ask('operator.setPin', { at, body: { pin: '314159' } })
  const { token } = await day.ask('operator.signIn', { body: { operator: 'Siti', pin: '314159' } })
  const bearer = String(token)
  await day.ask('operator.countRecords', { bearer })
  await day.ask('operator.listOutlets', { bearer })
  await day.ask('operator.pauseSending', { bearer, body: {} })
}

async function firstStart(day: Recording): Promise<string> {
  day.tell('The first start')
  await day.ask('operator.setup')
  const code = day.shop.gateway.setupCode() ?? ''
  const { token: bearer } = await day.ask('operator.setUp', { body: { code, ...owner, language: 'en' } })
  await day.ask('operator.session', { bearer: String(bearer) })
  await day.ask('operator.openShift', {
    body: { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift: 'A' },
  })
  const scopes = ['submit', 'read', 'void', 'cancel', 'taxpayer']
  const made = await day.ask('operator.createToken', { body: { name: 'Till 1', scopes } })
  await day.ask('operator.createToken', {
    body: { name: 'Till 2', scopes: ['read'] },
    bearer: String(bearer),
    headers: { 'x-owner-pin': owner.pin },
  })
  return String(made['token'])
}

async function status(day: Recording, bearer: string): Promise<void> {
  day.tell('What does not change with the day')
  for (const { id, cell, method } of interfaceCatalogue)
    if (!cell && method === 'GET' && id !== 'tinSearch') await day.ask(id, { bearer })
  const asked = { customer_tin: 'C25845632020', customer_idtype: 'BRN', customer_idnum: '201901234567' }
  await day.ask('tinValidation', { bearer, body: asked })
  await day.ask('tinSearch', { bearer, query: '?customer_idtype=BRN&customer_idnum=201901234567' })
}

/** Submits, and waits until the document is valid. */
async function valid(day: Recording, bearer: string, id: string, body: Body): Promise<Answer> {
  const kept = await day.ask(`${id}.submit`, { bearer, body })
  // At the first sale the gateway also notes its clock.
  const { acts } = day.shop.gateway.store
  await day.until('clocks', async () => (await acts.list(0, 99)).some(({ type }) => type === 'clock_compared'))
  await day.pass(60_000)
  await day.settled(kept['SALE_GUID'], 'submitted')
  await day.pass(10_000)
  await day.settled(kept['SALE_GUID'], 'valid')
  return kept
}

async function cellOf(day: Recording, bearer: string, id: string): Promise<void> {
  day.tell(id)
  const endpoint = submitting(id)
  const kept = await valid(day, bearer, id, dated(endpoint, `${id} 1`))
  const headers = { sale_guid: String(kept['SALE_GUID']) }
  await day.ask(`${id}.statusByGuid`, { bearer, headers })
  await day.ask(`${id}.submit`, { bearer, body: dated(endpoint, `${id} 1`) })
  await day.ask(`${id}.voidByGuid`, { bearer, body: { SALE_GUID: kept['SALE_GUID'] } })
  await day.ask(`${id}.cancel`, { bearer, body: { SALE_GUID: kept['SALE_GUID'], REASON: 'Wrong goods' } })
  await day.ask(`${id}.statusByGuid`, { bearer, headers: { ...headers, 'accept-language': 'ms' } })
  const mistake = await day.ask(`${id}.submit`, { bearer, body: dated(endpoint, `${id} 2`) })
  await day.ask(`${id}.voidByGuid`, { bearer, body: { SALE_GUID: mistake['SALE_GUID'] } })
  await day.ask(`${id}.submit`, { bearer, body: dated(endpoint, `${id} 3`) })
  await day.ask(`${id}.voidBySaleCode`, { bearer, body: businessKey(`${id} 3`) })
  const range = { company_guid: companyGuid, submission_from: today, submission_to: today }
  await day.ask(`${id}.statusBySubmission`, { bearer, headers: range })
}

/** A document that the authority refuses, and all acts of a person on it. */
async function refused(day: Recording, bearer: string): Promise<void> {
  day.tell('A refused sale')
  const endpoint = submitting('invoice.sale')
  const stranger = dated(endpoint, 'stranger', { BUYER: { ...customer, TIN: 'C99999999990' } })
  const kept = await day.ask('invoice.sale.submit', { bearer, body: stranger })
  const at = String(kept['SALE_GUID'])
  const judged = async () => {
    await day.pass(60_000)
    await day.settled(at, 'submitted')
    await day.pass(10_000)
    await day.settled(at, 'invalid')
  }
  await judged()
  await day.ask('operator.showRecord', { at })
  await day.ask('operator.correction', { at })
  const till = { company: 'DEMO', outlet: String(kept['OUTLET_NAME']), terminal: String(kept['TERMINAL_NAME']) }
  await day.ask('operator.listRefusals', { query: `?${new URLSearchParams(till)}` })
  await day.ask('operator.resendRecord', { at, body: {} })
  await judged()
  await day.ask('operator.closeRecord', { at, body: {} })
  await day.ask('invoice.sale.statusByGuid', { bearer, headers: { sale_guid: at } })
  await day.ask('invoice.sale.submit', { bearer, body: { ...stranger, BUYER: customer } })
}

/** A document whose answer was lost. It stays in doubt until a look-up finds it. */
async function inDoubt(day: Recording, bearer: string): Promise<string> {
  day.tell('A sale in doubt')
  const endpoint = submitting('invoice.sale')
  await day.ask('operator.practiceFault', { body: { kind: 'error_after', times: 1, on: 'submit' } })
  const kept = await day.ask('invoice.sale.submit', { bearer, body: dated(endpoint, 'doubt') })
  const at = String(kept['SALE_GUID'])
  await day.pass(60_000)
  await day.settled(at, 'unknown')
  // The authority is away, so that no look-up ends the doubt before it is recorded.
  await day.ask('operator.practiceFault', { body: { kind: 'away' } })
  await day.ask('invoice.sale.statusByGuid', { bearer, headers: { sale_guid: at } })
  await day.ask('operator.resolveRecord', { at, body: { as: 'not_received', evidence: 'The portal shows nothing' } })
  await day.ask('operator.releaseRecord', { at, body: {} })
  await day.ask('operator.lookUpRecord', { at, body: {} })
  await day.rests('look_up')
  await day.ask('operator.practiceFault', { body: { kind: 'none' } })
  await day.pass(120_000)
  await day.settled(at, 'valid')
  const detail = await day.ask('operator.showRecord', { at })
  const [attempt] = detail['attempts'] as readonly { readonly id: string }[]
  await day.ask('operator.showAttempt', { at: [at, attempt?.id ?? ''] })
  return at
}

async function receipts(day: Recording, bearer: string): Promise<void> {
  day.tell('Receipts and their consolidated document')
  const endpoint = submitting('invoice.sale')
  const receipt = (code: string) => dated(endpoint, code, { BUYER: null, CONSOLIDATE: true })
  const asked = await day.ask('invoice.sale.submit', { bearer, body: receipt('receipt 1') })
  const member = await day.ask('invoice.sale.submit', { bearer, body: receipt('receipt 2') })
  await day.ask('invoice.sale.voidByGuid', { bearer, body: { SALE_GUID: member['SALE_GUID'] } })
  const at = String(asked['SALE_GUID'])
  await day.ask('operator.convertRecord', { at, body: { BUYER: customer } })
  await day.pass(60_000)
  await day.settled(at, 'submitted')
  await day.pass(10_000)
  await day.settled(at, 'valid')
  const company = '?company=DEMO'
  await day.ask('operator.setConsolidation', { body: { company: 'DEMO', limit: '10000.00' } })
  await day.ask('operator.consolidationSettings', { query: company })
  await day.ask('operator.previewConsolidation', { body: { company: 'DEMO', to: today } })
  const run = await day.ask('operator.runConsolidation', { body: { company: 'DEMO', to: today } })
  const { consolidations } = day.shop.gateway.store
  const runId = String(run['id'])
  await day.until('the run', async () => (await consolidations.run(runId))?.finishedAt != null)
  const [made] = await consolidations.documents(runId)
  await day.settled(made?.record.saleGuid, 'submitted')
  await day.pass(10_000)
  await day.settled(made?.record.saleGuid, 'valid')
  await day.until('its members', async () => (await consolidations.unfollowed(1)).length === 0)
  await day.ask('operator.showConsolidation', { at: runId })
  await day.ask('operator.consolidation', { query: company })
}

/** Reads everything. @param at the GUID of a valid document */
async function looking(day: Recording, at: string): Promise<void> {
  day.tell('Looking')
  await day.ask('operator.listRecords', { query: '?page_size=3' })
  for (const id of ['qrSvg', 'qrPng', 'slip', 'documentPdf', 'showRecord', 'mailsOfRecord'])
    await day.ask(`operator.${id}`, { at })
  await day.ask('operator.sendMail', { at, body: { address: 'akaun@pelanggan.example' } })
  await day.ask('operator.listRecords', { query: '?company=DEMO&concern=in_doubt' })
  for (const id of ['countRecords', 'queue', 'soldItems']) await day.ask(`operator.${id}`)
  await day.ask('operator.changes', { query: '?after=0&wait=0' })
  await day.ask('operator.report', { query: `${period}&company=DEMO` })
  await day.ask('operator.export', { query: period })
  await day.ask('operator.listCodes')
  await day.ask('operator.codeList', { at: 'tax_type' })
  await day.ask('operator.refreshCodes', { body: {} })
  await day.ask('operator.pauseSending', { body: { company: 'DEMO', reason: 'Stock-taking' } })
  await day.ask('operator.sending')
  await day.ask('operator.resumeSending', { body: { company: 'DEMO' } })
  await day.ask('operator.trySending', { body: {} })
  await day.ask('operator.health')
  await day.ask('operator.doctor')
  await day.ask('operator.scanTaxpayer', { body: { code: '00000000-0000-4000-8000-000000000000' } })
}

async function people(day: Recording): Promise<void> {
  day.tell('People')
  await day.ask('operator.peopleNames')
  const siti = await day.ask('operator.createPerson', { body: { name: 'Siti', role: 'cashier' } })
  const at = String(siti['id'])
  const chosen = await day.ask('operator.choosePin', {
    body: { operator: 'Siti', one_time_code: siti['one_time_code'], pin: '161803' },
  })
  const bearer = String(chosen['token'])
  await day.ask('operator.lock', { bearer, body: {} })
  await day.ask('operator.unlock', { bearer, body: { pin: '161803' } })
  await day.ask('operator.changePin', { bearer, body: { pin: '161803', new_pin: '314159' } })
  const draft = '00000000-0000-4000-8000-00000000d4af'
  const begun = { bearer, at: draft, body: { body: { SALE_CODE: '1' }, updated_at: null } }
  const kept = await day.ask('operator.saveDraft', begun)
  await day.ask('operator.saveDraft', {
    bearer,
    at: draft,
    body: { body: { SALE_CODE: '2' }, updated_at: kept['updated_at'] },
  })
  await day.ask('operator.draft', { bearer, at: draft })
  await day.ask('operator.listDrafts', { bearer })
  await day.ask('operator.findBuyers', { bearer })
  await day.ask('operator.finishDraft', { bearer, at: draft, body: {} })
  const sale = await day.ask('invoice.sale.submit', { bearer, body: dated(submitting('invoice.sale'), 'approved') })
  const SALE_GUID = sale['SALE_GUID']
  await day.ask('operator.leftOfRecord', { bearer, at: String(SALE_GUID) })
  const asked = { act: 'void', records: [{ SALE_GUID }], supervisor: owner.name, pin: owner.pin }
  const { items } = await day.ask('operator.approve', { bearer, body: asked })
  const [given] = items as readonly Answer[]
  const headers = { 'x-approval': String(given?.['approval']) }
  await day.ask('invoice.sale.voidByGuid', { bearer, headers, body: { SALE_GUID } })
  await day.ask('operator.signOut', { bearer, body: {} })
  await day.ask('operator.setRole', { at, body: { role: 'supervisor' } })
  await day.ask('operator.setPin', { at, body: {} })
  await day.ask('operator.disablePerson', { at, body: {} })
  await day.ask('operator.signIn', { body: { operator: 'Siti', pin: '314159' } })
  await day.ask('operator.enablePerson', { at, body: {} })
  await day.ask('operator.listPeople')
  const { items: tokens } = await day.ask('operator.listTokens')
  const [, second] = tokens as readonly Answer[]
  await day.ask('operator.revokeToken', { body: { id: second?.['id'] } })
}

async function shifts(day: Recording): Promise<void> {
  day.tell('The end of the shift')
  const { items } = await day.ask('operator.tills')
  const [till] = items as readonly { readonly open: readonly { readonly id: string }[] }[]
  const at = till?.open[0]?.id ?? ''
  const drawer = { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', count: 3, total: '38.10' }
  await day.ask('operator.keepTillReport', { body: { ...drawer, shift_id: at } })
  await day.ask('operator.keepTillReport', { body: { ...drawer, day: today, numbers: ['0001', '9999'] } })
  await day.ask('operator.showShift', { at })
  await day.ask('operator.closeShift', { at, body: { reason: 'The shop closes', remainders: 50 } })
  await day.ask('operator.closedShifts', { query: '?company=DEMO&outlet=KLCC&terminal=T1' })
}

/** The answers to an unknown field. */
async function askedWrongly(day: Recording): Promise<void> {
  day.tell('Asked wrongly')
  for (const { id, method } of endpoints) if (method === 'POST') await day.ask(id, { body: { COLOUR: 'red' } })
}
