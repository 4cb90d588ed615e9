/** The symbol under which Node keeps the agent of `fetch`. The agent waits five minutes, and no test can. */
const place = Symbol.for('undici.globalDispatcher.1')

/** Makes Node's `fetch` give up after a second and a half. @returns undoes it */
export async function shortenFetch(): Promise<() => void> {
  // The agent exists only after the first `fetch`.
  await fetch('data:,')
  const holder = globalThis as unknown as Record<symbol, object>
  const usual = holder[place] as { readonly constructor: new (options: object) => object }
  holder[place] = new usual.constructor({ headersTimeout: 500, bodyTimeout: 500 })
  return () => {
    holder[place] = usual
  }
}
