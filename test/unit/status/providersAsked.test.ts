/** The provider of a transaction that was not made here, and what is reported of it. */
import { describe, expect, test } from 'vitest'

import { createBackend } from '../../../src/backend/backend.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { fakeServices } from '../../support/backend.ts'
import { fakeNodes, type FakeNode } from '../../support/chainNodes.ts'
import { fakeProvider, usdc } from '../../support/routing.ts'
import {
  hash,
  payoutHash,
  alice,
  bob,
  diamond,
  spokePool,
  paidAtSeconds,
  missing,
  pending,
  word,
  number,
  moved,
  eventOf,
  node,
  type Asked,
  bridge,
  statusOf,
} from '../../support/carriedSwaps.ts'

describe('the provider', () => {
  test('is the one whose contract was called, before one whose events are there', async () => {
    const asked: Asked[] = []
    const answer = await statusOf(node({}, [eventOf(spokePool)]), [
      bridge('across', [spokePool], pending, asked),
      bridge('lifi', [diamond], { ...pending, providerStatus: 'PENDING' }, asked),
    ])
    expect(answer).toMatchObject({ status: 'PENDING', provider: 'lifi' })
    expect(asked.map(({ id }) => id)).toEqual(['lifi'])
  })

  test('that does not list it yet is reported with what the bridge below shows', async () => {
    const done: SwapStatus = {
      status: 'SUCCESS',
      destinationTxHash: payoutHash,
      destinationBlockchain: 'POLYGON',
      facts: { receiver: bob },
    }
    const answer = await statusOf(node({}, [eventOf(spokePool)]), [
      bridge('lifi', [diamond], pending),
      bridge('across', [spokePool], done),
    ])
    expect(answer).toMatchObject({
      status: 'SUCCESS',
      provider: 'lifi',
      carrier: 'across',
      destinationTxHash: payoutHash,
      destinationNetworkTitle: 'POLYGON',
      receiver: bob,
    })
  })

  test('is found by its events where another contract was called', async () => {
    const answer = await statusOf(node({ to: bob }, [eventOf(spokePool)]), [
      bridge('lifi', [diamond], pending),
      bridge('across', [spokePool], pending),
    ])
    expect(answer).toMatchObject({ status: 'PENDING', provider: 'across' })
  })

  test('of two with one contract is the one that can read the call', async () => {
    const exchange = fakeProvider('LIFI', [], {
      pinned: () => ({ targets: [diamond], spenders: [] }),
      status: async () => ({
        status: 'SUCCESS',
        destinationTxHash: hash,
        facts: { dstToken: { blockchain: 'ETH', address: usdc.address } },
      }),
    })
    const answer = await statusOf(node({}), [bridge('lifi', [diamond], pending), exchange])
    expect(answer).toMatchObject({ status: 'SUCCESS', provider: 'LIFI' })
  })

  test('of two with one contract is the bridge where their answers do not decide: a mined call ends no bridge', async () => {
    const exchange = fakeProvider('LIFI', [], {
      pinned: () => ({ targets: [diamond], spenders: [] }),
      status: async () => ({ status: 'SUCCESS', destinationTxHash: hash }),
    })
    const answer = await statusOf(node({}), [exchange, bridge('lifi', [diamond], pending)])
    expect(answer).toMatchObject({ status: 'PENDING', provider: 'lifi' })
  })

  test('is not the exchange by a mined call alone while the bridge of one contract is silent', async () => {
    const exchange = fakeProvider('LIFI', [], {
      pinned: () => ({ targets: [diamond], spenders: [] }),
      status: async () => ({ status: 'SUCCESS', destinationTxHash: hash }),
    })
    const silent = fakeProvider('lifi', [], {
      capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
      pinned: () => ({ targets: [diamond], spenders: [] }),
      status: () => Promise.reject(new SwaprouteError('UPSTREAM_FAILED', 'It does not answer.')),
    })
    await expect(statusOf(node({}), [exchange, silent])).rejects.toMatchObject({
      context: { notAsked: { providers: ['lifi'] } },
    })
  })
})

