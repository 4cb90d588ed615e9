import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A mutation for one act of a person. When it ends, done or refused, the screens fetch again what it may have changed.
 * @param stale first parts of the query keys to fetch again @param done called if the act was done
 */
export function useAct<Given = void, Answer = unknown>(
  stale: readonly string[],
  act: (given: Given) => Promise<Answer>,
  done?: (answer: Answer) => unknown,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    ...(done && { onSuccess: done }),
    onSettled: () => Promise.all(stale.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
