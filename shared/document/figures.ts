/** Separates thousands. It works on the text and computes nothing. */
export function groupDigits(amount: string): string {
  const [whole = '', cents = ''] = amount.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

const leastPlaces = 2

/** `3.5` becomes `3.50`; more places stay. */
export function withSen(price: string): string {
  const [whole = '', places = ''] = price.split('.')
  return `${whole}.${places.padEnd(leastPlaces, '0')}`
}
