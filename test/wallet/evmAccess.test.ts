import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zeroAddress } from '../../src/core/token.ts'
import { addressOfKey, createEvmKey } from '../../src/wallet/evmKey.ts'
import { createProcessSigner } from '../../src/wallet/evmSigner.ts'
import type { EvmReceipt } from '../../src/evidence/evm.ts'
import type { EvmCall, EvmPlan, EvmSigner } from '../../src/wallet/types.ts'
import { maxFeeOf } from '../../src/execution/checks/gas.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { type TestChain, startChain, testChainId } from './support/anvil.ts'
import { type Exchange, call, deployExchange, deployer, send } from './support/contracts.ts'
import { builtSigner } from './support/signerBuild.ts'

const ether = 10n ** 18n
const deadline = 2n ** 48n

let chain: TestChain
let exchange: Exchange
let signer: EvmSigner
let owner: string

beforeAll(async () => {
  chain = await startChain()
  exchange = await deployExchange(chain)
  const key = createEvmKey()
  owner = addressOfKey(key)
  signer = await createProcessSigner({
    entry: builtSigner,
    secret: { kind: 'key', key },
    expectedAddress: owner,
    realm: 'sandbox',
    runtime: { nodeOptions: undefined, execArgv: [], inspectorUrl: undefined },
  })
  await chain.rpc('anvil_setBalance', owner, `0x${(100n * ether).toString(16)}`)
  await send(chain, call(deployer, exchange.usdt, 'mint', [owner, 10_000_000_000n]))
})

afterAll(async () => {
  await signer?.close()
  await chain?.stop()
})

/** Plans, signs, sends and waits, as execution does. */
async function pay(payment: EvmCall): Promise<EvmReceipt> {
  const { evm } = chain
  const { latest } = await evm.readNonce('ETH', owner)
  const plan: EvmPlan = {
    ...payment,
    blockchain: 'ETH',
    chainId: await evm.readChainId('ETH'),
    nonce: latest,
    gasLimit: await evm.estimateGas('ETH', payment),
    fees: (await evm.readFees('ETH')).fees,
  }
  const { raw, hash } = await signer.sign(plan)
  expect(await evm.knowsTransaction('ETH', hash)).toBe(false)
  expect(await evm.broadcast('ETH', raw)).toEqual({ refusal: null })
  expect(await evm.knowsTransaction('ETH', hash)).toBe(true)
  await chain.rpc('evm_mine')
  const receipt = await evm.readReceipt('ETH', hash)
  if (receipt === null) throw new Error('not mined')
  expect(receipt.from).toBe(owner)
  return receipt
}

const balances = (tokens: string[]) => chain.evm.readBalances('ETH', owner, tokens)

/**
 * Simulates, sends, and holds the balances of the chain against what was foretold. Gas is the one
 * difference, since the simulation does without.
 */
async function foretold(calls: EvmCall[]): Promise<void> {
  const { fees } = await chain.evm.readFees('ETH')
  const simulation = await chain.evm.simulate('ETH', owner, calls, [], fees)
  if (simulation.kind !== 'simulated') throw new Error(simulation.reason)
  expect(simulation.failure).toBeNull()
  expect(simulation.gasUsed).toHaveLength(calls.length)
  const tokens = [zeroAddress, exchange.usdt.address, exchange.weth.address]
  const before = await balances(tokens)
  let gas = 0n
  for (const payment of calls) {
    const receipt = await pay(payment)
    expect(receipt.succeeded).toBe(true)
    gas += receipt.gasUsed * receipt.effectiveGasPrice
  }
  const after = await balances(tokens)
  const changes = tokens.flatMap((token, index) => {
    const paidGas = token === zeroAddress ? gas : 0n
    const delta = (after[index] ?? 0n) - (before[index] ?? 0n) + paidGas
    return delta === 0n ? [] : [{ token, delta }]
  })
  const lower = (list: { token: string; delta: bigint }[]) =>
    list.map(({ token, delta }) => `${token.toLowerCase()} ${delta}`).sort()
  expect(lower(simulation.changes)).toEqual(lower(changes))
  expect(changes.length).toBeGreaterThan(0)
}

const allowance = () => {
  const { usdt, router } = exchange
  return chain.evm.readAllowance('ETH', usdt.address, owner, router.address)
}

const approve = (amount: bigint): EvmCall =>
  call(owner, exchange.usdt, 'approve', [exchange.router.address, amount])

