import { plainParties } from '../support/partyFacts.ts'
/**
 * The execution over real chains, contracts, call data, signatures and journals; processes are
 * "killed" by throwing at a checkpoint and going on with everything new on the same files. (Real
 * kills of the real program: test/e2e/kill.test.ts.)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../src/api/api.ts'
import { createBackend } from '../../src/backend/backend.ts'
import { createChainTable } from '../../src/chains/chainSettings.ts'
import { chainById } from '../../src/chains/chains.ts'
import { createTokenList, nativeToken } from '../../src/chains/tokens.ts'
import { type BlockchainId, isBlockchainId } from '../../src/core/blockchainIds.ts'
import type { Checkpoint } from '../../src/execution/checkpoints.ts'
import type { ExecutionContext } from '../../src/execution/context.ts'
import { executeSwap } from '../../src/execution/execute.ts'
import type { SwapOutcome } from '../../src/execution/outcome.ts'
import { planSwap } from '../../src/execution/plan.ts'
import type { SwapOrder } from '../../src/execution/planned.ts'
import { resumeSwap } from '../../src/execution/resume.ts'
import { createHttpClient } from '../../src/http/client.ts'
import { createRpcClient } from '../../src/http/rpc.ts'
import { createPrices } from '../../src/prices/prices.ts'
import { createProviders } from '../../src/providers/providers.ts'
import { type Journal, openJournal } from '../../src/store/journal.ts'
import { verifySigned } from '../../src/wallet/decodeTransaction.ts'
import { parseEvmKey } from '../../src/wallet/evmKey.ts'
import { createEvmAccess } from '../../src/wallet/evm.ts'
import { signPlan } from '../../src/wallet/signPlan.ts'
import { type ChainReader, readChain } from '../support/chainReader.ts'
import { memoryQuotes } from '../support/memoryQuotes.ts'
import { noTon } from '../support/noTon.ts'
import { type TestSandbox, startTestSandbox } from '../support/sandbox.ts'
import { readDeclared } from '../support/declaredCalls.ts'
import { requestFor } from '../support/requests.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const amount = 40_000_000n

let sandbox: TestSandbox
let make: (folder: string, killAt?: Checkpoint) => Promise<ExecutionContext>
let api: Api
let reader: ChainReader
let close = (): Promise<void> => Promise.resolve()
const folders: string[] = []

beforeAll(async () => {
  sandbox = await startTestSandbox()
  reader = readChain(sandbox.rpcUrl('ETH'))
  const world = connect()
  make = world.make
  api = world.api
  close = world.close
})
afterAll(async () => {
  await close()
  await sandbox.stop()
})
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-wallet-'))
  folders.push(folder)
  return folder
}

/** Everything of the product between execution and the chains, as `main` puts it together. */
function connect() {
  const now = Date.now
  const signal = new AbortController().signal
  const overrides: Partial<Record<BlockchainId, { rpcUrls: string[]; chainId: number }>> = {}
  const endpoints: Partial<Record<BlockchainId, string[]>> = {}
  for (const { blockchain, chainId, rpcUrl } of sandbox.info.chains) {
    if (!isBlockchainId(blockchain)) throw new Error(`unknown chain ${blockchain}`)
    if (chainId < 0) continue // TON's global id: no chain id to be checked
    overrides[blockchain] = { rpcUrls: [rpcUrl], chainId }
    endpoints[blockchain] = [rpcUrl]
  }
  const chains = createChainTable(overrides, { sandbox: true })
  const urls = Object.fromEntries(sandbox.info.providers.map(({ id, url }) => [id, url]))
  const client = createHttpClient({
    bases: [...Object.values(urls), ...Object.values(endpoints).flat()],
  })
  const rpc = createRpcClient({ http: client, endpoints })
  const providers = createProviders({ urls, keys: {} })
  const prices = createPrices({ http: client, now, urls })
  const tokens = createTokenList()
  const quotes = memoryQuotes()
  const chainId = (blockchain: BlockchainId): number | null => chains.settings(blockchain).chainId
  const backend = createBackend({
    providers,
    stateOf: providers.stateOf,
    http: client,
    rpc,
    nodes: () => [],
    ton: noTon,
    chainId,
    loadPrices: (wanted, abort) => prices.load(wanted, { signal: abort }),
    findToken: (blockchain, address) => tokens.byAddress(blockchain, address),
    tokensOf: (blockchain) => tokens.ofChain(blockchain),
    nativeToken,
    readTokens: () => Promise.resolve([]),
    quotes: () => Promise.resolve(quotes),
    integratorFeeBps: () => 0,
    sandbox: true,
    now,
    pause: () => Promise.resolve(),
  })
  const evm = createEvmAccess({ rpc, signal, now })
  let generation = 0
  return {
    api: backend,
    close: () => client.close(),
    make: async (folder: string, killAt?: Checkpoint): Promise<ExecutionContext> => {
      // Every context is a process of its own: it finds the locks of the earlier ones free.
      generation += 1
      const started = `boot/${generation}`
      const opened = await openJournal(folder, { now, startOf: () => started })
      let dead = false
      // A dead process writes nothing, and what is not written is not sent.
      const alive = (): void => {
        if (dead) throw new Error(`killed at ${killAt}`)
      }
      const journal: Journal = {
        ...opened,
        append: (...args) => {
          alive()
          return opened.append(...args)
        },
        assertWritable: () => {
          alive()
          opened.assertWritable()
        },
        assertOwned: (swapId) => {
          alive()
          opened.assertOwned(swapId)
        },
      }
      return {
        api: backend,
        evm,
        hasChain: (blockchain) => rpc.has(blockchain),
        openSigner: (address) => {
          const key = parseEvmKey(Buffer.from(sandbox.account('alice').privateKey))
          return Promise.resolve({
            address,
            sign: async (plan) => {
              const raw = await signPlan(plan, key)
              const decoded = verifySigned(raw, plan)
              return { raw, hash: decoded.hash, decoded }
            },
            close: () => Promise.resolve(),
          })
        },
        journal,
        pinned: async (id, blockchain) => (await providers.adapterOf(id)).pinned(id, blockchain),
        decodeCall: async (id, blockchain, to, data) =>
          readDeclared(await providers.adapterOf(id), blockchain, to, data, chainId),
        chainId,
        nativeToken,
        wrappedNative: (blockchain) => chainById(blockchain).wrappedNative,
        facts: plainParties,
        priceOf: async (token) => (await prices.load([token], { signal }))(token),
        confirmOrder: () => Promise.reject(new Error('no order is opened')),
        present: () => Promise.reject(new Error('no order is shown')),
        sandbox: false,
        review: () => Promise.resolve(),
        onEvent: () => {},
        now,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))),
        signal,
        checkpoint: (name) => {
          if (name === killAt) dead = true
          alive()
        },
      }
    },
  }
}

