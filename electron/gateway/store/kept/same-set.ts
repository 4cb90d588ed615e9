/** Whether two lists have the same numbers, in whatever order and however often. */
export function isSameSet(one: Iterable<number>, other: Iterable<number>): boolean {
  const [here, there] = [new Set(one), new Set(other)]
  return here.size === there.size && [...here].every((each) => there.has(each))
}
