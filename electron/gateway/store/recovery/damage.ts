import { codeOf } from '../refusal.ts'

/** Whether pages of the database do not hold what belongs there; what stands on others can still be read. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(cause))
