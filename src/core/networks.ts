import { BlockList, isIP } from 'node:net'

/** Networks by the names that Express and proxy-addr use for them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Whether a text is an IP address, a network in CIDR form, or a name of one. A network of every
 * address is not: it would trust whatever a caller writes.
 */
export function isNetwork(text: string): boolean {
  return Object.hasOwn(named, text) || parts(text) !== null
}

/** Whether a plain IP address (`plainAddress`) is in one of the networks, which are `isNetwork`. */
export function createNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of networks.flatMap((network) => named[network] ?? [network])) {
    const network = parts(text)
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** An address without port, brackets and zone, IPv4 in its own form; null for any other text. */
export function plainAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, withPort] = /^(\d[\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  const mapped = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(mapped) === 0 ? null : mapped
}

/** The addresses that one household or machine usually has: an IPv4 address, an IPv6 /64. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter((part) => part !== '')
  const last = (tail ?? '').split(':').filter((part) => part !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

type Family = 'ipv4' | 'ipv6'

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function parts(text: string): { address: string; prefix: number; family: Family } | null {
  const [address = '', length, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return null
  const family = familyOf(address)
  const longest = family === 'ipv6' ? 128 : 32
  if (length === undefined) return { address, prefix: longest, family }
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : 0
  return prefix > 0 && prefix <= longest ? { address, prefix, family } : null
}
