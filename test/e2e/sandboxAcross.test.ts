import { decodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { spokePoolAbi } from '../../sandbox/src/spokePool.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import {
  acrossClient,
  native,
  usdc,
  usdt,
  wethOnArbitrum,
  type Transfer,
} from './support/acrossClient.ts'

const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const usdcTransfer: Transfer = {
  from: 'ETH',
  input: usdc.ETH,
  to: 'ARBITRUM',
  output: usdc.ARBITRUM,
  amount: '250000000',
}

let sandbox: TestSandbox
let across: ReturnType<typeof acrossClient>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  across = acrossClient(sandbox)
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(() => sandbox.stop())

async function reaches(hash: `0x${string}`, status: string): Promise<void> {
  await expect
    .poll(async () => (await across.status(hash)).status, { timeout: 15_000, interval: 50 })
    .toBe(status)
}

describe('a deposit', () => {
  test.each([
    ['stable coin', usdcTransfer],
    [
      'stable coin of 18 decimals',
      {
        from: 'BSC',
        input: usdc.BSC,
        to: 'ETH',
        output: usdc.ETH,
        amount: '250123456789012345678',
      },
    ],
    [
      'native coin',
      { from: 'ETH', input: native, to: 'ARBITRUM', output: native, amount: '123456789012345678' },
    ],
    [
      'native coin that arrives wrapped',
      {
        from: 'ETH',
        input: native,
        to: 'ARBITRUM',
        output: wethOnArbitrum,
        amount: '1' + '0'.repeat(17),
      },
    ],
  ] as [string, Transfer][])('of a %s arrives to the last unit', async (_, transfer) => {
    const bob = sandbox.account('bob').address
    const before = await across.balance(transfer.to, transfer.output, bob)
    const { quoted, hash } = await across.pay(transfer)
    await reaches(hash, 'filled')
    const received = (await across.balance(transfer.to, transfer.output, bob)) - before
    expect(received).toBe(BigInt(quoted.expectedOutputAmount))
    const { fillTxnRef } = await across.status(hash)
    const fill = await across
      .reader(transfer.to)
      .getTransactionReceipt({ hash: fillTxnRef ?? '0x' })
    expect(fill.status).toBe('success')
  })

  test('pays an integrator its share', async () => {
    const stranger = '0x00000000000000000000000000000000000000fe'
    const before = await across.balance('ARBITRUM', usdc.ARBITRUM, sandbox.account('bob').address)
    const fee = { appFee: '0.01', appFeeRecipient: stranger }
    const { quoted, hash } = await across.pay(usdcTransfer, fee)
    await reaches(hash, 'filled')
    const after = await across.balance('ARBITRUM', usdc.ARBITRUM, sandbox.account('bob').address)
    expect(after - before).toBe(BigInt(quoted.expectedOutputAmount))
    expect(await across.balance('ARBITRUM', usdc.ARBITRUM, stranger)).toBeGreaterThan(2_400_000n)
  })

  test('that expires is paid back at its source', async () => {
    const alice = sandbox.account('alice').address
    await setFault(sandbox.stateDir, { target: 'across', fault: 'refund', value: 1 })
    const before = await across.balance('ETH', usdc.ETH, alice)
    const { hash } = await across.pay(usdcTransfer)
    expect(await across.balance('ETH', usdc.ETH, alice)).toBe(before - 250_000_000n)
    await reaches(hash, 'refunded')
    expect(await across.balance('ETH', usdc.ETH, alice)).toBe(before)
  })

  test('that was paid back is not paid out when the fault ends', async () => {
    await setFault(sandbox.stateDir, { target: 'across', fault: 'refund', value: 1 })
    const { hash } = await across.pay(usdcTransfer)
    await reaches(hash, 'refunded')
    await clearFaults(sandbox.stateDir)
    // By the time this one is filled the relayer has looked at the first again.
    await setFault(sandbox.stateDir, { target: 'across', fault: 'slow', value: 4 })
    await reaches((await across.pay(usdcTransfer)).hash, 'filled')
    expect((await across.status(hash)).status).toBe('refunded')
  })

  test('left to a slow fill is requested and then paid', async () => {
    await setFault(sandbox.stateDir, { target: 'across', fault: 'slow-fill', value: 1 })
    const bob = sandbox.account('bob').address
    const before = await across.balance('ARBITRUM', usdc.ARBITRUM, bob)
    const { quoted, hash } = await across.pay(usdcTransfer)
    await reaches(hash, 'slowFillRequested')
    await reaches(hash, 'filled')
    const received = (await across.balance('ARBITRUM', usdc.ARBITRUM, bob)) - before
    expect(received).toBe(BigInt(quoted.expectedOutputAmount))
  })

  test('that is not filled is pending, expires with time, and is refunded in the end', async () => {
    await setFault(sandbox.stateDir, { target: 'across', fault: 'stall' })
    const { hash } = await across.pay(usdcTransfer)
    await reaches(hash, 'pending')
    await setFault(sandbox.stateDir, { target: 'ARBITRUM', fault: 'advance', value: 8_000 })
    await reaches(hash, 'expired')
    await clearFaults(sandbox.stateDir)
    await reaches(hash, 'refunded')
  })

  test('is filled after a delay when the relayer is slow', async () => {
    await setFault(sandbox.stateDir, { target: 'across', fault: 'slow', value: 2 })
    const { hash } = await across.pay(usdcTransfer)
    await reaches(hash, 'pending')
    await reaches(hash, 'filled')
  })

  test('is found again by its number', async () => {
    const { hash } = await across.pay(usdcTransfer)
    const { body } = await across.ask('/deposit/status', { depositTxnRef: hash })
    const { originChainId, depositId } = body as { originChainId: number; depositId: string }
    const again = await across.ask('/deposit/status', {
      originChainId: String(originChainId),
      depositId,
    })
    expect(again.body).toMatchObject({ depositTxnRef: hash })
  })

  test('that was never made is 404 in the words of the indexer', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(await across.ask('/deposit/status', { depositTxnRef: hash })).toMatchObject({
      status: 404,
      body: { error: 'DepositNotFoundException' },
    })
  })
})

