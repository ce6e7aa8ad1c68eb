import { describe, expect, test } from 'vitest'

import { nativeToken } from '../../src/chains/tokens.ts'
import { actionOf, type SwapStatus } from '../../src/core/status.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { publishedWords } from './publishedWords.ts'
import { toOrderToken } from '../../src/providers/kits/deposit/state.ts'
import { depositAddress, type DepositCase } from './depositContract.ts'
import {
  type Body,
  evm,
  evmPayment,
  type Exchange,
  hash,
  nowMs,
  orderCallsOf,
  play,
  quoteOf,
  refOf,
  rpcKey,
} from './depositSupport.ts'

// An order on ETH that its provider calls unpaid: the chain is asked before that is repeated.

const address = evm('deposit')
const amount = 16_700_000_000_000_000_000n
const hour = 3_600_000
const ether = nativeToken('ETH')

/** The same with the address on ETH. */
const moved = (body: unknown): string => JSON.stringify(body).replaceAll(depositAddress, address)

/** The address by the chain: balance and number of transactions. */
const chain = (held: bigint, sent: number): Record<string, unknown> => ({
  [rpcKey('ETH', 'eth_getBalance', [address, 'latest'])]: `0x${held.toString(16)}`,
  [rpcKey('ETH', 'eth_getTransactionCount', [address, 'latest'])]: `0x${sent.toString(16)}`,
})

