import { safeParse } from 'zod/mini'
import { wireHash } from '../../http/wire.ts'
import { type Call, call, unsafeCall } from '../../chains/evm/calls.ts'
import { view } from '../../chains/evm/views.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { agreed } from '../../http/agreed.ts'
import type { BridgeAsked } from '../kits/evm/bridge.ts'
import type { EvmService } from '../kits/evm/service.ts'
import { readViews } from '../kits/evm/readViews.ts'
import type { EntryReading } from '../types.ts'

// The gateways of WanBridge. One call locks the tokens of a pair, and a group of nodes pays them out on
// the pair's other chain, less a fee. The call names the pair by a number, so the gateway is asked for
// its token manager, and that for the pair: the two tokens and chains of a route are those which the
// contract itself will use. It takes no minimum (docs/safety.md E9). Code: RapidityLibV4 and
// CrossDelegateV4, verified on Arbiscan; the group has to be ready, what is sent too much comes back.

/**
 * Gateways, by two configurations of the vendor's developers that agree:
 * github.com/codeoneline/swapcross_contract, config/networks.js, and the adapter of DefiLlama (read
 * 2026-11); OPTIMISM by the configuration of the vendor's vaults, read with its token manager.
 */
const gateways = {
  ETH: '0xfCeAAaEB8D564a9D0e71Ef36f027b9D162bC334e',
  BSC: '0xc3711bDbe7E3063bf6c22e7FED42F782Ac82BaeE',
  AVALANCHE: '0x74e121a34a66D54C33f3291f2cdf26B1cd037c3a',
  POLYGON: '0x2216072A246A84f7b9CE0f1415Dd239C9bF201aB',
  ARBITRUM: '0xf7ba155556e2cd4dfe3fe26e506a14d2f4b97613',
  OPTIMISM: '0xc6ae1db6c66d909f7bfeeeb24f9adb8620bf9dbf',
} as const satisfies Partial<Record<BlockchainId, string>>
type Served = keyof typeof gateways

/** Chains of both services. */
export const served = [
  'ETH',
  'BSC',
  'AVALANCHE',
  'POLYGON',
  'ARBITRUM',
  'OPTIMISM',
] as const satisfies readonly Served[]

/** Numbers of chains in pairs; the vendor's documentation, section 2.2.1 (read 2026-11). */
const chainNumbers: Readonly<Record<Served, bigint>> = {
  ETH: 2_147_483_708n,
  BSC: 2_147_484_362n,
  AVALANCHE: 2_147_492_648n,
  POLYGON: 2_147_484_614n,
  ARBITRUM: 1_073_741_826n,
  OPTIMISM: 2_147_484_262n,
}

const milli = 10n ** 15n

/** What both services declare of the contracts. */
export const gatewayService = {
  contracts: Object.fromEntries(served.map((chain) => [chain, [gateways[chain]]])),
  mostFixedFee: {
    ETH: 5n * milli,
    ARBITRUM: 5n * milli,
    OPTIMISM: 5n * milli,
    BSC: 20n * milli,
    AVALANCHE: 500n * milli,
    POLYGON: 20_000n * milli,
  },
  entryOf,
} as const satisfies Partial<EvmService>

const userLock =
  'function userLock(bytes32 smgID, uint256 tokenPairID, uint256 value, bytes userAccount) payable'
const userBurn =
  'function userBurn(bytes32 smgID, uint256 tokenPairID, uint256 value, uint256 fee, address tokenAccount, bytes userAccount) payable'

/** Calls of the gateways; those of the wrappers for partners, and of collectibles, are not declared. */
export const gatewayCalls: readonly Call[] = [
  call(userLock, ([, entry, amountIn, account]) => lockedAt(entry, amountIn, account, null)),
  call(userBurn, ([, entry, amountIn, fee, token, account]) => {
    // The fee comes from a node, and no contract limits it.
    if (fee !== 0n) throw unsafeCall('WanBridge', 'offers a fee out of the payout')
    return lockedAt(entry, amountIn, account, token)
  }),
]

function lockedAt(
  entry: bigint,
  amountIn: bigint,
  account: string,
  srcToken: string | null,
): ReturnType<Call['read']> {
  if (account.length !== 42)
    throw unsafeCall('WanBridge', 'pays an account that is not an EVM address')
  return {
    recipient: account,
    srcToken,
    dstToken: null,
    dst: 'same',
    entry,
    amountIn,
    minOut: null,
    floats: true,
    refundTo: null,
  }
}

/**
 * What is paid out of an amount of the same token.
 * @throws where it would be more than is sent
 */
export function requireLess(
  dstAmount: bigint,
  { tokens: { srcAmount, srcToken, dstToken } }: Pick<BridgeAsked, 'tokens'>,
): bigint {
  const sent = srcAmount * 10n ** BigInt(dstToken.decimals)
  if (dstAmount * 10n ** BigInt(srcToken.decimals) <= sent) return dstAmount
  throw new Error('more is paid out than is sent')
}

/** The pair as the gateway's token manager has it, from the side of the call. */
export async function entryOf(
  ...[entry, { blockchain, to }, context]: Parameters<EntryReading>
): ReturnType<EntryReading> {
  const own = served.find((one) => one === blockchain)
  if (own === undefined) return null
  // The token and chain of a pair come from a node: two hosts have to agree (N1).
  const { rpc, signal } = context
  const agreeing = {
    signal,
    rpc: {
      ...rpc,
      batch: async (...asked: Parameters<typeof rpc.batch>) =>
        (await agreed(rpc, ...asked)).answers,
    },
  }
  const [partners] = await readViews(blockchain, [view(to, getPartners, [])], agreeing)
  if (!partners.ok) return null
  const [manager] = partners.value
  const [pair] = await readViews(blockchain, [view(manager, getTokenPairInfo, [entry])], agreeing)
  if (!pair.ok) return null
  const [fromNumber, fromAccount, toNumber, toAccount] = pair.value
  const sides = [
    { number: fromNumber, account: fromAccount },
    { number: toNumber, account: toAccount },
  ]
  // The contract searches for its own chain in this order.
  const at = sides.findIndex(({ number }) => number === chainNumbers[own])
  const [here, there] = [sides[at], sides[1 - at]]
  const dst = served.find((one) => chainNumbers[one] === there?.number)
  const isEvm = sides.every(({ account }) => account.length === 42)
  if (here === undefined || there === undefined || dst === undefined || dst === own || !isEvm) {
    return null
  }
  return {
    srcToken: here.account.toLowerCase(),
    dstToken: there.account.toLowerCase(),
    dst,
  }
}

const getPartners =
  'function getPartners() view returns (address tokenManager, address smgAdminProxy, address smgFeeProxy, address quota, address sigVerifier)'
const getTokenPairInfo =
  'function getTokenPairInfo(uint256 id) view returns (uint256 fromChainID, bytes fromAccount, uint256 toChainID, bytes toAccount)'

export function hashOrNull(text: string | null | undefined): string | null {
  const { success, data } = safeParse(wireHash, text)
  return success ? data : null
}
