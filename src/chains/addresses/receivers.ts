import { type Chain, isEvmChain } from '../chains.ts'
import { builtInTokens } from '../tokens.ts'
import { toHex } from './codecs.ts'
import type { AcceptedAddress } from './result.ts'
import { formatTonAddress, parseTonAddress } from './ton.ts'

// Well-formed addresses that must never receive a payment (docs/safety.md A4, A6).

// A key for an address with eight equal bytes in a row cannot be found: 2^56 tries and more.
const equalBytes = /(..)\1{7}/
const repeatedPattern = /^(.{2,8})\1+.{0,7}$/

/** Addresses without an owner, and some with a public private key; in lower case. */
const unownedEvm = new Set([
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x00000000000000000000045261d4ee77acdb3286',
  '0xdead000000000000000042069420694206942069',
  '0x0123456789012345678901234567890123456789',
  '0x1234567890123456789012345678901234567890',
])

/** Exchanges take tokens from it by signature; tokens sent to it cannot be recovered. */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Accounts of "test test test … junk", which every developer's local chain funds. */
const sampleEvm = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  // Owner of the private key 1.
  '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
  // The accounts of this program's own sandbox, whose keys are in its source.
  '0xcee20818b7a8d5ff4da6502aeed518bd35bdc872',
  '0xb5126d080d220e32423ff1d48b2649e5522a892c',
])

/** The same on TON, by account identifier. */
const sampleTon = new Set([
  'c123232281b37ceecbdc06de9caa2d8f6d7efdf4990093e345218e283133fda9',
  'af0959b973c3f2b4590d8004f8b0b8d015752ed0bd12234e042446cf37bbc992',
])

const unownedElsewhere = new Set([
  // BITCOIN and its relatives: examples of the specifications, private key 1, well-known burn
  // addresses.
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
  '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  // SOLANA: programs and the incinerator.
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  // RIPPLE: accounts without a key.
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  // System account names.
  'eosio',
  'eosio.null',
  'eosio.token',
  'near',
  'system',
  'null',
])

export type ReceiverOptions = {
  /**
   * Canonical or lower-case addresses of routers, spenders and tokens of this chain. The built-in
   * tokens need not be listed.
   */
  knownContracts?: ReadonlySet<string>
  /** The user's own accounts and earlier recipients: a near-copy of one is a trap. */
  knownAddresses?: Iterable<string>
  /** A local chain may pay the well-known developer accounts. */
  sandbox?: boolean
}

/**
 * Why this well-formed address must not receive a payment, as the end of a sentence; null when it
 * may.
 */
export function receiverFault(
  chain: Chain,
  { address, payload }: AcceptedAddress,
  options: ReceiverOptions,
): string | null {
  const lower = address.toLowerCase()
  const hex = payload === null ? '' : toHex(payload)
  if (/^(00)+$/.test(hex)) return 'is the zero address: tokens sent there are lost'
  if (equalBytes.test(hex) || (hex !== '' && repeatedPattern.test(hex))) {
    return 'is a burn or system address without a known key'
  }
  if (unownedEvm.has(lower) || unownedElsewhere.has(address)) {
    return 'is a burn, system or sample address'
  }
  const isSample = sampleEvm.has(lower) || (chain.addressFormat === 'ton' && sampleTon.has(hex))
  if (options.sandbox !== true && isSample) return 'is an account whose private key is public'
  if (isContract(chain, address, options.knownContracts)) {
    return 'is the contract of a token or an exchange, which cannot forward what it receives'
  }
  const near = nearestCopy(address, [...(options.knownAddresses ?? [])], chain)
  return near === null ? null : `begins and ends like your known address ${near}, but differs`
}

/** The known address that this one imitates; null also for one that is itself known. */
function nearestCopy(address: string, known: readonly string[], chain: Chain): string | null {
  const own = ownPart(address, chain)
  if (known.some((other) => ownPart(other, chain) === own)) return null
  return known.find((other) => isNearCopy(address, other, chain)) ?? null
}

function isContract(chain: Chain, address: string, known?: ReadonlySet<string>): boolean {
  const spellings = [address, address.toLowerCase(), bounceableForm(chain, address)]
  if (spellings.some((spelling) => known?.has(spelling))) return true
  if (isEvmChain(chain) && address.toLowerCase() === permit2) return true
  const tokens = builtInTokens(chain.id).filter((token) => !token.native)
  return [chain.wrappedNative, chain.multicall3, ...tokens.map((token) => token.address)].some(
    (contract) => contract !== null && spellings.includes(contract),
  )
}

/** Token lists write TON contracts in bounceable form, whatever form the receiver has. */
function bounceableForm(chain: Chain, address: string): string {
  const ton = chain.addressFormat === 'ton' ? parseTonAddress(address) : null
  return ton === null ? address : formatTonAddress(ton, true)
}

const endLength = 4

/**
 * Same first and last four characters (after the prefix all addresses of the chain share),
 * different text between: the pattern of address poisoning, which exploits shortened addresses.
 */
export function isNearCopy(address: string, known: string, chain: Chain): boolean {
  const a = ownPart(address, chain)
  const b = ownPart(known, chain)
  if (a === b || a.length < 3 * endLength) return false
  return (
    a.slice(0, endLength) === b.slice(0, endLength) && a.slice(-endLength) === b.slice(-endLength)
  )
}

function ownPart(address: string, chain: Chain): string {
  const ton = chain.addressFormat === 'ton' ? parseTonAddress(address) : null
  // After the two characters that distinguish wallets from contracts, not accounts from each other.
  if (ton !== null) return formatTonAddress(ton, false).slice(2)
  const isCaseless = chain.addressFormat === 'evm' || chain.addressFormat === 'xdc'
  const text = isCaseless ? address.toLowerCase() : address
  const { hrp, prefix } = chain.addressParams
  const common = [
    hrp === undefined ? '' : `${hrp}1`,
    prefix === undefined ? '' : `${prefix}:`,
    '0x',
  ]
  const front = common.find((beginning) => beginning !== '' && text.startsWith(beginning)) ?? ''
  return text.slice(front.length)
}
