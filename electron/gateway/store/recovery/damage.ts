import { codeOf } from '../refusal.ts'

/** Whether pages of the database do not hold what belongs there; what stands on others can still be read. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(cause))

/** @returns null where it stands on pages that cannot be read. @throws whatever else goes wrong */
export function unlessDamaged<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (cause) {
    if (isDamage(cause)) return null
    throw cause
  }
}
