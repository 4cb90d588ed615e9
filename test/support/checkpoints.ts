const { NODE_OPTIONS = '' } = process.env
const loaded = { NODE_OPTIONS: `${NODE_OPTIONS} --import=${new URL('./dies-at.ts', import.meta.url).href}` }

/**
 * What a process is given that is to die at a place.
 * @param place `claimed`, or `claimed:2` for its second time there; none where it is empty
 */
export const dyingAt = (place: string): Readonly<Record<string, string>> =>
  place === '' ? {} : { ...loaded, DIES_AT: place }

/** What a process is given that is to fall asleep there. */
export const stoppingAt = (place: string): Readonly<Record<string, string>> => ({ ...loaded, STOPS_AT: place })
