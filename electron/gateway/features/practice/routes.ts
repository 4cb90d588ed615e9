import type { z } from 'zod'
import { Fault, type FieldFault, faultsOfIssues, validationFailed } from '../../../../shared/api/faults.ts'
import { faultKinds, parseFault } from '../../authority/practice/faults.ts'
import type { Practice } from '../../authority/practice/practice.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'

export interface PracticeDeps {
  /** Null if a real authority is connected. */
  readonly practice: Practice | null
}

export const practiceRoutes = ({ practice }: PracticeDeps) =>
  ({
    practiceFault: async ({ body }) => {
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
    },
  }) satisfies Partial<OperatorHandlers>

const kinds: readonly string[] = [...faultKinds, 'none']

const wrongIn = (kind: string, issues: readonly z.core.$ZodIssue[], body: unknown): FieldFault[] =>
  kinds.includes(kind)
    ? faultsOfIssues(issues, body)
    : [{ pointer: '/kind', code: 'not_listed', values: { allowed: kinds.join(', ') } }]
