const { NODE_OPTIONS = '' } = process.env
const loaded = { NODE_OPTIONS: `${NODE_OPTIONS} --import=${new URL('./dies-at.ts', import.meta.url).href}` }

/**
 * Environment of a process that dies at a checkpoint.
 * @param place `claimed`, or `claimed:2` for its second time there; empty for none
 */
export const dyingAt = (place: string): Readonly<Record<string, string>> =>
  place === '' ? {} : { ...loaded, DIES_AT: place }

/** Environment of a process that stops at a checkpoint, like a sleeping computer. */
export const stoppingAt = (place: string): Readonly<Record<string, string>> => ({ ...loaded, STOPS_AT: place })
