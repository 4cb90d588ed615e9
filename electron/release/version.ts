/** Dotted figures, with what a pre-release adds left out: we publish none. */
export const versionForm = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

export const newerOf = (one: string, other: string): string => (compareVersions(one, other) < 0 ? other : one)

/** @returns negative where the one is older, zero where they are the same */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
