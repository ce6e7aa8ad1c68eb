import { expect, test } from 'vitest'

import { encodeAddress } from '../../../src/chains/evm/hex.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { readCall } from '../../../src/chains/evm/readCall.ts'
import { rowCalls } from '../../../src/providers/onchain/rowCalls.ts'
import { chainRows, type DeploymentRow } from '../../../src/providers/onchain/rows.ts'
import type { PoolSwap } from '../../../src/providers/onchain/state.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'

const rows = chainRows('ETH')?.rows ?? []
const receiver = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const terms = { recipient: receiver, amountIn: 5n, amountOutMin: 7n, deadline: 1_800_000_000n }

const decodeRowCall = (list: readonly DeploymentRow[], to: string, data: string) =>
  readCall('the exchange', rowCalls(list, to), data)

function rowOf<Family extends DeploymentRow['family']>(
  list: readonly DeploymentRow[],
  id: string,
  family: Family,
): Extract<DeploymentRow, { family: Family }> {
  const found = list.find((row) => row.id === id && row.family === family)
  if (found === undefined) throw new Error(`no row ${id}`)
  return found as Extract<DeploymentRow, { family: Family }> // its family was just compared
}

const v3 = rowOf(rows, 'UNI_SWAP_V3', 'uniswap-v3')
const v2 = rowOf(rows, 'UNISWAP_V2', 'uniswap-v2')
const wrapped = rowOf(rows, 'WRAPPED', 'wrapped')

function swap(tokens: readonly string[], change: Partial<typeof terms> = {}): string {
  const state: PoolSwap = {
    family: 'uniswap-v3',
    row: v3,
    direction: 'tokens',
    routerKind: 'router02',
    tokens,
    tiers: [500],
  }
  return encodeSwap(state, { ...terms, ...change })
}

function checkOf(list: readonly DeploymentRow[], to: string, data: string): unknown {
  try {
    decodeRowCall(list, to, data)
    return 'read'
  } catch (thrown) {
    return thrown instanceof SwaprouteError ? thrown.context['check'] : thrown
  }
}

test('a swap of the contract itself is read', () => {
  const call = decodeRowCall(rows, v3.router, swap([usdt, dai]))
  expect(call).toMatchObject({ recipient: receiver, amountIn: 5n, minOut: 7n, dstToken: dai })
})

test('a call that cannot be read is refused although it names the receiver', () => {
  const stolen = swap([usdt, dai], { recipient: mallory }) + encodeAddress(receiver)
  expect(checkOf(rows, v3.router, stolen)).toBe('E8')
})

test('a call for another contract is refused: wrapped coins take it for a deposit', () => {
  expect(checkOf(rows, wrapped.wrapped, swap([v3.wrapped, dai]))).toBe('E8')
  expect(checkOf(rows, v2.router, swap([usdt, dai]))).toBe('E8')
  expect(checkOf(rows, mallory, swap([usdt, dai]))).toBe('E8')
  expect(checkOf(rows, wrapped.wrapped, '0xd0e30db0')).toBe('read')
})

test('the zero address is not a token of a path', () => {
  expect(checkOf(rows, v3.router, swap([zeroAddress, dai]))).toBe('E8')
  expect(checkOf(rows, v3.router, swap([usdt, zeroAddress]))).toBe('E8')
})

test('a call of a coin that is a token as well shows it', () => {
  const celo = chainRows('CELO')?.rows ?? []
  const row = rowOf(celo, 'UNI_SWAP_V3', 'uniswap-v3')
  const bought = decodeRowCall(celo, row.router, swap([usdt, row.wrapped]))
  expect(bought).toMatchObject({ dstToken: row.wrapped.toLowerCase(), dstIsCoin: true })
  const v2 = rowOf(celo, 'UBE_SWAP', 'uniswap-v2')
  const tokens = [usdt, v2.wrapped]
  const state = {
    family: 'uniswap-v2',
    row: v2,
    direction: 'tokens',
    nativeWord: null,
    tokens,
    flags: [],
  } satisfies PoolSwap
  expect(decodeRowCall(celo, v2.router, encodeSwap(state, terms))).toMatchObject({
    dstIsCoin: true,
  })
  expect(decodeRowCall(celo, row.router, swap([usdt, dai]))).not.toHaveProperty('dstIsCoin')
  expect(decodeRowCall(rows, v3.router, swap([usdt, v3.wrapped]))).not.toHaveProperty('dstIsCoin')
})

test('a router that wraps the coin in a token of its own names what it takes coins for', () => {
  const core = chainRows('CORE')?.rows ?? []
  const row = rowOf(core, 'SUSHI_SWAP', 'uniswap-v3')
  const state = (tokens: readonly string[], direction: 'tokens' | 'nativeIn'): string =>
    encodeSwap(
      { family: 'uniswap-v3', row, direction, routerKind: 'router01', tokens, tiers: [500] },
      terms,
    )
  expect(decodeRowCall(core, row.router, state([row.wrapped, usdt], 'nativeIn'))).toMatchObject({
    srcToken: row.wrapped.toLowerCase(),
    srcTakesCoin: true,
  })
  expect(decodeRowCall(core, row.router, state([usdt, dai], 'tokens'))).not.toHaveProperty(
    'srcTakesCoin',
  )
  expect(decodeRowCall(rows, v3.router, swap([v3.wrapped, dai]))).not.toHaveProperty('srcTakesCoin')
  // Its router wraps a coin that the chain had before: it takes no coins at all.
  const fraxtal = chainRows('FRAXTAL')?.rows ?? []
  const frax = rowOf(fraxtal, 'FRAX_SWAP_V2', 'uniswap-v2')
  const past = encodeSwap(
    {
      family: 'uniswap-v2',
      row: frax,
      direction: 'tokens',
      nativeWord: null,
      tokens: [frax.wrapped, usdt],
      flags: [],
    },
    terms,
  )
  expect(decodeRowCall(fraxtal, frax.router, past)).not.toHaveProperty('srcTakesCoin')
})
