import type { BlockchainId } from './blockchainIds.ts'

/** Native coin of EVM chains and of most others in requests (service contract, section 2.2). */
export const zeroAddress = '0x0000000000000000000000000000000000000000'

/** A token is a chain and an address; its symbol never decides anything (docs/safety.md A7). */
export type Token = {
  blockchain: BlockchainId
  /** In the contract's spelling; EVM addresses carry their EIP-55 checksum. */
  address: string
  symbol: string
  name: string
  decimals: number
  /** False when only the chain itself is the source of symbol and decimals. */
  listed: boolean
  native: boolean
}

export type TokenAmount = { token: Token; amount: bigint }

export function isSameToken(a: Token, b: Token): boolean {
  return a.blockchain === b.blockchain && a.address.toLowerCase() === b.address.toLowerCase()
}

/** Whether two addresses of an EVM chain are the same, in any letter case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
