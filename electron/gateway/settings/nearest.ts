/** Of these names the one that somebody most likely meant by another. @throws TypeError where there are none */
export const nearestOf = (name: string, names: readonly string[]): string =>
  names
    .map((each) => ({ each, distance: distanceBetween(name, each) }))
    .reduce((nearest, one) => (one.distance < nearest.distance ? one : nearest)).each

/** How many letters have to be put in or taken away; a word left out is then nearer than another word in its place. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries())
      next.push(letter === wanted ? (row[to] ?? 0) : 1 + Math.min(next[to] ?? 0, row[to + 1] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