describe('on a real chain', () => {
  test('approve and swap do what their simulation showed', async () => {
    const { usdt, weth, router } = exchange
    const needed = 250_000_000n
    const path = [usdt.address, weth.address]
    const swap = call(owner, router, 'swapExactTokensForETH', [needed, 1n, path, owner, deadline])
    const calls = [approve(needed), swap]
    const simulation = await chain.evm.simulate('ETH', owner, calls)
    expect(simulation).toMatchObject({
      approvals: [{ spender: router.address, amount: needed, remaining: 0n }],
    })
    await foretold(calls)
    expect(await allowance()).toBe(0n)
  })

  test('native coins into a token', async () => {
    const { usdt, weth, router } = exchange
    const path = [weth.address, usdt.address]
    const args = [1n, path, owner, deadline]
    await foretold([call(owner, router, 'swapExactETHForTokens', args, ether)])
  })

  test('a gas limit that was estimated in the pool’s own block holds in a later one', async () => {
    const { usdt, weth, router } = exchange
    const path = [weth.address, usdt.address]
    const swap = call(owner, router, 'swapExactETHForTokens', [1n, path, owner, deadline], ether)
    const snapshot = await chain.rpc('evm_snapshot')
    await pay(swap)
    const { latest } = await chain.evm.readNonce('ETH', owner)
    const gasLimit = await chain.evm.estimateGas('ETH', swap)
    const { fees } = await chain.evm.readFees('ETH')
    const plan = {
      ...swap,
      blockchain: 'ETH',
      chainId: testChainId,
      nonce: latest,
      gasLimit,
      fees,
    } as const
    const { raw, hash } = await signer.sign(plan)
    await chain.rpc('evm_increaseTime', 60)
    await chain.evm.broadcast('ETH', raw)
    await chain.rpc('evm_mine')
    expect(await chain.evm.readReceipt('ETH', hash)).toMatchObject({ succeeded: true })
    await chain.rpc('evm_revert', snapshot)
  })

  test('wrapping and unwrapping, which no Transfer event shows', async () => {
    const { weth } = exchange
    await foretold([call(owner, weth, 'deposit', [], 3n * ether)])
    await foretold([call(owner, weth, 'withdraw', [ether])])
  })

  test('a plain transfer', async () => {
    await foretold([{ from: owner, to: deployer, data: '0x', value: 5n * ether }])
  })

  test('a token of USDT’s kind wants its allowance at zero first', async () => {
    await pay(approve(5n))
    const direct = approve(9n)
    expect(await chain.evm.simulate('ETH', owner, [direct])).toMatchObject({
      kind: 'simulated',
      failure: { index: 0, reason: 'the contract reverted without a reason' },
    })
    expect((await thrownBy(() => chain.evm.estimateGas('ETH', direct))).code).toBe(
      'SIMULATION_FAILED',
    )
    const calls = [approve(0n), direct]
    expect(await chain.evm.simulate('ETH', owner, calls)).toMatchObject({
      failure: null,
      changes: [],
      approvals: [{ amount: 9n, remaining: 9n }],
    })
    for (const step of calls) await pay(step)
    expect(await allowance()).toBe(9n)
    await pay(approve(0n))
    expect(await allowance()).toBe(0n)
  })

  test('explains the failure of a swap in plain words', async () => {
    const { usdt, weth, router } = exchange
    const path = [weth.address, usdt.address]
    const greedy = [10n ** 15n, path, owner, deadline]
    const swap = call(owner, router, 'swapExactETHForTokens', greedy, ether)
    const expected = 'less than the accepted minimum would arrive'
    expect(await chain.evm.simulate('ETH', owner, [swap])).toMatchObject({
      failure: { index: 0, reason: expect.stringContaining(expected) },
    })
    const error = await thrownBy(() => chain.evm.estimateGas('ETH', swap))
    expect(error.message).toContain(expected)
    const late = call(owner, router, 'swapExactETHForTokens', [1n, path, owner, 1n], ether)
    expect(await chain.evm.simulate('ETH', owner, [late])).toMatchObject({
      failure: { reason: expect.stringContaining('deadline') },
    })
  })

  test('an amount the account does not hold', async () => {
    const payment = { from: owner, to: deployer, data: '0x', value: 10_000n * ether }
    expect(await chain.evm.simulate('ETH', owner, [payment])).toMatchObject({
      failure: { index: 0, reason: 'the account cannot pay the amount' },
    })
  })

  test('an idle chain is simulated at the time of the clock, not of its last block', async () => {
    const later = Math.floor(Date.now() / 1000) + 3600
    const clock = '0x00000000000000000000000000000000000c10c4'
    const payment = { from: owner, to: clock, data: '0x', value: 0n }
    const needs = async (seconds: number) => {
      // PUSH4 seconds, TIMESTAMP, LT, PUSH1 11, JUMPI, STOP, JUMPDEST, PUSH1 0, DUP1, REVERT
      const limit = seconds.toString(16).padStart(8, '0')
      await chain.rpc('anvil_setCode', clock, `0x63${limit}4210600b57005b600080fd`)
      return await chain.readAt(() => later * 1000).simulate('ETH', owner, [payment])
    }
    expect(await needs(later)).toMatchObject({ kind: 'simulated', failure: null })
    expect(await needs(later + 1)).toMatchObject({ failure: { index: 0 } })
  })

  // A contract that behaves well while no gas is paid would pass any simulation.
  test('the gas price does not reveal a simulation to a contract', async () => {
    const watched = '0x00000000000000000000000000000000000c10c5'
    // Passes where the price is 0: GASPRICE, ISZERO, PUSH1 9, JUMPI, PUSH1 0, DUP1, REVERT, JUMPDEST, STOP
    await chain.rpc('anvil_setCode', watched, '0x3a15600957600080fd5b00')
    const payment = { from: owner, to: watched, data: '0x', value: 5n }
    const { fees } = await chain.evm.readFees('ETH')
    expect(await chain.evm.simulate('ETH', owner, [payment])).toMatchObject({ failure: null })
    expect(await chain.evm.simulate('ETH', owner, [payment], [], fees)).toMatchObject({
      failure: { index: 0 },
    })
    const legacy = { type: 'legacy', gasPrice: maxFeeOf(fees) } as const
    expect(await chain.evm.simulate('ETH', owner, [payment], [], legacy)).toMatchObject({
      failure: { index: 0 },
    })
  })

  test('the gas is not part of what leaves', async () => {
    const payment = { from: owner, to: deployer, data: '0x', value: 7n }
    const { fees } = await chain.evm.readFees('ETH')
    for (const prices of [fees, { type: 'legacy', gasPrice: maxFeeOf(fees) } as const]) {
      expect(await chain.evm.simulate('ETH', owner, [payment], [], prices)).toMatchObject({
        failure: null,
        changes: [{ token: zeroAddress, delta: -7n }],
      })
    }
  })

  test('facts of chain, code and block', async () => {
    const { evm } = chain
    expect(await evm.readChainId('ETH')).toBe(testChainId)
    expect((await evm.readCode('ETH', exchange.router.address)).code).toMatch(/^0x60/)
    expect(await evm.readCode('ETH', owner)).toEqual({ code: '0x', oneNode: true })
    const { number, timestampSeconds } = await evm.readBlock('ETH')
    expect(number).toBeGreaterThan(5n)
    expect(Math.abs(timestampSeconds - Date.now() / 1000)).toBeLessThan(3600)
    expect(await evm.readReceipt('ETH', `0x${'ab'.repeat(32)}`)).toBeNull()
  })

  test('the receipt of a reverted transaction shows the revert', async () => {
    const { usdt, weth, router } = exchange
    const path = [weth.address, usdt.address]
    const payment = call(owner, router, 'swapExactETHForTokens', [1n, path, owner, 1n], ether)
    const { latest } = await chain.evm.readNonce('ETH', owner)
    const { raw, hash } = await signer.sign({
      ...payment,
      blockchain: 'ETH',
      chainId: testChainId,
      nonce: latest,
      gasLimit: 300_000n,
      fees: { type: 'legacy', gasPrice: 3_000_000_000n },
    })
    expect(await chain.evm.broadcast('ETH', raw)).toEqual({ refusal: null })
    await chain.rpc('evm_mine')
    expect(await chain.evm.readReceipt('ETH', hash)).toMatchObject({ succeeded: false, hash })
    const again = await chain.evm.broadcast('ETH', raw)
    expect(again.refusal).toMatch(/nonce|already|imported/i)
  })

  test('what is pending is counted', async () => {
    const { latest } = await chain.evm.readNonce('ETH', owner)
    const { raw, hash } = await signer.sign({
      from: owner,
      to: deployer,
      data: '0x',
      value: 1n,
      blockchain: 'ETH',
      chainId: testChainId,
      nonce: latest,
      gasLimit: 21_000n,
      fees: (await chain.evm.readFees('ETH')).fees,
    })
    expect(await chain.evm.broadcast('ETH', raw)).toEqual({ refusal: null })
    expect(await chain.evm.knowsTransaction('ETH', hash)).toBe(true)
    expect(await chain.evm.readReceipt('ETH', hash)).toBeNull()
    expect(await chain.evm.readNonce('ETH', owner)).toEqual({ latest, pending: latest + 1 })
    await chain.rpc('evm_mine')
    expect(await chain.evm.readNonce('ETH', owner)).toEqual({
      latest: latest + 1,
      pending: latest + 1,
    })
  })
})
