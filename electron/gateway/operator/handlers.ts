import type { OperatorCall } from '../../../shared/catalogue/operator.ts'
import type { Handler } from '../http/call.ts'
import type { Upkeep } from '../store/port.ts'
import { type ChangesParts, changesSince } from './changes.ts'
import { type AffectedParts, type CodeListParts, codesAffected, listCodes, refreshCodes } from './codes.ts'
import { type CompanyParts, importCompany, listCompanies, setCredentials } from './companies.ts'
import { type DoctorParts, doctor } from './doctor.ts'
import { type HealthParts, health } from './health.ts'
import { type IssueParts, issuePracticeCertificate } from './practice-certificate.ts'
import { type PracticeParts, rehearse } from './practice-fault.ts'
import { qrPng, qrSvg } from './qr.ts'
import { type QueueParts, queue } from './queue.ts'
import { type SlipParts, slip } from './slip/slip.ts'
import { createToken, listTokens, revokeToken, type TokenParts } from './tokens.ts'
import { backup, exportRecords, verify } from './upkeep.ts'

export interface OperatorParts
  extends ChangesParts,
    TokenParts,
    QueueParts,
    HealthParts,
    SlipParts,
    Omit<CompanyParts, 'codes'>,
    DoctorParts,
    PracticeParts,
    IssueParts,
    CodeListParts,
    AffectedParts {
  readonly records: ChangesParts['records']
  readonly companies: CompanyParts['companies']
  readonly practice: PracticeParts['practice']
  readonly authority: DoctorParts['authority']
  readonly upkeep: Upkeep
}

/** The deed behind each call of the operator API. */
export const operatorHandlers = (parts: OperatorParts): Readonly<Record<OperatorCall, Handler>> => {
  const companyParts = { ...parts, codes: parts.codes.standing }
  return {
    changes: changesSince(parts),
    queue: queue(parts),
    health: health(parts),
    qrSvg: qrSvg(parts),
    qrPng: qrPng(parts),
    slip: slip(parts),
    listTokens: listTokens(parts),
    createToken: createToken(parts),
    revokeToken: revokeToken(parts),
    listCompanies: listCompanies(companyParts),
    importCompany: importCompany(companyParts),
    setCredentials: setCredentials(companyParts),
    listCodes: listCodes(parts),
    refreshCodes: refreshCodes(parts),
    codesAffected: codesAffected(parts),
    doctor: doctor(parts),
    verify: verify(parts.upkeep),
    backup: backup(parts.upkeep),
    export: exportRecords(parts),
    practiceFault: rehearse(parts),
    practiceCertificate: issuePracticeCertificate(parts),
  }
}
