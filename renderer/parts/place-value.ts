/** Separates the names. No name can have a line break in it. */
const separator = '\n'

export const allPlaces = separator

/** Company, outlet, till … as one value for a `Select`, the widest first. */
export const placeValue = (names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined).join(separator) || allPlaces

/** The names in such a value; none for everywhere. */
export const namesIn = (value: string | null): readonly string[] =>
  value === null || value === allPlaces ? [] : value.split(separator)