describe('both ends', () => {
  const paid = [moved(usdc.address, alice, diamond, 1_500_000n)]

  test('are what the payer lost, and what the receiver gained on the other chain', async () => {
    const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    const arrival = {
      behaviour: 'answers' as const,
      transactions: [
        {
          hash: payoutHash,
          from: diamond.toLowerCase(),
          to: spokePool.toLowerCase(),
          input: '0x02',
          value: '0x0',
        },
      ],
      receipts: {
        [payoutHash]: {
          ...node({}).receipts?.[hash],
          transactionHash: payoutHash,
          logs: [moved(wrapped, diamond, bob, 40n), moved(wrapped, diamond, alice, 9n)],
        },
      },
    }
    const done: SwapStatus = {
      status: 'SUCCESS',
      destinationTxHash: payoutHash,
      destinationBlockchain: 'POLYGON',
      facts: { receiver: bob.toLowerCase(), fromAddress: alice.toLowerCase() },
    }
    const answer = await statusOf(node({}, paid), [bridge('lifi', [diamond], done)], {}, arrival)
    expect(answer).toMatchObject({
      fromAddress: alice,
      receiver: bob,
      startedAt: '2026-11-20T09:00:00.000Z',
      srcTokenAddress: usdc.address,
      srcTokenSymbol: 'USDC',
      srcTokenAmount: '1.5',
      srcTokenWeiAmount: '1500000',
      dstTokenAddress: wrapped,
      dstTokenWeiAmount: '40',
      transactionKind: 'swap',
      action: 'none',
      srcTxUrl: `https://etherscan.io/tx/${hash}`,
    })
    // The decimals of an unlisted token are unknown.
    expect(answer.dstTokenAmount).toBeUndefined()
  })

  test('of several lost tokens none is guessed, and a coin beside a token is its fee', async () => {
    const provider = [bridge('lifi', [diamond], pending)]
    const other = moved(spokePool, alice, diamond, 5n)
    const two = await statusOf(node({}, [...paid, other]), provider)
    expect(two.srcTokenWeiAmount).toBeUndefined()
    const withFee = await statusOf(node({ value: '0x64' }, paid), provider)
    expect(withFee).toMatchObject({ srcTokenSymbol: 'USDC', srcTokenWeiAmount: '1500000' })
    const coins = await statusOf(node({ value: '0x64' }), provider)
    expect(coins).toMatchObject({ srcTokenAddress: zeroAddress, srcTokenWeiAmount: '100' })
  })

  test('are left out, and the state stays, where the other chain does not answer', async () => {
    const done: SwapStatus = {
      status: 'SUCCESS',
      destinationTxHash: payoutHash,
      destinationBlockchain: 'POLYGON',
    }
    const down: FakeNode = { behaviour: 'fails', transactions: [] }
    const answer = await statusOf(node({}, paid), [bridge('lifi', [diamond], done)], {}, down)
    expect(answer).toMatchObject({ status: 'SUCCESS', srcTokenAmount: '1.5' })
    expect(answer.dstTokenWeiAmount).toBeUndefined()
  })
})

describe('no swap', () => {
  const approve = `0x095ea7b3${word(diamond).slice(2)}${number(10n).slice(2)}`
  const transfer = `0xa9059cbb${word(bob).slice(2)}${number(2_000_000n).slice(2)}`

  test('an approval is named as one, and no provider is asked about it', async () => {
    const asked: Asked[] = []
    const answer = await statusOf(node({ to: usdc.address, input: approve }), [
      bridge('lifi', [diamond], pending, asked),
    ])
    expect(answer).toMatchObject({
      status: 'NOT_FOUND',
      transactionKind: 'approval',
      sourceNetworkTitle: 'ETH',
      fromAddress: alice,
      action: 'none',
      note: expect.stringContaining(`an approval, which lets ${diamond} take tokens`),
    })
    expect(asked).toEqual([])
  })

  test('a plain transfer is reported with its amount and payee', async () => {
    const answer = await statusOf(
      node({ to: usdc.address, input: transfer }, [moved(usdc.address, alice, bob, 2_000_000n)]),
      [bridge('lifi', [diamond], missing)],
    )
    expect(answer).toMatchObject({
      status: 'NOT_FOUND',
      transactionKind: 'transfer',
      receiver: bob,
      srcTokenAmount: '2',
      note: expect.stringContaining(`a plain transfer of 2 USDC to ${bob}`),
    })
  })

  test('a failed one is reported to have moved nothing', async () => {
    const failed = node({ to: bob, value: '0x64' }, [], '0x0')
    const answer = await statusOf(failed, [bridge('lifi', [diamond], missing)])
    expect(answer).toMatchObject({
      status: 'NOT_FOUND',
      note: expect.stringContaining('failed on ETH'),
    })
    expect(answer.srcTokenWeiAmount).toBeUndefined()
  })

  test('a transfer is not denied while a provider that could know it is silent', async () => {
    const silent = fakeProvider('dln', [], {
      capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
      status: () => Promise.reject(new SwaprouteError('UPSTREAM_FAILED', 'It does not answer.')),
    })
    const denied = statusOf(node({ to: bob, value: '0x64' }), [silent])
    await expect(denied).rejects.toMatchObject({ context: { notAsked: { providers: ['dln'] } } })
  })
})

