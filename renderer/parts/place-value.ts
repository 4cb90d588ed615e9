/** No name of a place can have a line break in it. */
const apart = '\n'

export const everywhere = apart

/** Names of a place, the widest first, as one value of a choice. */
export const placeValue = (names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined).join(apart) || everywhere

/** The names again; none for everywhere. */
export const namesIn = (value: string | null): readonly string[] =>
  value === null || value === everywhere ? [] : value.split(apart)
