import { useQuery } from '@tanstack/react-query'
import { operator } from './api.ts'

/** The people who can sign in, with the length of each PIN. */
export const useSignInPeople = (enabled = true) =>
  useQuery({ queryKey: ['people-names'], queryFn: () => operator('peopleNames'), enabled })

/** The number of digits of a person's PIN; undefined or null if it is not known. */
export const usePinDigits = (person: string | undefined) =>
  useSignInPeople().data?.items.find(({ id }) => id === person)?.pin_digits
