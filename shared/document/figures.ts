/** Decimal strings as they are: a figure of a document is never computed here. */
export function grouped(amount: string): string {
  const [whole = '', cents = ''] = amount.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

const leastPlaces = 2

/** A price with its sen, which may have more places than that: `3.5` is `3.50`. */
export function withSen(price: string): string {
  const [whole = '', places = ''] = price.split('.')
  return `${whole}.${places.padEnd(leastPlaces, '0')}`
}
