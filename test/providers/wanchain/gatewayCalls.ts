import { at, put } from '../../support/bodies.ts'
import type { HostileCall } from '../callCase.ts'
import { evm, hash } from '../depositSupport.ts'

/** Calls of WanBridge's gateways, by RapidityLibV4 (verified on Arbiscan). */
export const lockSignature =
  'function userLock(bytes32 smgID, uint256 tokenPairID, uint256 value, bytes userAccount) payable'
export const burnSignature =
  'function userBurn(bytes32 smgID, uint256 tokenPairID, uint256 value, uint256 fee, address tokenAccount, bytes userAccount) payable'

export const groupId = hash('group')

/** Pairs that sell USDT of AVALANCHE, and coins of ETH, for something else; and one that does not. */
export const otherPairs = {
  AVALANCHE: { bought: 238n, chain: 242n, sold: 236n },
  ETH: { bought: 244n, chain: 246n, sold: 242n },
} as const

/** What only this service could hide in a call; its pair, and its account as bytes. */
export function gatewayHostile(
  tx: string,
  pair: string,
  account: string,
  others: Record<'bought' | 'chain' | 'sold', bigint> = otherPairs.AVALANCHE,
): readonly HostileCall[] {
  const entry = (name: string, id: bigint): HostileCall => [
    name,
    'E8',
    ({ args }) => put(args, pair, id),
  ]
  const paid = (name: string, change: (old: string) => string): HostileCall => [
    name,
    'E8',
    ({ args }) => put(args, account, change(String(at(args, account)))),
  ]
  return [
    entry('a pair with another bought token', others.bought),
    entry('a pair with another chain', others.chain),
    entry('a pair with another sold token', others.sold),
    entry('a pair that does not exist', 4_000n),
    paid('no receiver', () => '0x'),
    paid('a receiver as text', (old) => `0x${Buffer.from(old).toString('hex')}`),
    paid('a receiver with bytes behind it', (old) => `${old}00`),
    ['the wrapper of a partner', 'E2', ({ body }) => put(body, `${tx}.to`, evm('wrapper'))],
  ]
}
