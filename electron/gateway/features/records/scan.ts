import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { scannedTaxpayerSchema } from '../../../../shared/api/operator/record-acts.ts'
import type { TaxpayerDetails } from '../../authority/port.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import { assertNoWait, authorityUnavailable, companyProfileOf, throttled } from '../taxpayers/taxpayer.ts'
import type { RecordDeps } from './find.ts'

/** More than a person can scan in a minute. */
const scansAMinute = 20

/** The buyer shows the code of the MyInvois app. Each scan is written down (E11). */
export function scanTaxpayer(deps: RecordDeps): OperatorHandler<'scanTaxpayer'> {
  const scans = KeyedRateLimiter.perMinute(scansAMinute)
  return async ({ caller, body }) => {
    const code = codeIn(body.code)
    if (code === null) throw validationFailed([{ pointer: '/code', code: 'bad_text' }])
    assertNoWait(scans.take(caller.id))
    const found = await deps.authority.taxpayerOfCode(await companyProfileOf(deps, caller), code)
    await deps.acts.add({
      at: deps.clock.now(),
      by: caller.by,
      type: 'taxpayer_scanned',
      facts: { answer: found.kind },
    })
    switch (found.kind) {
      case 'found':
        return ok(shown(found.taxpayer))
      case 'none':
        throw new Fault('taxpayer_not_found')
      case 'throttled':
        throw throttled(found.askedMs ?? 60_000)
      case 'unavailable':
        throw authorityUnavailable(deps.authority)
    }
  }
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The code is base64 of a GUID, and the authority takes the GUID (myinvois 2, E11). Null if it is neither. */
function codeIn(scanned: string): string | null {
  const texts = [scanned, Buffer.from(scanned, 'base64').toString('utf8').trim()]
  return texts.find((text) => guid.test(text))?.toLowerCase() ?? null
}

/** For an unknown value the authority answers NA or an empty text. */
const known = (text: string): string | null => (text === '' || text === 'NA' ? null : text)

const shown = (taxpayer: TaxpayerDetails): z.output<typeof scannedTaxpayerSchema> => ({
  NAME: taxpayer.name,
  TIN: taxpayer.tin,
  ID_TYPE: taxpayer.idType,
  ID_NUMBER: taxpayer.idNumber,
  PHONE: known(taxpayer.phone),
  // The authority lists several with semicolons; a document has one.
  EMAIL: known(taxpayer.email.split(';')[0]?.trim() ?? ''),
  SST_NUMBER: known(taxpayer.sstNumber),
  ADDRESS: {
    LINES: taxpayer.addressLines.filter((line) => known(line) !== null),
    CITY: known(taxpayer.city),
    POSTCODE: known(taxpayer.postcode),
    STATE_NAME: known(taxpayer.state),
    COUNTRY_CODE: known(taxpayer.country),
  },
  MSIC_CODE: known(taxpayer.msicCode),
  BUSINESS_ACTIVITY: known(taxpayer.businessActivity),
})
