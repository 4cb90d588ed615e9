import { Fault } from '../../../shared/catalogue/faults.ts'
import { parseFault } from '../authority/practice/faults/fault.ts'
import type { Practice } from '../authority/practice/practice.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'

export interface PracticeParts {
  /** Null where a real authority is connected: nobody makes that one misbehave. */
  readonly practice: Practice | null
}

/** Lets the practice authority misbehave until told otherwise, so that a shop can rehearse an outage. */
export const rehearse =
  ({ practice }: PracticeParts): Handler =>
  async ({ body }) => {
    if (!practice) throw new Fault('route_not_found')
    const { kind } = body as { readonly kind: string }
    if (kind === 'none') {
      await practice.faults.clear()
      return ok({ kind })
    }
    const fault = parseFault(body)
    if (!fault) throw validationFailed([{ pointer: '/kind', code: 'not_listed' }])
    if (!(await practice.faults.set(fault))) throw validationFailed([{ pointer: '/uuid', code: 'not_listed' }])
    return ok({ kind: fault.kind })
  }
