import type { Call, Context } from './office.ts'
import { notFound, ok, type Reply } from './wire.ts'

/** From the validation, for cancelling and rejecting (myinvois 2, E3). */
export const stateChangeHours = 72

const typeNames: Readonly<Record<string, string>> = {
  '01': 'Invoice',
  '02': 'Credit Note',
  '03': 'Debit Note',
  '04': 'Refund Note',
  '11': 'Self-billed Invoice',
  '12': 'Self-billed Credit Note',
  '13': 'Self-billed Debit Note',
  '14': 'Self-billed Refund Note',
}

export const typeNameOf = (typeCode: string): string => typeNames[typeCode] ?? ''

/** The wire says `Version 1` for the pages' `1.0` (myinvois 2, E6). */
export const versionNameOf = (version: string): string => (version === '1.0' ? 'Version 1' : `Version ${version}`)

const activeFrom = '2015-02-13T13:15:00Z'

const types = Object.keys(typeNames)
  .toSorted()
  .map((code) => ({
    id: 40 + Number(code),
    invoiceTypeCode: Number(code),
    description: typeNameOf(code),
    activeFrom,
    activeTo: null,
  }))

/** A client must read these limits here (myinvois 2, A3). */
const workflowParameters = ['submissionDuration', 'cancellationDuration', 'rejectionDuration'].map((parameter, at) => ({
  id: 124 + at,
  parameter,
  value: stateChangeHours,
  activeFrom,
  activeTo: null,
}))

/** A2 */
export const listDocumentTypes = (): Reply => ok({ result: types })

/** A3 */
export function showDocumentType(_: Context, { params }: Call): Reply {
  const type = types.find(({ id }) => String(id) === params[0])
  return type ? ok({ ...type, workflowParameters }) : notFound('The document type was not found')
}
