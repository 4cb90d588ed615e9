import { BlockList, isIP } from 'node:net'

/** @param networks each an address and its bits, as `10.0.0.0/8` */
export function addressListOf(...networks: readonly (readonly string[])[]): BlockList {
  const list = new BlockList()
  for (const network of networks.flat()) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

export const loopbackAddresses = addressListOf(['127.0.0.0/8', '::1/128'])

/** Without the brackets of IPv6. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** @returns false for a name. An IPv4 address in IPv6 form counts as IPv4. */
export function isListedAddress(list: BlockList, host: string): boolean {
  const [address = ''] = host.split('%')
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
