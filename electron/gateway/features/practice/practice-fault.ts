import type { z } from 'zod'
import { Fault, type FaultEntry } from '../../../../shared/api/faults.ts'
import { entriesOf } from '../../../../shared/api/findings.ts'
import { faultKinds, parseFault } from '../../authority/practice/faults.ts'
import type { Practice } from '../../authority/practice/practice.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'

export interface PracticeDeps {
  /** Null where a real authority is connected: nobody makes that one misbehave. */
  readonly practice: Practice | null
}

/** Lets the practice authority misbehave until told otherwise, so that a shop can rehearse an outage. */
export const rehearse =
  ({ practice }: PracticeDeps): OperatorHandler<'practiceFault'> =>
  async ({ body }) => {
    if (!practice) throw new Fault('route_not_found')
    const { kind } = body
    if (kind === 'none') {
      await practice.faults.clear()
      return ok({ kind })
    }
    const parsed = parseFault(body)
    if ('issues' in parsed) throw validationFailed(wrongIn(kind, parsed.issues, body))
    if (!(await practice.faults.set(parsed.fault)))
      throw validationFailed([{ pointer: '/uuid', code: 'unknown_document' }])
    return ok({ kind })
  }

const kinds: readonly string[] = [...faultKinds, 'none']

const wrongIn = (kind: string, issues: readonly z.core.$ZodIssue[], body: unknown): FaultEntry[] =>
  kinds.includes(kind)
    ? entriesOf(issues, body)
    : [{ pointer: '/kind', code: 'not_listed', values: { allowed: kinds.join(', ') } }]
