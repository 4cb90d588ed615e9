/** What stands before the servers, the servers one after the other, and what stands behind them. */
const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/

/**
 * An address that names several servers one after the other, as `postgres://resit@one.example,two.example:5433/resit`.
 * @returns an address for each of them; none where it is no such address
 */
export function addressesIn(list: string): readonly URL[] {
  const [, before = '', servers = '', behind = ''] = parts.exec(list) ?? []
  const addresses = servers.split(',').map((server) => `${before}${server}${behind}`)
  return servers !== '' && addresses.every((address) => URL.canParse(address))
    ? addresses.map((address) => new URL(address))
    : []
}
