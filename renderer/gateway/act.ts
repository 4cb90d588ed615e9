import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { GatewayProblem } from '../../shared/api/call.ts'
import { focusFirstFault } from '../parts/in-sight.ts'

/**
 * A mutation for one act of a person. When it ends, done or refused, the screens fetch again what it may have changed.
 * If fields were refused, the first of them gets the focus.
 * @param stale first parts of the query keys to fetch again @param done called if the act was done
 */
export function useAct<Given = void, Answer = unknown>(
  stale: readonly string[],
  act: (given: Given) => Promise<Answer>,
  done?: (answer: Answer) => unknown,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient()
  const acting = useMutation({
    mutationFn: act,
    ...(done && { onSuccess: done }),
    onSettled: () => Promise.all(stale.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  const { error } = acting
  useEffect(() => {
    if (error instanceof GatewayProblem && error.problem.errors.length > 0) focusFirstFault()
  }, [error])
  return acting
}
