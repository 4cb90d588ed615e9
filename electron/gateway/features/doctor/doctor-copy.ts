import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import type { Check } from './check.ts'

/** How old the copy of the database is, and where it lies. */
export function copyChecks(copy: { status(): CopyStatus } | null): readonly Check[] {
  if (!copy) return []
  const { folder, copiedAt, backedUpAt, problem } = copy.status()
  const time = (at: number | null) => (at === null ? '–' : toWire(at))
  const values = { folder, copied: time(copiedAt), backup: time(backedUpAt), problem: problem ?? '' }
  if (problem !== null) return [{ name: 'copy', verdict: 'warning', says: 'copy_stuck', values }]
  return [{ name: 'copy', verdict: 'good', says: 'copy_kept', values }]
}
