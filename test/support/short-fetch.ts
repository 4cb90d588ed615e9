/** Where Node keeps what its own fetch asks with, and so how long that waits: five minutes, which no test has. */
const place = Symbol.for('undici.globalDispatcher.1')

/** Node's own fetch gives up after a second and a half at the latest. @returns how it is as it was */
export async function shortenFetch(): Promise<() => void> {
  // There is none before the first fetch.
  await fetch('data:,')
  const holder = globalThis as unknown as Record<symbol, object>
  const usual = holder[place] as { readonly constructor: new (options: object) => object }
  holder[place] = new usual.constructor({ headersTimeout: 500, bodyTimeout: 500 })
  return () => {
    holder[place] = usual
  }
}
