/**
 * The vendor's own contracts of an exchange on a local chain, as npm has their bytecode: our reads
 * are asked of its quoter, our calls are sent to its router.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { expect } from 'vitest'

import {
  type Artifact,
  readOwnArtifacts,
  readPackageArtifact,
  toArtifact,
} from '../../../sandbox/src/artifacts.ts'
import { multicall3Address } from '../../../sandbox/src/chains.ts'
import { encodeUint } from '../../../src/chains/evm/hex.ts'
import {
  type Aggregate3Result,
  decodeAggregate3,
  encodeAggregate3,
} from '../../../src/chains/evm/multicall3.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { familyOf, type PoolRow } from '../../../src/providers/onchain/families/families.ts'
import {
  type Direction,
  nothingFound,
  type PathAnswer,
  type Read,
} from '../../../src/providers/onchain/families/family.ts'
import { judgeRow, probeCalls } from '../../../src/providers/onchain/probe.ts'
import {
  decodeQuote,
  encodeQuote,
  type PoolPath,
  quoteTarget,
  readOutput,
} from '../../../src/providers/onchain/quoteCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'
import { evm } from '../../providers/depositSupport.ts'
import type { TestChain } from '../../wallet/support/anvil.ts'
import {
  call,
  type Contract,
  deploy,
  deployer,
  play,
  send,
} from '../../wallet/support/contracts.ts'

const [alice, bob] = [evm('alice'), evm('bob')]
const ether = 10n ** 18n

export type Market = { weth: Contract; one: Contract; two: Contract }

/**
 * Reads contracts of a package by their path in it, or in the package that it depends on: its own
 * version of it.
 */
export function artifactsOf(
  name: string,
): (file: string, dependency?: string) => Promise<Artifact> {
  const own = createRequire(import.meta.filename).resolve(`${name}/package.json`)
  return async (file, dependency) => {
    const path = createRequire(own).resolve(`${dependency ?? '.'}/${file}`)
    return toArtifact(JSON.parse(await readFile(path, 'utf8')), path)
  }
}

/** The wrapped coin and two tokens; the deployer, who fills the pools, and alice have all of them. */
export async function deployMarket(chain: TestChain): Promise<Market> {
  // Fees of some pools follow the time, which would make what is paid depend on the machine.
  await chain.rpc('anvil_setBlockTimestampInterval', 0)
  for (const account of [deployer, alice]) await play(chain, account)
  const { Multicall3, SandboxToken } = await readOwnArtifacts()
  // What a creation returns is the code.
  const code = await chain.rpc('eth_call', { data: Multicall3.bytecode }, 'latest')
  await chain.rpc('anvil_setCode', multicall3Address, code)

  const weth9 = await readPackageArtifact('@uniswap/v2-periphery', 'build/WETH9.json')
  const token = (symbol: string) => deploy(chain, SandboxToken, [symbol, symbol, 18, deployer])
  const market = {
    weth: await deploy(chain, weth9, []),
    one: await token('ONE'),
    two: await token('TWO'),
  }
  for (const account of [deployer, alice]) {
    await send(chain, call(account, market.weth, 'deposit', [], 100_000n * ether))
    for (const minted of [market.one, market.two])
      await send(chain, call(deployer, minted, 'mint', [account, 100_000n * ether]))
  }
  return market
}

/** Addresses of the tokens from the lowest to the highest, as pools name them. */
export function inOrder(tokens: readonly Contract[]): string[] {
  return tokens
    .map(({ address }) => address.toLowerCase())
    .toSorted((one, two) => (one < two ? -1 : 1))
}

/** Lets the contract take all that the account has of the token. */
export async function approve(
  chain: TestChain,
  owner: string,
  token: Contract,
  spender: string,
): Promise<void> {
  await send(chain, call(owner, token, 'approve', [spender, 2n ** 255n]))
}

/** The registry's row. */
export function rowOf<Name extends PoolRow['family']>(
  blockchain: BlockchainId,
  id: string,
  family: Name,
): Extract<PoolRow, { family: Name }> {
  const isOfFamily = (row: { family: string }): row is Extract<PoolRow, { family: Name }> =>
    row.family === family
  const rows = chainRows(blockchain)?.rows.filter((row) => row.id === id) ?? []
  const row = rows.find(isOfFamily)
  if (row === undefined) throw new Error(`no row ${id} on ${blockchain}`)
  return row
}

/** Reads as the program makes them, in one call of Multicall3. */
async function readAll(chain: TestChain, reads: readonly Read[]): Promise<Aggregate3Result[]> {
  const data = encodeAggregate3(reads.map((read) => ({ ...read, allowFailure: true })))
  const answer = await chain.rpc('eth_call', { to: multicall3Address, data }, 'latest')
  return decodeAggregate3(String(answer), reads.length)
}

/** Why the program does not use the row; null: its contracts are right. */
export async function reasonOff(chain: TestChain, row: PoolRow): Promise<string | null> {
  const verdict = judgeRow(row, await readAll(chain, probeCalls(row)), 0)
  return verdict.state === 'off' ? verdict.reason : null
}

/** What is read in the quoter's answer, and the output by which the first probe may rule it out. */
export async function quoteOn(
  chain: TestChain,
  path: PoolPath,
  amount: bigint,
): Promise<{ answer: PathAnswer | null; output: bigint }> {
  const callData = encodeQuote(path, encodeUint(amount))
  const [result] = await readAll(chain, [{ target: quoteTarget(path), callData }])
  if (result === undefined) throw new Error('no answer')
  return { answer: decodeQuote(path, result, amount), output: readOutput(path, result) }
}

/**
 * Quotes and swaps: bob gets what was quoted to the last unit, alice spends the amount and no more,
 * and a minimum one unit above the quote is refused.
 */
export async function expectPaidAsQuoted(
  chain: TestChain,
  path: PoolPath,
  direction: Direction,
  amount: bigint,
): Promise<PathAnswer> {
  const { answer, output } = await quoteOn(chain, path, amount)
  if (answer === null) throw new Error('no quote')
  const { amountOut } = answer
  expect(output).toBeGreaterThanOrEqual(amountOut)
  const { row } = path
  const state = familyOf(row).toState(path, direction, nothingFound, answer)
  if (state === null) throw new Error('not offered')
  const swap = (amountOutMin: bigint) => ({
    from: alice,
    to: row.router,
    data: encodeSwap(state, {
      recipient: bob,
      payer: alice,
      amountIn: amount,
      amountOutMin,
      deadline: 2n ** 40n,
    }),
    value: direction === 'nativeIn' ? amount : 0n,
  })
  const [src = '', dst = ''] = [path.tokens[0], path.tokens.at(-1)]
  const payout = direction === 'nativeOut' ? zeroAddress : dst
  const held = async (): Promise<(bigint | undefined)[]> => {
    const [paid] = await chain.evm.readBalances('ETH', bob, [payout])
    const [owned] = await chain.evm.readBalances('ETH', alice, [src])
    return [paid, owned]
  }
  await expect(send(chain, swap(amountOut + 1n))).rejects.toThrow('failed')
  const [paid = 0n, owned = 0n] = await held()
  await send(chain, swap(amountOut))
  expect(await held()).toEqual([
    paid + amountOut,
    direction === 'nativeIn' ? owned : owned - amount,
  ])
  return answer
}

/** Lets the router take alice's tokens. */
export async function approveRouter(
  chain: TestChain,
  market: Market,
  router: string,
): Promise<void> {
  for (const token of Object.values(market)) await approve(chain, alice, token, router)
}
