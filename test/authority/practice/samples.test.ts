import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkStructure } from '../../../electron/gateway/authority/practice/structure.ts'
import { issuedAt, type Json, kedai } from './documents.ts'
import { afterValidation, practise, signedIn } from './support.ts'

const samples = path.resolve(import.meta.dirname, '../../../../shared/samples')
const isThere = existsSync(samples)
if (!isThere) console.warn(`the official samples are not tested: there is no ${samples}`)

const read = (name: string): Json => JSON.parse(readFileSync(path.join(samples, name), 'utf8'))

/** The document with today's issue time and a taxpayer that the practice authority knows. */
function refreshed(document: Json): Json {
  const [invoice] = document.Invoice
  const at = new Date(issuedAt).toISOString()
  invoice.IssueDate[0]._ = at.slice(0, 10)
  invoice.IssueTime[0]._ = `${at.slice(11, 19)}Z`
  const [tin, number] = invoice.AccountingSupplierParty[0].Party[0].PartyIdentification
  tin.ID[0]._ = kedai.tin
  number.ID[0]._ = kedai.idNumber
  for (const reference of invoice.BillingReference ?? [])
    for (const original of reference.InvoiceDocumentReference ?? []) original.UUID[0]._ = 'NA'
  return document
}

describe.skipIf(!isThere)('the minimal samples', () => {
  test.each(['invoice-01', 'consolidated-01', 'credit-02'])('%s becomes valid', async (name) => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(refreshed(read(`minimal/${name}.json`)))
    expect(body.rejectedDocuments).toEqual([])
    afterValidation(practice)
    const { body: shown } = await client.get(`/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/details`)
    expect(shown.validationResults.validationSteps.filter((step: Json) => step.error)).toEqual([])
    expect(shown.status).toBe('Valid')
  })
})

describe.skipIf(!isThere)('the official samples', () => {
  test.each([
    '1.0-Credit-Note-Sample',
    '1.0-Invoice-Consolidated-Sample',
    '1.0-Invoice-ForeignCurrency-Sample',
    '1.0-Invoice-Sample',
    '1.0-Self-Billed-Invoice-Sample',
    '1.1-Invoice-Sample',
    '1.1-Self-Billed-Credit-Sample',
  ])('%s is of the right structure', (name) => {
    expect(checkStructure(read(`myinvois/${name}.json`))).toEqual({ structureErrors: [], outOfOrder: null })
  })
})
