/** What every node in the tests returns for registries that providers ask for their own contracts. */
import { encodeFunctionResult, parseAbi } from 'viem'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import type { DecodedCall, PoolStep } from '../../src/core/transaction.ts'

/**
 * The only contract that is registered, for every caller: the Settler that the README of
 * 0xProject/0x-settler names as Ethereum's present one.
 */
export const registeredKeeper = '0xd07c4f45bc9b389d286cb094f97bb6ba45f4bb30'

/** The only locker of TeleSwap, which the README of @teleportdao/teleswap-sdk 4.2.1 has. */
export const registeredLocker = '0xa91472df0f82c4bcfe01a274bd521e5d4c66586b7a5b87'

/** Whether the chain would vouch for a contract or locker. */
export function isRegistered(keeper: string): boolean {
  return [registeredKeeper, registeredLocker].includes(keeper.toLowerCase())
}

const registries: readonly unknown[] = ['0x00000000000004533Fe15556B1E086BB1A72cEae']

type Side = { blockchain: BlockchainId; number: bigint; token: string }

const eth = { blockchain: 'ETH', number: 2_147_483_708n } as const
const bsc = { blockchain: 'BSC', number: 2_147_484_362n } as const
const avalanche = { blockchain: 'AVALANCHE', number: 2_147_492_648n } as const
const arbitrum = { blockchain: 'ARBITRUM', number: 1_073_741_826n } as const
const coin = `0x${'0'.repeat(40)}`

/** Pairs of WanBridge, as its token managers have them. */
const pairs: Readonly<Record<string, readonly [Side, Side]>> = {
  // USDT
  '234': [
    { ...avalanche, token: '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7' },
    { ...bsc, token: '0x55d398326f99059ff775485246999027b3197955' },
  ],
  '236': [
    { ...eth, token: coin },
    { ...arbitrum, token: coin },
  ],
  // Another token and another chain on the other side.
  '238': [
    { ...avalanche, token: '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7' },
    { ...bsc, token: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d' },
  ],
  '242': [
    { ...avalanche, token: '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7' },
    { ...eth, token: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
  ],
  '244': [
    { ...eth, token: coin },
    { ...arbitrum, token: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1' },
  ],
  '246': [
    { ...bsc, token: coin },
    { ...eth, token: coin },
  ],
}

/** What an entry represents on a chain; null: nothing. */
export function registeredEntry(
  entry: bigint,
  blockchain: BlockchainId,
): Pick<DecodedCall, 'srcToken' | 'dstToken' | 'dst'> | null {
  const pair = pairs[String(entry)] ?? []
  const here = pair.find((side) => side.blockchain === blockchain)
  const there = pair.find((side) => side.blockchain !== blockchain)
  if (here === undefined || there === undefined) return null
  return { srcToken: here.token, dstToken: there.token, dst: there.blockchain }
}

/** The token manager of every gateway. */
const manager = '0x0000000000000000000000000000000000070a17'
const getPartners = '0x73e29b0d'
const views = parseAbi([
  'function getPartners() view returns (address, address, address, address, address)',
  'function getTokenPairInfo(uint256 id) view returns (uint256, bytes, uint256, bytes)',
])

/** The answer of a registry; undefined for any other question. */
export function registryAnswer(method: string, params: readonly unknown[]): string | undefined {
  const [call] = params
  if (method !== 'eth_call' || typeof call !== 'object' || call === null) return undefined
  const to = 'to' in call ? call.to : null
  const data = 'data' in call ? String(call.data) : ''
  if (registries.includes(to)) return `0x${registeredKeeper.slice(2).padStart(64, '0')}`
  if (data === getPartners) {
    const result = [manager, manager, manager, manager, manager] as const
    return encodeFunctionResult({ abi: views, functionName: 'getPartners', result })
  }
  if (String(to).toLowerCase() !== manager) return undefined
  const [from, into] = pairs[String(BigInt(`0x${data.slice(10)}`))] ?? []
  const result = [
    from?.number ?? 0n,
    hexOf(from?.token),
    into?.number ?? 0n,
    hexOf(into?.token),
  ] as const
  return encodeFunctionResult({ abi: views, functionName: 'getTokenPairInfo', result })
}

function hexOf(token = '0x'): `0x${string}` {
  return `0x${token.slice(2)}`
}

/**
 * Pools that their exchanges list, with their tokens in the pool's own order: cases of pools that
 * calls name in place of tokens put theirs here.
 */
export const registeredPools = new Map<string, readonly [first: string, second: string]>()

/** How the contracts of such pools compute what they pay, for calls that say so. */
export const registeredCodes = new Map<string, NonNullable<PoolStep['code']>>()
