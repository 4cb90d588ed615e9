import type { z } from 'zod'
import type { integrity } from '../../../shared/catalogue/shapes/journal.ts'
import { findingText } from '../../../shared/words/journal.ts'
import { verifyKept } from '../../gateway/journal-at-rest.ts'
import { StoreRefusal } from '../../gateway/store/refusal.ts'
import { atRest, languageOf, type RestingPlace } from './at-rest.ts'
import type { Answer } from './reach.ts'

type Integrity = z.output<typeof integrity>

/**
 * Proves what is kept on the files themselves.
 * @returns null where a gateway runs on them: it has to be asked then
 */
export async function verifyOffline(place: RestingPlace): Promise<Answer | null> {
  const { where, ports } = atRest(place)
  try {
    const { findings, findingCount, ...counted } = await verifyKept(where, ports)
    const language = languageOf(place.env)
    const body: Integrity = {
      sound: findingCount === 0,
      findings: findings.map((finding) => findingText(finding, language)),
      finding_count: findingCount,
      ...counted,
    }
    return { status: 200, body }
  } catch (cause) {
    if (cause instanceof StoreRefusal && cause.reason === 'held_by_another') return null
    throw cause
  }
}

export const integrityText = ({ findings, finding_count, lines, records, bodies, files, code }: Integrity): string =>
  [
    `${lines} journal lines in ${files} file(s), ${records} records, ${bodies} bodies; head code ${code}`,
    ...(finding_count === 0 ? ['Everything agrees.'] : findings),
    ...(finding_count > findings.length ? [`… and ${finding_count - findings.length} more`] : []),
  ].join('\n')
