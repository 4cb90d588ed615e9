/** Separates the names. No name can have a line break in it. */
const separator = '\n'

export const allPlacesValue = separator

/** Company, outlet, till … as one value for a `Select`, the widest first. */
export const placeSelectValue = (names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined).join(separator) || allPlacesValue

/** The names in such a value; none for everywhere. */
export const parsePlaceValue = (value: string | null): readonly string[] =>
  value === null || value === allPlacesValue ? [] : value.split(separator)
