import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

/** A change in the settings; what the screen shows of it is asked for again. */
export function useAct<Given, Answer>(
  stale: string,
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => queries.invalidateQueries({ queryKey: [stale] }) })
}