describe('a quote', () => {
  test('costs about four hundredths of a percent and gas', async () => {
    const quoted = await across.quote({ ...usdcTransfer, amount: '10000000000' })
    const fee = Number(quoted.fees.total.amount)
    expect(fee).toBeGreaterThan(4_000_000)
    expect(fee).toBeLessThan(4_050_000)
    expect(BigInt(quoted.expectedOutputAmount)).toBe(10_000_000_000n - BigInt(fee))
  })

  test('carries the deposit of the real API with its marks', async () => {
    const { swapTx } = await across.quote(usdcTransfer)
    expect(swapTx.to).toBe(spokePool)
    expect(swapTx.data.slice(0, 10)).toBe('0xad5425c6')
    expect(swapTx.data.endsWith('1dc0de00aa73c0de')).toBe(true)
    const { args } = decodeFunctionData({ abi: spokePoolAbi, data: swapTx.data })
    expect(args?.[4]).toBe(250_000_000n)
  })

  test.each(['minOutput', 'exactOutput'])('for %s leaves what was asked for', async (tradeType) => {
    const quoted = await across.quote(usdcTransfer, { tradeType })
    expect(BigInt(quoted.minOutputAmount)).toBeGreaterThanOrEqual(250_000_000n)
    expect(BigInt(quoted.inputAmount)).toBeLessThan(252_000_000n)
  })

  test('asks USDT to be set to zero first', async () => {
    const transfer = {
      ...usdcTransfer,
      input: usdt,
      output: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    } as const
    const first = await across.quote(transfer)
    const [approval] = first.approvalTxns ?? []
    expect(first.approvalTxns).toHaveLength(1)
    if (approval === undefined) return
    // A left-over allowance that is too small, as after a partial use.
    const small = decodeFunctionData({ abi: erc20Abi, data: approval.data })
    expect(small.functionName).toBe('approve')
    await across.send('ETH', {
      to: usdt,
      data: `0x095ea7b3${spokePool.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`,
    })
    expect((await across.quote(transfer)).approvalTxns).toHaveLength(2)
    expect((await across.quote(transfer, { skipChecks: 'true' })).approvalTxns).toHaveLength(1)
  })

  test.each([
    ['amount', { amount: '0' }, 400, 'INVALID_PARAM'],
    ['amount', { amount: '1.5' }, 400, 'INVALID_PARAM'],
    ['amount', { amount: '1000' }, 400, 'AMOUNT_TOO_LOW'],
    ['amount', { amount: '9'.repeat(20) }, 400, 'AMOUNT_TOO_HIGH'],
    ['chain', { originChainId: '1' }, 400, 'INVALID_PARAM'],
    ['pair', { outputToken: wethOnArbitrum }, 400, 'SWAP_QUOTE_UNAVAILABLE'],
    ['token', { inputToken: usdc.ARBITRUM }, 404, undefined],
    ['integrator', { integratorId: '0xaa' }, 400, 'INVALID_PARAM'],
    ['depositor', { depositor: 'alice' }, 400, 'INVALID_PARAM'],
  ])('with a wrong %s is refused: %o', async (_, change, status, code) => {
    const query: Record<string, string> = { ...across.queryOf(usdcTransfer) }
    for (const [name, value] of Object.entries(change)) query[name] = String(value)
    const answer = await across.ask('/swap/approval', query)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      type: 'AcrossApiError',
      status,
      ...(code !== undefined && { code }),
    })
  })

  test('without an amount names what is missing', async () => {
    const { amount: _, ...rest } = across.queryOf(usdcTransfer)
    expect((await across.ask('/swap/approval', rest)).body).toMatchObject({
      code: 'MISSING_PARAM',
      param: 'amount',
    })
  })

  test.each([
    ['refuse', 400, { code: 'ROUTE_NOT_ENABLED' }],
    ['too-low', 400, { code: 'AMOUNT_TOO_LOW' }],
    ['too-high', 400, { code: 'AMOUNT_TOO_HIGH' }],
    ['unauthorized', 401, { type: 'AcrossApiError' }],
    ['rate-limit', 429, {}],
    ['error', 500, {}],
  ])('fails with the fault %s', async (fault, status, body) => {
    await setFault(sandbox.stateDir, { target: 'across', fault })
    const answer = await across.ask('/swap/approval', across.queryOf(usdcTransfer))
    expect(answer).toMatchObject({ status, body })
  })

  test('is cut off with the fault down, and no JSON with the fault garbage', async () => {
    await setFault(sandbox.stateDir, { target: 'across', fault: 'down' })
    await expect(across.quote(usdcTransfer)).rejects.toThrow('fetch failed')
    await clearFaults(sandbox.stateDir)
    await setFault(sandbox.stateDir, { target: 'across', fault: 'garbage' })
    await expect(across.quote(usdcTransfer)).rejects.toThrow(/JSON/)
  })

  test('lies in one place with each lying fault', async () => {
    const honest = await across.quote(usdcTransfer)
    const depositOf = (data: `0x${string}`) => decodeFunctionData({ abi: spokePoolAbi, data }).args
    const lie = async (fault: string) => {
      await setFault(sandbox.stateDir, { target: 'across', fault })
      const quoted = await across.quote(usdcTransfer)
      await clearFaults(sandbox.stateDir)
      expect(quoted.expectedOutputAmount, fault).toBe(honest.expectedOutputAmount)
      return quoted
    }
    expect(depositOf((await lie('less')).swapTx.data)?.[5]).toBe(
      (BigInt(honest.expectedOutputAmount) * 95n) / 100n,
    )
    expect(depositOf((await lie('wrong-receiver')).swapTx.data)?.[1]).not.toBe(
      depositOf(honest.swapTx.data)?.[1],
    )
    expect((await lie('wrong-target')).swapTx.to).not.toBe(spokePool)
    expect((await lie('wrong-spender')).checks.allowance.spender).not.toBe(spokePool)
    expect((await lie('extra-value')).swapTx.value).toBe('10000000000000000')
  })
})

test('limits, routes, chains and tokens are listed', async () => {
  const limits = await across.ask('/limits', across.queryOf(usdcTransfer))
  expect(limits.body).toMatchObject({ minDeposit: expect.stringMatching(/^\d+$/) })
  const routes = await across.ask('/available-routes', { originToken: usdc.ETH })
  expect(routes.body).toHaveLength(3)
  expect((await across.ask('/swap/chains')).body).toHaveLength(4)
  expect((await across.ask('/swap/tokens')).body).toContainEqual(
    expect.objectContaining({ symbol: 'USDC', priceUsd: '1', chainId: 13_370_001 }),
  )
})
