import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { scanAsk, scannedTaxpayer } from '../../../shared/catalogue/shapes/new-document.ts'
import { Allowance } from '../allowance.ts'
import type { Authority, ShownTaxpayer } from '../authority/port.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock } from '../ports.ts'
import type { Acts, Companies } from '../store/port.ts'
import { companyFor, throttle, throttled } from '../taxpayer-turn.ts'

export interface ScanParts {
  readonly authority: Pick<Authority, 'taxpayerOfCode'>
  readonly companies: Pick<Companies, 'list' | 'byGuid'>
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
}

/** As many as a person could scan. */
const scansAMinute = 20

/** A buyer shows the code of their MyInvois app; who they are is asked of the authority and written down (E11). */
export function scanTaxpayer(parts: ScanParts): Handler {
  const scans = Allowance.perMinute(scansAMinute)
  return async ({ caller, body }) => {
    const code = codeIn((body as z.output<typeof scanAsk>).code)
    if (code === null) throw validationFailed([{ pointer: '/code', code: 'bad_text' }])
    throttle(scans.take(caller.id))
    const found = await parts.authority.taxpayerOfCode(await companyFor(parts, caller), code)
    await parts.acts.add({
      at: parts.clock.now(),
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
        throw new Fault('authority_unavailable')
    }
  }
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The code is base64 of a GUID, and the authority wants the GUID (myinvois 2, E11). Null where it is neither. */
function codeIn(scanned: string): string | null {
  const texts = [scanned, Buffer.from(scanned, 'base64').toString('utf8').trim()]
  return texts.find((text) => guid.test(text))?.toLowerCase() ?? null
}

/** The authority says NA, or nothing, of what it does not know. */
const known = (text: string): string | null => (text === '' || text === 'NA' ? null : text)

const shown = (taxpayer: ShownTaxpayer): z.output<typeof scannedTaxpayer> => ({
  NAME: taxpayer.name,
  TIN: taxpayer.tin,
  ID_TYPE: taxpayer.idType,
  ID_NUMBER: taxpayer.idNumber,
  PHONE: known(taxpayer.phone),
  // Several stand there with a semicolon between them; a document has one.
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