export function describePaidOrders(name: string, it: DepositCase): void {
  const { provider, request, baseUrl } = it
  const waits = it.words.find(([, , { subStatus }]) => subStatus === 'AWAITING_DEPOSIT')
  // An order of our own making is an address of many.
  if (it.create === null || waits === undefined) return

  const statusOf = async (
    rpc: Record<string, unknown> | null,
    { atMs = nowMs, own = {}, srcTxHash = null }: Body = {},
  ): Promise<SwapStatus> => {
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    const built = await provider.build(quote, play(baseUrl, orderCallsOf(it)).context)
    const state: Body = built.providerState
    const providerState = {
      ...state,
      srcToken: toOrderToken(ether),
      srcAmount: String(amount),
      depositAddress: address,
      expiresAtMs: nowMs + hour,
      own: { ...state.own, heldBefore: '0', sentBefore: '0', ...own },
    }
    const [id] = provider.ids
    if (id === undefined) throw new Error('no identifier')
    const calls: Exchange[] = JSON.parse(moved(waits[1]))
    const submitted = { method: 'POST', path: '/v0/deposit/submit', body: {} } as const
    const nodes = rpc === null ? [] : (['ETH'] as const)
    const { context } = play(baseUrl, [...calls, submitted], { atMs, rpc: rpc ?? {}, nodes })
    // The address may be the number of the order.
    const told = JSON.parse(moved(providerState))
    const orderId = built.orderId?.replaceAll(depositAddress, address) ?? null
    const ref = refOf(
      quote,
      { ...built, orderId, providerState: told },
      { srcBlockchain: 'ETH', srcTxHash },
    )
    return provider.status(id, ref, context)
  }
  const outage = Object.fromEntries(
    Object.keys(chain(0n, 0)).map((key) => [
      key,
      new SwaprouteError('CHAIN_UNAVAILABLE', 'No ETH node answers.'),
    ]),
  )
  const payment = hash('in')

  test.each(publishedWords[name]?.words ?? [])(
    `${name}: the published status %s means something`,
    async (word) => {
      const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
      const built = await provider.build(quote, play(baseUrl, orderCallsOf(it)).context)
      const [id] = provider.ids
      if (id === undefined) throw new Error('no identifier')
      const told: Exchange[] = JSON.parse(
        JSON.stringify(it.unknownWord).replace(/meditat\w+/gi, word),
      )
      const further = it.words.flatMap(([, calls]) => calls.slice(1))
      const { context } = play(baseUrl, [...told, ...further], { atMs: nowMs + 72 * hour })
      const status = await provider.status(id, refOf(quote, built), context)
      expect(status.note ?? '').not.toContain('for a long time')
    },
  )

  test(`${name}: an unknown status is quoted after days, with what to do`, async () => {
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    const built = await provider.build(quote, play(baseUrl, orderCallsOf(it)).context)
    const [id] = provider.ids
    if (id === undefined) throw new Error('no identifier')
    const { context } = play(baseUrl, it.unknownWord, { atMs: nowMs + 72 * hour })
    const status = await provider.status(id, refOf(quote, built), context)
    expect(status).toMatchObject({
      status: 'LONG_PENDING',
      note: expect.stringMatching(/"meditat\w*" for a long time.* Ask its support with order /i),
    })
  })
  const mined = evmPayment({ token: ether, to: address, amount, hash: payment })
  const unmined = { [rpcKey('ETH', 'eth_getTransactionReceipt', [payment])]: null }

  describe(`${name}: an order that the provider has not seen paid`, () => {
    type Row = [string, Record<string, unknown> | null, Body, Partial<SwapStatus>, string]
    const support = expect.stringMatching(/Ask its support with order \S+\.$/)
    test.each<Row>([
      ['is to be paid while nothing was', chain(0n, 0), {}, { status: 'PENDING' }, 'pay'],
      ['is to be paid where nothing can be read', null, {}, { status: 'PENDING' }, 'pay'],
      [
        'is to be paid at an address that had money before',
        chain(5n, 3),
        { own: { heldBefore: '5', sentBefore: '3' } },
        { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' },
        'pay',
      ],
      [
        'is not paid again: confirmed',
        mined,
        { srcTxHash: payment },
        { status: 'PENDING', subStatus: 'CONFIRMING', note: expect.stringContaining('again') },
        'wait',
      ],
      [
        'is not paid again: not mined yet',
        unmined,
        { srcTxHash: payment },
        { status: 'PENDING', subStatus: 'CONFIRMING' },
        'wait',
      ],
      [
        'is not paid again: by hand',
        chain(amount, 0),
        {},
        {
          status: 'PENDING',
          subStatus: 'CONFIRMING',
          note: expect.stringContaining('has received 16.7 ETH, but'),
        },
        'wait',
      ],
      [
        'is not paid again: in part',
        chain(1n, 0),
        {},
        { note: expect.stringContaining('0.000000000000000001 ETH of 16.7 ETH') },
        'wait',
      ],
      ['is not paid again: moved on', chain(0n, 1), {}, { subStatus: 'CONFIRMING' }, 'wait'],
      [
        'is not paid late',
        chain(0n, 0),
        { atMs: nowMs + hour + 1 },
        { status: 'PENDING', note: 'The payment deadline has passed; do not pay.' },
        'wait',
      ],
      [
        'has not ended while its address holds the money',
        chain(amount, 0),
        { atMs: nowMs + 3 * hour },
        { status: 'LONG_PENDING', note: support },
        'ask_support',
      ],
      [
        'has not ended once its address was emptied',
        chain(0n, 1),
        { atMs: nowMs + 3 * hour },
        { status: 'LONG_PENDING', note: support },
        'ask_support',
      ],
      [
        'has ended where the chain shows nothing',
        chain(0n, 0),
        { atMs: nowMs + 3 * hour },
        {
          status: 'FAIL',
          note: expect.stringMatching(
            /no payment arrived in time\. Its address on ETH shows no payment\.$/,
          ),
        },
        'none',
      ],
      [
        'has ended, and the chain could not be looked at',
        null,
        { atMs: nowMs + 3 * hour },
        { status: 'FAIL', note: expect.stringContaining('cannot read its address on ETH; if') },
        'ask_support',
      ],
      [
        'has ended, and no node answers',
        outage,
        { atMs: nowMs + 3 * hour },
        {
          status: 'FAIL',
          note: expect.stringContaining('No ETH node responded for its address; if'),
        },
        'ask_support',
      ],
    ])('%s', async (_, rpc, more, expected, action) => {
      const status = await statusOf(rpc, more)
      expect(status).toMatchObject(expected)
      expect(actionOf(status)).toBe(action)
      expect(status.note ?? '').not.toContain('nothing was paid')
    })
  })
}
