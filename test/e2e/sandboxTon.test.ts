import { DEX, pTON } from '@ston-fi/sdk'
import {
  Address,
  beginCell,
  comment,
  internal,
  JettonMaster,
  JettonWallet,
  type MessageRelaxed,
  SendMode,
  TonClient4,
  toNano,
} from '@ton/ton'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizedHashOfBoc } from '../../src/chains/ton/message.ts'
import { swapOut } from '../../sandbox/src/ton/exchange.ts'
import {
  ownClient,
  signed,
  startTonSandbox,
  type TonPayerWallet,
  type TonSandbox,
  vendorClient,
  vendorWallet,
} from './support/tonSandbox.ts'

const usdt = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
const notcoin = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT'
const mode = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS
const options = { signal: AbortSignal.timeout(60_000) }

let sandbox: TonSandbox

beforeAll(async () => {
  sandbox = await startTonSandbox()
})
afterAll(() => sandbox.close())

const client = () => vendorClient(sandbox.node)
const own = () => ownClient(sandbox.node)

async function jettonBalance(owner: Address, master: string): Promise<bigint> {
  const minter = client().open(JettonMaster.create(Address.parse(master)))
  return client()
    .open(JettonWallet.create(await minter.getWalletAddress(owner)))
    .getBalance()
}

async function pool(tokenA: string, tokenB: string) {
  const found = (await sandbox.node.exchange.pools()).find(
    (row) => row.tokenA === tokenA && row.tokenB === tokenB,
  )
  if (found === undefined) throw new Error('there is no such pool')
  return found
}

test("the vendor's client opens a wallet, sends, and reads what happened", async () => {
  const bob = await vendorWallet(client(), 'bob')
  const alice = await vendorWallet(client(), 'alice')
  const before = await client().getBalance(alice.address)
  expect(await bob.wallet.getSeqno()).toBe(0)
  const note = internal({ to: alice.address, value: toNano('1.5'), body: comment('hello') })
  // The first message brings the contract along.
  await client().sendFile(Buffer.from(await signed(client(), bob, [note], 0), 'base64'))
  expect(await bob.wallet.getSeqno()).toBe(1)
  const [latest] = await client().getTransactions(alice.address, { limit: 1 })
  expect(latest?.inMessage?.body.equals(comment('hello'))).toBe(true)
  const gained = (await client().getBalance(alice.address)) - before
  expect(gained).toBeGreaterThan(toNano('1.499'))
  expect(gained).toBeLessThanOrEqual(toNano('1.5'))
  const state = await client().getContractState(bob.address)
  expect(state.state).toBe('active')
  const master = await client().getMasterchainInfo()
  expect(await client().getWorkchainShards(master.latestSeqno)).toHaveLength(1)
  const estimate = await client().estimateExternalMessageFee(bob.address, {
    body: await bob.wallet.createTransfer({
      seqno: 1,
      messages: [note],
      secretKey: bob.key.secretKey,
      sendMode: mode,
    }),
    ignoreSignature: true,
    initCode: null,
    initData: null,
  })
  expect(estimate.source_fees.gas_fee).toBeGreaterThan(0)
})

test('its second client, of the v4 interface, reads the same', async () => {
  const v4 = new TonClient4({ endpoint: new URL('/v4', sandbox.node.rpcUrl).href })
  const alice = await vendorWallet(client(), 'alice')
  const { last } = await v4.getLastBlock()
  const { account } = await v4.getAccount(last.seqno, alice.address)
  expect(BigInt(account.balance.coins)).toBe(await client().getBalance(alice.address))
  const minter = v4.open(JettonMaster.create(Address.parse(usdt)))
  const fromV2 = client().open(JettonMaster.create(Address.parse(usdt)))
  const [one, other] = [minter, fromV2].map((opened) => opened.getWalletAddress(alice.address))
  expect((await one)?.toRawString()).toBe((await other)?.toRawString())
  expect(account.last).not.toBeNull()
  const transactions = await v4.getAccountTransactions(
    alice.address,
    BigInt(account.last?.lt ?? 0),
    Buffer.from(account.last?.hash ?? '', 'base64'),
  )
  const others = await client().getTransactions(alice.address, { limit: 20 })
  expect(transactions.map(({ tx }) => tx.hash())).toEqual(others.map((one) => one.hash()))
})

