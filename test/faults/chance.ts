/** Random numbers that are the same for the same seed (mulberry32). */
export interface Chance {
  /** From 0 up to 1. */
  fraction(): number
  /** A whole number from 0 up to `below`. */
  upTo(below: number): number
  isIn(share: number): boolean
  /** @throws Error if the list is empty */
  one<Thing>(things: readonly Thing[]): Thing
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (below: number) => Math.floor(fraction() * below)
  return {
    fraction,
    upTo,
    isIn: (share) => fraction() < share,
    one(things) {
      const thing = things[upTo(things.length)]
      if (thing === undefined) throw new Error('nothing to choose from')
      return thing
    },
  }
}
