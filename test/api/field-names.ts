export type Walked = Readonly<Record<string, unknown>>

/** The names of all fields and parameters in a part of the reference. */
export function fieldNamesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const parameter = 'in' in value && 'name' in value ? [String(value.name)] : []
  return [...parameter, ...Object.keys(propertiesIn(value)), ...Object.values(value).flatMap(fieldNamesIn)]
}

export const propertiesIn = (value: object): Walked =>
  'properties' in value && typeof value.properties === 'object' ? ((value.properties ?? {}) as Walked) : {}
