import { describe, expect, test } from 'vitest'
import type { StatusAnswer } from '../../../src/api/schemas.ts'
import { createContract } from '../../../src/backend/backend.ts'
import type { BackendServices } from '../../../src/backend/services.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { makeCell } from '../../../src/chains/ton/cell.ts'
import { jettonTransferBody } from '../../../src/chains/ton/build/bodies.ts'
import { addressSlice } from '../../../src/chains/ton/jettons.ts'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import type { RouteTransaction } from '../../../src/core/transaction.ts'
import { memoryQuotes } from '../../support/memoryQuotes.ts'
import { noTon } from '../../support/noTon.ts'
import { fakeServices } from '../../support/backend.ts'
import { body, fakeProvider, quote } from '../../support/routing.ts'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ether = 10n ** 18n
describe('a swap on TON', () => {
  const hex = (byte: string): string => byte.repeat(32)
  const [wallet, exchange] = [`0:${hex('0a')}`, `0:${hex('0b')}`]
  const payload = writeBoc(makeCell(new Uint8Array([1, 2, 3, 4]), 32, []))
  const message = {
    hash: hex('a1'),
    normalizedHash: hex('a2'),
    source: null,
    destination: wallet,
    value: 0n,
    forwardFee: 0n,
    bounced: false,
    opcode: null,
    body: null,
  }
  const sent = {
    ...message,
    hash: hex('a3'),
    normalizedHash: null,
    source: wallet,
    destination: exchange,
    value: 5n,
    body: payload,
  }
  const taken: TonChainTransaction = {
    account: wallet,
    hash: hex('b1'),
    lt: 1n,
    atSeconds: 1,
    blockSeqno: 1,
    traceId: hex('b1'),
    inMessage: message,
    outMessages: [sent],
    aborted: false,
    compute: { success: true, exitCode: 0 },
    action: { success: true, resultCode: 0, skippedActions: 0 },
    totalFees: 1n,
    emulated: false,
  }

  const master = `0:${hex('0c')}`
  const jettonWallet = `0:${hex('0d')}`
  const built: RouteTransaction = {
    kind: 'ton',
    messages: [
      { address: showTonAddress(exchange, 'contract'), amount: 5n, payload, stateInit: null },
    ],
  }
  const order: RouteTransaction = {
    kind: 'deposit',
    depositAddress: showTonAddress(exchange, 'wallet'),
    amountToSend: '1',
    exchangeId: 'ex1',
    extraFields: null,
    expiresAtMs: null,
  }

  async function statusOn(
    transaction: TonChainTransaction,
    {
      pays = built,
      jetton = false,
      alone = false,
    }: { pays?: RouteTransaction; jetton?: boolean; alone?: boolean } = {},
  ): Promise<StatusAnswer> {
    const ton: BackendServices['ton'] = {
      ...noTon,
      has: () => true,
      transactionsByMessage: async () => [transaction],
      transactionByHash: async () => transaction,
      runGetMethod: async () => [{ type: 'slice', boc: addressSlice(jettonWallet) }],
    }
    const executionKind = pays.kind === 'deposit' ? 'deposit' : 'ton'
    const provider = fakeProvider('STONFI', [quote('STONFI', 2990_000000n, { executionKind })], {
      blockchains: () => ['TON'],
      build: async ({ dstAmount, dstMinAmount, fees }) => ({
        transaction: pays,
        dstAmount,
        dstMinAmount,
        fees,
        orderId: null,
        uniqueInfo: {},
        providerState: null,
      }),
      status: async (_id, { srcTxHash }) =>
        srcTxHash === null
          ? { status: 'PENDING', destinationTxHash: null }
          : { status: 'SUCCESS', destinationTxHash: hex('c1') },
    })
    const quotes = memoryQuotes()
    const services = fakeServices([provider], { now: 0 }, { ton, quotes: async () => quotes })
    const api = createContract(services)
    const { id } = await api.quoteBest(body)
    await api.swap({ ...body, id: id ?? '', fromAddress: alice })
    const stored = await quotes.find(id ?? '')
    if (stored === null) throw new Error('no quote')
    // The quotes at hand speak of ETH; what is paid is on TON.
    const { srcToken, ...request } = stored.quote.request
    const token = { ...srcToken, blockchain: 'TON', native: !jetton, address: master } as const
    const quoted = { ...request, srcToken: token, fromAddress: showTonAddress(wallet, 'wallet') }
    quotes.put({ ...stored, quote: { ...stored.quote, request: quoted } })
    const query = { srcTxHash: hex('a2') }
    return await api.statusExtended(alone ? query : { ...query, id: stored.id })
  }

  test('is paid by the messages that were built', async () => {
    expect(await statusOn(taken)).toMatchObject({ status: 'SUCCESS', srcTxHash: hex('a2') })
  })

  test.each<[what: string, transaction: TonChainTransaction]>([
    ['another wallet', { ...taken, account: exchange }],
    ['another destination', { ...taken, outMessages: [{ ...sent, destination: wallet }] }],
    ['another value', { ...taken, outMessages: [{ ...sent, value: 4n }] }],
    ['another body', { ...taken, outMessages: [{ ...sent, body: null }] }],
    ['no message at all', { ...taken, outMessages: [] }],
  ])('is not paid by a transaction with %s', async (_, transaction) => {
    expect(await statusOn(transaction)).toMatchObject({ status: 'NOT_FOUND' })
    expect((await statusOn(transaction, { alone: true })).id ?? null).toBeNull()
  })

  test('is found by the hash of its messages alone', async () => {
    const answer = await statusOn(taken, { alone: true })
    expect(answer).toMatchObject({ status: 'SUCCESS', id: expect.any(String) })
  })

  const coins = { ...sent, value: ether, body: null }
  const transferOf = (amount: bigint, destination: string): string =>
    jettonTransferBody({
      queryId: 0n,
      amount,
      destination,
      responseDestination: wallet,
      forwardAmount: 1n,
      comment: null,
    })
  const jettons = { ...sent, destination: jettonWallet, body: transferOf(ether, exchange) }
  const other = { ...taken, account: `0:${hex('0e')}` }

  test.each<[what: string, jetton: boolean, transaction: TonChainTransaction, isPaid: boolean]>([
    ['coins of the amount', false, { ...taken, outMessages: [coins] }, true],
    ['coins from any wallet', false, { ...other, outMessages: [coins] }, true],
    ['fewer coins', false, { ...taken, outMessages: [{ ...coins, value: ether - 1n }] }, false],
    [
      'coins to another',
      false,
      { ...taken, outMessages: [{ ...coins, destination: wallet }] },
      false,
    ],
    ['jettons of the amount', true, { ...taken, outMessages: [jettons] }, true],
    [
      'jettons of another token',
      true,
      { ...taken, outMessages: [{ ...jettons, destination: exchange }] },
      false,
    ],
    [
      'fewer jettons',
      true,
      { ...taken, outMessages: [{ ...jettons, body: transferOf(1n, exchange) }] },
      false,
    ],
    [
      'jettons to another',
      true,
      { ...taken, outMessages: [{ ...jettons, body: transferOf(ether, wallet) }] },
      false,
    ],
    ['something else', true, { ...taken, outMessages: [{ ...jettons, body: payload }] }, false],
  ])('an order is paid by %s (jettons: %s)', async (_, jetton, transaction, isPaid) => {
    expect(await statusOn(transaction, { pays: order, jetton })).toMatchObject({
      status: isPaid ? 'SUCCESS' : 'PENDING',
    })
  })
})