test('jettons match the list', async () => {
  const alice = await vendorWallet(client(), 'alice')
  expect(await jettonBalance(alice.address, usdt)).toBe(60_000_000_000n)
  expect(await jettonBalance(alice.address, notcoin)).toBe(30_000_000_000_000_000n)
  const held = await own().jettonBalances(alice.address.toRawString(), options)
  expect(held.map(({ master }) => master)).toContain(Address.parse(usdt).toRawString())
  const wallet = held.find(({ master }) => master === Address.parse(usdt).toRawString())?.wallet
  const shown = sandbox.node.jettonWalletOf(usdt, alice.address.toRawString())
  expect(Address.parse(shown).toRawString()).toBe(wallet)
})

describe("STON.fi's own library swaps", () => {
  const router = () => client().open(DEX.v2_1.Router.CPI.create(sandbox.node.exchange.router))
  const proxyTon = () => pTON.v2_1.create(sandbox.node.exchange.ptonMaster)

  type Terms = { to: Address; value: bigint; body?: MessageRelaxed['body'] | null | undefined }
  const swap = async (from: TonPayerWallet, terms: Terms): Promise<string> => {
    const { to, value, body } = terms
    const message = internal({ to, value, body: body ?? beginCell().endCell() })
    const boc = await signed(client(), from, [message], await from.wallet.getSeqno())
    await client().sendFile(Buffer.from(boc, 'base64'))
    return normalizedHashOfBoc(boc)
  }

  test('TON to a jetton: the receiver gets exactly what the pool quotes', async () => {
    const alice = await vendorWallet(client(), 'alice')
    const { ptonMaster } = sandbox.node.exchange
    const expected = swapOut(await pool(ptonMaster, usdt), toNano('5'), 'A')
    const before = await jettonBalance(alice.address, usdt)
    const terms = await router().getSwapTonToJettonTxParams({
      userWalletAddress: alice.address,
      proxyTon: proxyTon(),
      askJettonAddress: usdt,
      offerAmount: toNano('5'),
      minAskAmount: expected,
    })
    const hash = await swap(alice, terms)
    expect((await jettonBalance(alice.address, usdt)) - before).toBe(expected)
    const trace = await own().trace({ messageHash: hash }, options)
    expect(trace?.complete).toBe(true)
    expect(trace?.transactions.every(({ aborted }) => !aborted)).toBe(true)
    const [first] = await own().transactionsByMessage(hash, options)
    expect(first?.inMessage?.normalizedHash).toBe(hash)
    expect(await own().transactionByHash(first?.hash ?? '', options)).toEqual(first)
    const [stored] = await own().rawTransactions(alice.address.toRawString(), 20, null, options)
    expect(stored?.hash).toBe(trace?.transactions.at(-1)?.hash)
  })

  test('a jetton to TON, and a jetton to another', async () => {
    const alice = await vendorWallet(client(), 'alice')
    const { ptonMaster } = sandbox.node.exchange
    const coins = swapOut(await pool(ptonMaster, usdt), 30_000_000n, 'B')
    const before = await client().getBalance(alice.address)
    await swap(
      alice,
      await router().getSwapJettonToTonTxParams({
        userWalletAddress: alice.address,
        offerJettonAddress: usdt,
        proxyTon: proxyTon(),
        offerAmount: 30_000_000n,
        minAskAmount: coins,
      }),
    )
    const gained = (await client().getBalance(alice.address)) - before
    expect(gained).toBeLessThan(coins)
    expect(gained).toBeGreaterThan(coins - toNano('0.1'))

    const nots = swapOut(await pool(usdt, notcoin), 10_000_000n, 'A')
    const held = await jettonBalance(alice.address, notcoin)
    await swap(
      alice,
      await router().getSwapJettonToJettonTxParams({
        userWalletAddress: alice.address,
        offerJettonAddress: usdt,
        askJettonAddress: notcoin,
        offerAmount: 10_000_000n,
        minAskAmount: nots,
      }),
    )
    expect((await jettonBalance(alice.address, notcoin)) - held).toBe(nots)
  })

  test('one unit more than the pool gives, or a deadline that is over: the money comes back', async () => {
    const alice = await vendorWallet(client(), 'alice')
    const { ptonMaster } = sandbox.node.exchange
    const common = {
      userWalletAddress: alice.address,
      offerJettonAddress: usdt,
      askJettonAddress: notcoin,
      offerAmount: 10_000_000n,
    }
    const nots = swapOut(await pool(usdt, notcoin), 10_000_000n, 'A')
    const held = await jettonBalance(alice.address, usdt)
    for (const terms of [
      { ...common, minAskAmount: nots + 1n },
      { ...common, minAskAmount: 1n, deadline: 1_800_000 },
    ]) {
      await swap(alice, await router().getSwapJettonToJettonTxParams(terms))
      expect(await jettonBalance(alice.address, usdt)).toBe(held)
    }
    const before = await pool(ptonMaster, usdt)
    sandbox.faults.set('TON', 'refund', null)
    const out = swapOut(before, toNano('1'), 'A')
    await swap(
      alice,
      await router().getSwapTonToJettonTxParams({
        userWalletAddress: alice.address,
        proxyTon: proxyTon(),
        askJettonAddress: usdt,
        offerAmount: toNano('1'),
        minAskAmount: out,
      }),
    )
    sandbox.faults.clear()
    expect(await jettonBalance(alice.address, usdt)).toBe(held)
    expect(await pool(ptonMaster, usdt)).toEqual(before)
  })

  test('a referrer gets its share of what is bought', async () => {
    const alice = await vendorWallet(client(), 'alice')
    const bob = await vendorWallet(client(), 'bob')
    const { ptonMaster } = sandbox.node.exchange
    const found = await pool(ptonMaster, usdt)
    const [whole, rest] = [0, 50].map((bps) => swapOut(found, toNano('5'), 'A', bps))
    const held = await jettonBalance(alice.address, usdt)
    const bobs = await jettonBalance(bob.address, usdt)
    await swap(
      alice,
      await router().getSwapTonToJettonTxParams({
        userWalletAddress: alice.address,
        proxyTon: proxyTon(),
        askJettonAddress: usdt,
        offerAmount: toNano('5'),
        minAskAmount: rest ?? 0n,
        referralAddress: bob.address,
        referralValue: 50,
      }),
    )
    expect((await jettonBalance(alice.address, usdt)) - held).toBe(rest)
    expect((await jettonBalance(bob.address, usdt)) - bobs).toBe((whole ?? 0n) - (rest ?? 0n))
  })

  test('the pool can be read as the library reads it', async () => {
    const { ptonMaster } = sandbox.node.exchange
    const found = await pool(ptonMaster, usdt)
    const opened = await router().getPool({ token0: ptonMaster, token1: usdt })
    expect(opened.address.toString()).toBe(found.address)
    const data = await client().open(opened).getPoolData()
    expect(new Set([data.reserve0, data.reserve1])).toEqual(
      new Set([found.reserveA, found.reserveB]),
    )
    expect(Number(data.lpFee)).toBe(found.feeBps)
  })
})

