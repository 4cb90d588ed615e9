import { hash, sign } from 'node:crypto'
import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { signDocument } from '../../electron/gateway/authority/myinvois/sign/sign.ts'
import { ublDocument } from '../../electron/gateway/authority/myinvois/ubl/document.ts'
import type { DocumentSource } from '../../electron/gateway/authority/port.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { opened } from '../authority/sign/certificates.ts'
import { noon } from '../support/records.ts'
import { aLine, aSale, checkedSale } from '../support/sales.ts'
import { median } from './intake.ts'

export interface Mapping {
  readonly lines: number
  readonly documentBytes: number
  /** Mapped, written and hashed, as in version 1.0. */
  readonly mappedPerSecond: number
  /** Mapped, written, signed and hashed, as in version 1.1. */
  readonly signedPerSecond: number
  /** Bare RSA-2048 signatures over texts of the same size. */
  readonly bareSignaturesPerSecond: number
  /** Signed documents for each bare signature. If mapping cost nothing, this would be 1. */
  readonly signedToBare: number
}

const lineCount = 20
const rounds = 9
const roundMs = 200

/** How many documents one core maps and signs in a second. Bare signatures are measured in the same round. */
export async function mapping(): Promise<Mapping> {
  const { profile: company } = demoCompanyAt(0)
  const issued = await issueCertificate(
    await makePracticeCa(noon),
    { tin: company.tin, brn: company.idNumber, name: company.name },
    noon,
  )
  const signer = await opened(issued.pkcs12, issued.password)
  const source = sourceOf(company)
  const bytes = Buffer.from(ublDocument(source, '1.1'))
  const measured = Array.from({ length: rounds }, () => ({
    mapped: perSecond(() => sha256(ublDocument(source, '1.0'))),
    signed: perSecond(() => signDocument(ublDocument(source, '1.1'), signer, noon)),
    bare: perSecond(() => sign('RSA-SHA256', bytes, signer.privateKey)),
  }))
  return {
    lines: lineCount,
    documentBytes: bytes.length,
    mappedPerSecond: median(measured.map(({ mapped }) => mapped)),
    signedPerSecond: median(measured.map(({ signed }) => signed)),
    bareSignaturesPerSecond: median(measured.map(({ bare }) => bare)),
    signedToBare: median(measured.map(({ signed, bare }) => signed / bare)),
  }
}

function sourceOf(company: DocumentSource['company']): DocumentSource {
  const body = aSale({
    LINES: Array.from({ length: lineCount }, (_, at) => aLine({ DESCRIPTION: `Nasi lemak ${at}` })),
  })
  return {
    identity: { family: 'sale', kind: 'invoice', saleGuid: 'sale', documentNumber: 'KLCC-T1-BENCH-1' },
    body,
    sale: checkedSale(body),
    company,
    originals: [],
    isForGeneralPublic: false,
    issueTime: noon,
  }
}

const sha256 = (text: string) => hash('sha256', Buffer.from(text))

/** Counts by this thread's processor time. On a busy machine the wall clock would count other programs too. */
function perSecond(task: () => unknown): number {
  for (let warm = 0; warm < 20; warm += 1) task()
  const from = ownMs()
  let count = 0
  let spent = 0
  for (; spent < roundMs; spent = ownMs() - from) {
    for (let at = 0; at < 10; at += 1) task()
    count += 10
  }
  return (count / spent) * 1000
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
