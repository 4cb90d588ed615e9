/** Whether two lists have the same in them, in whatever order and however often. */
export function isSameSet<Each>(one: Iterable<Each>, other: Iterable<Each>): boolean {
  const [here, there] = [new Set(one), new Set(other)]
  return here.size === there.size && [...here].every((each) => there.has(each))
}
