import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * What a person does. Afterwards, whether it was done or refused, what the screens show of it is asked for again.
 * @param stale the first parts of the keys of those questions @param done what follows if it was done
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
