import { unlistedOf } from '../../../../shared/domain/finding-list.ts'
import { type FindingClass, findingClasses } from '../../../../shared/domain/journal-finding.ts'
import { sayIn } from '../../../../shared/words/engine.ts'
import { findingText, journalWords } from '../../../../shared/words/journal.ts'
import type { Language } from '../../../../shared/words/words.ts'
import type { Journal } from '../../store/port/journal.ts'

interface Told {
  readonly name: string
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly message: string
}

const verdictOf = { stops_sending: 'bad', one_record: 'bad', told: 'warning' } as const satisfies Record<
  FindingClass,
  string
>
const told = (verdict: Told['verdict'], message: string): Told => ({ name: 'journal', verdict, message })

/** What the start found in the journal, and since: nothing is read anew, which is what `verify` is for. */
export async function journalChecks(journal: Pick<Journal, 'status'>, language: Language): Promise<readonly Told[]> {
  const { findings, findingCounts, replayed, mistrusted, lines, code } = await journal.status()
  if (findings.length > 0) {
    const unlisted = unlistedOf({ findings, findingCounts })
    const more = sayIn(journalWords, language, 'and_more', { count: String(unlisted) })
    return [
      ...findings.map((finding) => told(verdictOf[findingClasses[finding.code]], findingText(finding, language))),
      ...(unlisted > 0 ? [told('bad', more)] : []),
    ]
  }
  const counted = (what: 'replayed' | 'mistrusted', count: number) =>
    sayIn(journalWords, language, what, { count: String(count) })
  if (replayed === 0) {
    const message = sayIn(journalWords, language, 'sound', { lines: String(lines), code })
    return [{ name: 'journal', verdict: 'good', message }]
  }
  const lost = { replayed: counted('replayed', replayed), mistrusted: counted('mistrusted', mistrusted), code }
  return [{ name: 'journal', verdict: 'warning', message: sayIn(journalWords, language, 'mended', lost) }]
}
