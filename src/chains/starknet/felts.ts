import { keccak_256 } from '@noble/hashes/sha3.js'

// Numbers of Starknet: calls, addresses and events are lists of them. https://docs.starknet.io

/** The prime below which they are. */
const prime = (1n << 251n) + 17n * (1n << 192n) + 1n
const half = 1n << 128n

/** Null for a text that is not one. */
export function readFelt(text: string): bigint | null {
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) return null
  const felt = BigInt(text)
  return felt < prime ? felt : null
}

/** Null where one of them is not one. */
export function readFelts(texts: readonly string[]): bigint[] | null {
  const felts: bigint[] = []
  for (const text of texts) {
    const felt = readFelt(text)
    if (felt === null) return null
    felts.push(felt)
  }
  return felts
}

/** As this program writes addresses: all 64 digits. */
export function feltAddress(felt: bigint): string {
  return `0x${felt.toString(16).padStart(64, '0')}`
}

/** The two halves of an amount, lower one first. */
export function splitUint(amount: bigint): [low: bigint, high: bigint] {
  return [amount % half, amount / half]
}

/** Null for halves that are too large. */
export function joinUint(low: bigint, high: bigint): bigint | null {
  return low < half && high < half ? low + high * half : null
}

/** Of a function or an event: its Keccak hash, cut to 250 bits. */
export function starknetSelector(name: string): bigint {
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(name))).toString('hex')
  return BigInt(`0x${hash}`) % (1n << 250n)
}
