import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'

const shown = ['needs_person', 'in_doubt', 'unsent', 'unconsolidated'] as const
type OpenCounts = Readonly<Partial<Record<(typeof shown)[number], number | null>>>

/** @returns says how many documents are open, in the words of the status bar. Of what there is none, nothing is said */
export function useOpenCountsText(): (counts: OpenCounts) => readonly string[] {
  const say = useWords(shellWords)
  return (counts) => shown.flatMap((kind) => (counts[kind] ? [say(kind, { count: counts[kind] })] : []))
}
