import type { Call, Office } from '../http/office.ts'
import { notFound, ok, type Reply } from '../http/reply.ts'
import { stateChangeHours } from './change-state.ts'
import { typeCodes, typeNameOf } from './type-names.ts'

const activeFrom = '2015-02-13T13:15:00Z'

const types = typeCodes.map((code) => {
  const invoiceTypeCode = Number(code)
  const versions = [1, 1.1, 1.2, 1.3].map((versionNumber, at) => ({
    id: 400 + invoiceTypeCode * 4 + at,
    name: versionNumber.toFixed(1),
    description: `${typeNameOf(code)} version ${versionNumber.toFixed(1)}`,
    activeFrom,
    activeTo: versionNumber > 1.1 ? '2027-12-31T16:00:00Z' : null,
    versionNumber,
    status: 'published',
  }))
  return {
    id: 40 + invoiceTypeCode,
    invoiceTypeCode,
    description: typeNameOf(code),
    activeFrom,
    activeTo: null,
    documentTypeVersions: versions,
  }
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

const typeWith = (id: string | undefined) => types.find((type) => String(type.id) === id)

/** A3 */
export function documentType(_: Office, { params }: Call): Reply {
  const type = typeWith(params[0])
  return type ? ok({ ...type, workflowParameters }) : notFound('The document type was not found')
}

/** A4 */
export function documentTypeVersion(_: Office, { params }: Call): Reply {
  const version = typeWith(params[0])?.documentTypeVersions.find(({ id }) => String(id) === params[1])
  return version
    ? ok({ invoiceTypeCode: typeWith(params[0])?.invoiceTypeCode, ...version, jsonSchema: null, xmlSchema: null })
    : notFound('The document type version was not found')
}
