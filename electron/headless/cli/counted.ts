/** A count with its noun, as English says it: `1 document`, `2 documents`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
