import { rebuildFromJournal } from '../../gateway/installation/journal-at-rest.ts'
import { atRest, type RestingPlace } from './at-rest.ts'
import { counted } from './counted.ts'

interface RebuiltShown {
  readonly lines: number
  readonly broken_at: number | null
  readonly mistrusted: number
  readonly kept_as: string | null
}

/** Makes the database anew from its journal alone, while no gateway runs. */
export async function rebuild(place: RestingPlace): Promise<RebuiltShown> {
  const { where, ports } = atRest(place)
  const { lines, brokenAt, mistrusted, keptAs } = await rebuildFromJournal(where, ports)
  return { lines, broken_at: brokenAt, mistrusted, kept_as: keptAs }
}

export const rebuiltText = ({ lines, broken_at, mistrusted, kept_as }: RebuiltShown): string =>
  [
    `The database was made anew from ${lines} journal lines.`,
    ...(broken_at === null
      ? []
      : [`The journal cannot be read from line ${broken_at} on; what follows is kept beside it.`]),
    `${counted(mistrusted, 'document')} ${mistrusted === 1 ? 'is' : 'are'} looked up at the tax authority before anything of them is sent.`,
    ...(kept_as === null ? [] : [`The database that was there is kept as ${kept_as}.`]),
    'A journal has no people, no drafts and no refreshed code lists: whoever signs in has to be added again with “resit operator add”, what was only drafted is written again, the code lists are fetched again by themselves.',
    'Nor has it shifts with their reports, comparisons with the authority, figures of the outbox, or the list of consolidation runs: keep what was printed (each closing and its head code are in the journal) and open a shift at each till; opened today, it counts all sales of today under its code. Which receipt is in which consolidated document is as it was.',
    'Run “resit verify”, then start the gateway.',
  ].join('\n')

export const isWhole = ({ broken_at }: RebuiltShown): boolean => broken_at === null
