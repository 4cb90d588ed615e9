/** Whoever has one IPv6 address has a network of them: its first four groups. */
export function networkOf(ip: string): string {
  // IPv4, also as a proxy that listens for both writes it: `::ffff:192.0.2.1`.
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':'))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
