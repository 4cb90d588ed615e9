import type { Call, Office } from './office.ts'
import { notFound, ok, type Reply } from './wire.ts'

/** Counted from the validation, for cancelling and rejecting alike (myinvois 2, E3). */
export const stateChangeHours = 72

/** As the authority shows them. */
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

/** On the wire it says `Version 1` where the pages say `1.0` (myinvois 2, E6). */
export const versionNameOf = (version: string): string => (version === '1.0' ? 'Version 1' : `Version ${version}`)

const activeFrom = '2015-02-13T13:15:00Z'

const types = Object.keys(typeNames)
  .toSorted()
  .map((code) => {
    const invoiceTypeCode = Number(code)
    const documentTypeVersions = [1, 1.1, 1.2, 1.3].map((versionNumber, at) => ({
      id: 400 + invoiceTypeCode * 4 + at,
      name: versionNumber.toFixed(1),
      description: `${typeNameOf(code)} version ${versionNumber.toFixed(1)}`,
      activeFrom,
      activeTo: versionNumber > 1.1 ? '2027-12-31T16:00:00Z' : null,
      versionNumber,
      status: 'published',
    }))
    const description = typeNameOf(code)
    return { id: 40 + invoiceTypeCode, invoiceTypeCode, description, activeFrom, activeTo: null, documentTypeVersions }
  })

/** Limits a client has to read here instead of knowing them (myinvois 2, A3). */
const workflowParameters = ['submissionDuration', 'cancellationDuration', 'rejectionDuration'].map((parameter, at) => ({
  id: 124 + at,
  parameter,
  value: stateChangeHours,
  activeFrom,
  activeTo: null,
}))

/** A2 */
export const documentTypes = (): Reply => ok({ result: types })

const typeWith = (wanted: string | undefined) => types.find(({ id }) => String(id) === wanted)

/** A3 */
export function documentType(_: Office, { params }: Call): Reply {
  const type = typeWith(params[0])
  return type ? ok({ ...type, workflowParameters }) : notFound('The document type was not found')
}

/** A4 */
export function documentTypeVersion(_: Office, { params }: Call): Reply {
  const type = typeWith(params[0])
  const version = type?.documentTypeVersions.find(({ id }) => String(id) === params[1])
  if (!type || !version) return notFound('The document type version was not found')
  return ok({ invoiceTypeCode: type.invoiceTypeCode, ...version, jsonSchema: null, xmlSchema: null })
}
