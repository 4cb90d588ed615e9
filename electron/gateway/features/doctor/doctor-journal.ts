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

/** What was found in the journal by now. Nothing is read for it: that is what `verify` is for. */
export async function journalChecks(journal: Pick<Journal, 'status'>, language: Language): Promise<readonly Told[]> {
  const { findings, findingCounts, isRestored, mistrusted, lines, code } = await journal.status()
  if (findings.length > 0) {
    const unlisted = unlistedOf({ findings, findingCounts })
    const more = sayIn(journalWords, language, 'and_more', { count: String(unlisted) })
    return [
      ...findings.map((finding) => told(verdictOf[findingClasses[finding.code]], findingText(finding, language))),
      ...(unlisted > 0 ? [told('bad', more)] : []),
    ]
  }
  const values = { lines: String(lines), code, count: String(mistrusted) }
  if (!isRestored)
    return [{ name: 'journal', verdict: 'good', message: sayIn(journalWords, language, 'sound', values) }]
  return [{ name: 'journal', verdict: 'warning', message: sayIn(journalWords, language, 'restored', values) }]
}