async function order(): Promise<SwapOrder> {
  const { address } = sandbox.account('alice')
  const tokens = createTokenList()
  const srcToken = tokens.byAddress('ETH', usdc)
  const dstToken = tokens.byAddress('ETH', dai)
  if (srcToken === null || dstToken === null) throw new Error('no such token')
  const request = requestFor(
    { srcToken, dstToken, srcAmount: amount },
    { fromAddress: address, receiver: address, preferredProvider: 'UNI_SWAP_V3' },
  )
  const quotedAtMs = Date.now()
  const { routes } = await api.quoteAll(request)
  const route = routes.find(({ provider }) => provider === 'UNI_SWAP_V3')
  if (route === undefined) throw new Error('no route')
  return {
    request,
    route,
    quotedAtMs,
    fromAddress: address,
    receiver: address,
    refundAddress: null,
    minReceive: null,
    maxFeeUsdE18: null,
    maxLossBps: null,
    idempotencyKey: null,
    force: false,
  }
}

type Holdings = { usdc: bigint; dai: bigint; nonce: number }

async function holdings(): Promise<Holdings> {
  const { address } = sandbox.account('alice')
  const [paid, got, nonce] = await Promise.all([
    reader.token(usdc, address),
    reader.token(dai, address),
    reader.client.getTransactionCount({ address }),
  ])
  return { usdc: paid, dai: got, nonce }
}

