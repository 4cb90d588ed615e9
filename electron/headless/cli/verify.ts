import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { findingText } from '../../../shared/words/journal.ts'
import { verifyKept } from '../../gateway/installation/at-rest.ts'
import { StoreRefusal } from '../../gateway/store/refusal.ts'
import { atRest, isOfHeadOffice, languageOf, type RestingPlace } from './at-rest.ts'

export type Integrity = OperatorAnswer<'verify'>

/**
 * Proves what is kept on the files themselves.
 * @returns null where a gateway runs on them, or a server keeps what a head office has: it has to be asked then
 */
export async function verifyOffline(place: RestingPlace): Promise<Integrity | null> {
  if (isOfHeadOffice(place)) return null
  const { where, ports } = atRest(place)
  try {
    const { findings, findingCount, provedBefore, ...rest } = await verifyKept(where, ports)
    const { lines, records, bodies, code } = rest
    const language = languageOf(place.env)
    return {
      proved_before: provedBefore,
      sound: findingCount === 0,
      findings: findings.map((finding) => findingText(finding, language)),
      finding_count: findingCount,
      lines,
      records,
      bodies,
      code,
    }
  } catch (cause) {
    if (cause instanceof StoreRefusal && cause.reason === 'held_by_another') return null
    throw cause
  }
}

export const integrityText = ({ proved_before, findings, finding_count, ...counted }: Integrity): string => {
  const { lines, records, bodies, code } = counted
  return [
    ...(proved_before > 0
      ? [
          `Proved while the gateway worked: ${proved_before} journal lines (“verify --whole” proves them again). Since then:`,
        ]
      : []),
    `${lines} journal lines, ${records} records, ${bodies} bodies; head code ${code}`,
    ...(finding_count === 0 ? ['Everything agrees.'] : findings),
    ...(finding_count > findings.length ? [`… and ${finding_count - findings.length} more`] : []),
  ].join('\n')
}
