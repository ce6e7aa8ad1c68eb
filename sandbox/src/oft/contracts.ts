import type { Hex } from 'viem'
import { findSandboxChain, type SandboxBlockchain } from '../chains.ts'
import { tokenOf } from '../seed/tokens.ts'

/** A contract of USDT0 on a chain of the sandbox. */
export type SandboxOft = { blockchain: SandboxBlockchain; oft: Hex; token: string; eid: number }

type Row = readonly [blockchain: SandboxBlockchain, oft: Hex, eid: number]

// Contracts: https://docs.usdt0.to/technical-documentation/developer (2026-11). Endpoint ids:
// https://docs.layerzero.network/v2/deployments/deployed-contracts (2026-11).
const rows: readonly Row[] = [
  ['ETH', '0x6C96dE32CEa08842dcc4058c14d3aaAD7Fa41dee', 30_101],
  ['ARBITRUM', '0x14E4A1B13bf7F943c8ff7C51fb60FA964A298D92', 30_110],
  ['POLYGON', '0x6BA10300f0DC58B7a1e4c0e41f5daBb7D7829e13', 30_109],
]

export const sandboxOfts: readonly SandboxOft[] = rows.map(([blockchain, oft, eid]) => ({
  blockchain,
  oft,
  eid,
  token: tokenOf(blockchain, 'USDT').address,
}))

/** The contract of a chain; null if absent. */
export function oftOf(blockchain: string): SandboxOft | null {
  const chain = findSandboxChain(blockchain)
  return sandboxOfts.find((one) => one.blockchain === chain?.blockchain) ?? null
}

/** Null for a chain that is not here: nothing arrives there. */
export function oftOfEid(eid: number): SandboxOft | null {
  return sandboxOfts.find((one) => one.eid === eid) ?? null
}
