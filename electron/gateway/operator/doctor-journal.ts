import { findingText, journalWords } from '../../../shared/words/journal.ts'
import { fill, type Language } from '../../../shared/words/words.ts'
import type { Journal } from '../store/port-journal.ts'

export interface JournalCheckParts {
  readonly journal: Pick<Journal, 'standing'>
}

interface Told {
  readonly name: string
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly message: string
}

/** What the start found in the journal, and since: nothing is read anew, which is what `verify` is for. */
export async function journalChecks({ journal }: JournalCheckParts, language: Language): Promise<readonly Told[]> {
  const { findings, replayed, mistrusted, lines, code } = await journal.standing()
  if (findings.length > 0)
    return findings.map((finding) => ({ name: 'journal', verdict: 'bad', message: findingText(finding, language) }))
  const values = { replayed: String(replayed), mistrusted: String(mistrusted), lines: String(lines), code }
  const says = replayed > 0 ? 'mended' : 'sound'
  return [
    {
      name: 'journal',
      verdict: replayed > 0 ? 'warning' : 'good',
      message: fill(journalWords[language][says], values),
    },
  ]
}
