/** On the clock of this machine, YYYY-MM-DD. */
export const today = (): string =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