test('servers pay, and learn who paid what, with which comment', async () => {
  const { payer } = sandbox.node
  const shop = payer.addressFor('shop')
  expect(await payer.paymentsTo(shop, 0n)).toEqual([])
  const seen: string[] = []
  const stop = payer.watch(shop, 0n, ({ hash }) => seen.push(hash))
  const coins = await payer.payTon(shop, 700_000_000n, 'order 7')
  const jettons = await payer.payJetton(usdt, shop, 12_000_000n, 'order 8')
  await payer.payJetton(notcoin, shop, 5n, null)
  const found = await payer.paymentsTo(shop, 0n)
  expect(found.map(({ jetton, amount, comment: text }) => [jetton, amount, text])).toEqual([
    [null, 700_000_000n, 'order 7'],
    [usdt, 12_000_000n, 'order 8'],
    [notcoin, 5n, null],
  ])
  expect(found.slice(0, 2).map(({ hash }) => hash)).toEqual([coins.hash, jettons.hash])
  expect(seen).toEqual(found.map(({ hash }) => hash))
  stop()
  expect(await payer.paymentsTo(shop, found[1]?.lt ?? 0n)).toHaveLength(1)
  const onChain = await own().transactionByHash(jettons.hash, options)
  expect(onChain?.aborted).toBe(false)
})

test('what was answered is there again after a sudden end; a reset brings the beginning back', async () => {
  const { node } = sandbox
  const bob = await vendorWallet(client(), 'bob')
  const raw = bob.address.toRawString()
  await node.fund({ address: raw, blockchain: 'TON', token: 'native', amount: 3n })
  await node.fund({ address: raw, blockchain: 'TON', token: 'USDT', amount: 4n })
  const before = await own().accountState(raw, options)
  const second = await startTonSandbox(sandbox.stateDir)
  try {
    const after = await ownClient(second.node).accountState(raw, options)
    expect(after).toEqual({ ...before, atSeconds: expect.any(Number) })
    const held = await ownClient(second.node).jettonBalances(raw, options)
    const master = Address.parse(usdt).toRawString()
    expect(held.find((row) => row.master === master)?.amount).toBe(
      await jettonBalance(bob.address, usdt),
    )
    await second.node.reset()
    const fresh = await ownClient(second.node).accountState(raw, options)
    expect(fresh).toMatchObject({ balance: 20_000_000_000_000n, lastTransaction: null })
  } finally {
    await second.node.close()
  }
})