describe('a transfer that paid an order', () => {
  const orderOf =
    (told: Partial<SwapStatus>) =>
    ({ srcTxHash }: SwapRef): SwapStatus =>
      srcTxHash === bob ? { ...pending, ...told } : missing

  test('is found by the address that it paid', async () => {
    const asked: Asked[] = []
    const order = { subStatus: 'EXCHANGING', destinationBlockchain: 'POLYGON' } as const
    const answer = await statusOf(node({ to: bob, input: '0x', value: '0x64' }), [
      bridge('near_intents', [], orderOf(order), asked, true),
    ])
    expect(answer).toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      provider: 'near_intents',
      srcTxHash: hash,
      transactionKind: 'swap',
    })
    expect(new Set(asked.map(({ ref }) => ref.srcTxHash))).toEqual(new Set([bob, hash]))
  })

  test.each([
    ['was paid by another transaction', { sourceTxHash: payoutHash }],
    ['waits for its deposit', { subStatus: 'AWAITING_DEPOSIT' }],
  ] as const)('is not the order of that address that %s', async (_what, told) => {
    const answer = await statusOf(node({ to: bob, input: '0x', value: '0x64' }), [
      bridge('near_intents', [], orderOf(told), [], true),
    ])
    expect(answer).toMatchObject({ status: 'NOT_FOUND', transactionKind: 'transfer' })
  })

  test('is found on BITCOIN by one of its outputs', async () => {
    const digits = 'ab'.repeat(32)
    const deposit = 'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej'
    const body = {
      txid: digits,
      vin: [{ prevout: { scriptpubkey_address: 'bc1qpayer' } }],
      vout: [{ scriptpubkey_address: deposit, value: 700_000 }],
      status: { confirmed: true, block_time: paidAtSeconds },
    }
    const provider = bridge(
      'near_intents',
      [],
      ({ srcTxHash, srcBlockchain }) =>
        srcTxHash === deposit && srcBlockchain === 'BITCOIN'
          ? { ...pending, subStatus: 'CONFIRMING' }
          : missing,
      [],
      true,
    )
    const services = fakeServices([provider], { now: paidAtSeconds * 1000 }, { rpc: fakeNodes({}) })
    const backend = createBackend({
      ...services,
      http: {
        ...services.http,
        send: async ({ url }) => {
          expect(url).toBe(`https://explorer.test/tx/${digits}`)
          return { status: 200, retryAfterSeconds: null, body }
        },
      },
      nodes: (blockchain) => (blockchain === 'BITCOIN' ? ['https://explorer.test'] : []),
    })
    expect(await backend.status({ srcTxHash: digits })).toMatchObject({
      status: 'PENDING',
      provider: 'near_intents',
      sourceNetworkTitle: 'BITCOIN',
      srcTxHash: digits,
      srcTokenWeiAmount: '700000',
      fromAddress: 'bc1qpayer',
      startedAt: '2026-11-20T09:00:00.000Z',
    })
  })
})

test('an unknown hash names the chains of its form that have no node here', async () => {
  const provider = bridge('near_intents', [], missing, [], true)
  const services = fakeServices([provider], { now: 0 }, { rpc: fakeNodes({}) })
  const answer = await createBackend(services).status({ srcTxHash: 'ab'.repeat(32) })
  expect(answer).toMatchObject({ status: 'NOT_FOUND', action: 'check_hash' })
  expect(answer.note).toBe(
    'No chain or provider knows this hash. Without a node here, and not asked: BITCOIN, ETH, POLYGON.',
  )
})