async function expectPaidOnce(before: Holdings, outcome: SwapOutcome): Promise<void> {
  const after = await holdings()
  expect(outcome).toMatchObject({ status: { status: 'SUCCESS' }, funds: 'delivered' })
  expect(before.usdc - after.usdc).toBe(amount)
  expect(after.dai - before.dai).toBe(outcome.received?.amount)
  const spender = outcome.transaction.approvalAddress ?? ''
  expect(await reader.allowance(usdc, sandbox.account('alice').address, spender)).toBe(0n)
}

/** Runs until the checkpoint; the receipt id of what is in the journal then. */
async function killAt(folder: string, point: Checkpoint): Promise<string> {
  const context = await make(folder, point)
  const planned = await planSwap(await order(), context)
  await expect(executeSwap(planned, context, { wait: true })).rejects.toThrow(`killed at ${point}`)
  return context.journal.list({ limit: 1 })[0]?.swapId ?? ''
}

describe('on a real chain', () => {
  test('what is reported is what moved', async () => {
    const before = await holdings()
    const context = await make(newFolder())
    const planned = await planSwap(await order(), context)
    expect(planned.card.simulation.kind).toBe('passed')
    const outcome = await executeSwap(planned, context, { wait: true })
    await expectPaidOnce(before, outcome)
    expect((await holdings()).nonce - before.nonce).toBe(2)
    const hashes = [outcome.hashes.approve ?? '', outcome.hashes.source ?? '']
    const gas = await Promise.all(hashes.map((hash) => reader.gasOf(hash)))
    expect(outcome.gasSpent.amount).toBe(gas.reduce((sum, one) => sum + one, 0n))
  })

  test.each<Checkpoint>([
    'approve_signing',
    'approve_signed',
    'approve_broadcast',
    'approve_confirmed',
    'pay_signing',
    'pay_signed',
    'pay_broadcast',
    'pay_sent',
    'pay_confirmed',
    'done',
  ])('killed at %s, resumed with everything new: one payment', async (point) => {
    const before = await holdings()
    const folder = newFolder()
    const id = await killAt(folder, point)
    const outcome = await resumeSwap(id, await make(folder), { wait: true })
    await expectPaidOnce(before, outcome)
    expect((await holdings()).nonce - before.nonce).toBe(2)
  })

  test('a payment that the pool lost is sent again, the same bytes', async () => {
    const anvil = createTestClient({ mode: 'anvil', transport: http(sandbox.rpcUrl('ETH')) })
    const before = await holdings()
    const folder = newFolder()
    const id = await killAt(folder, 'approve_confirmed')
    await anvil.setAutomine(false)
    try {
      const sending = await make(folder, 'pay_sent')
      await expect(resumeSwap(id, sending, { wait: true })).rejects.toThrow('killed at pay_sent')
      const signed = sending.journal
        .read(id)
        .findLast(({ event }) => event.type === 'signed')?.event
      const hash = signed?.type === 'signed' ? signed.hash.slice(2) : ''
      await anvil.dropTransaction({ hash: `0x${hash}` })
    } finally {
      await anvil.setAutomine(true)
    }
    expect((await holdings()).usdc).toBe(before.usdc)
    const outcome = await resumeSwap(id, await make(folder), { wait: true })
    await expectPaidOnce(before, outcome)
  })

  test('two swaps of one account at once: four numbers, two payments', async () => {
    const before = await holdings()
    const folder = newFolder()
    const context = await make(folder)
    const again = async () => planSwap({ ...(await order()), force: true }, context)
    const plans = [await again(), await again()]
    const outcomes = await Promise.all(
      plans.map((planned) => executeSwap(planned, context, { wait: true })),
    )
    const after = await holdings()
    expect(outcomes.map(({ status }) => status.status)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(after.nonce - before.nonce).toBe(4)
    expect(before.usdc - after.usdc).toBe(2n * amount)
  })
})
