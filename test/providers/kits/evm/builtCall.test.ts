/** What a built call is compared with, for calls with any terms a test wants. */
import { describe, expect, test } from 'vitest'

import { call, type CallTerms } from '../../../../src/chains/evm/calls.ts'
import type { QuoteRequest } from '../../../../src/core/quote.ts'
import { zeroAddress } from '../../../../src/core/token.ts'
import { checkBuiltCall, readDeclaredCall } from '../../../../src/providers/kits/evm/builtCall.ts'
import type { BuiltSwap, EntryReading, PinnedContracts } from '../../../../src/providers/types.ts'
import { evm, play, quoteOf, refusal, requestOf, tokenOf } from '../../depositSupport.ts'
import {
  createTestBridge,
  bridgeUrl,
  orderExchange,
  quoteExchange,
  source,
  testBridgeId,
} from './testBridge.ts'
import { alice, bob, mallory, toBsc } from './testBridgeSwaps.ts'

const target = evm('target')
const ether = tokenOf('ETH', 'ETH')
const usdc = tokenOf('ETH', 'USDC')
const bnb = tokenOf('BSC', 'BNB')
const amount = 1_000n

type Case = {
  asked?: Partial<QuoteRequest>
  terms?: Partial<CallTerms>
  built?: Partial<BuiltSwap>
  transaction?: object
  pinned?: Partial<PinnedContracts>
  acceptedMin?: bigint
  fee?: bigint
  quotedFee?: bigint
  rateType?: 'float'
  entryOf?: EntryReading
}

const trusted = 'it pays your account back'
const unsaid = { trusted, recipient: null, dstToken: null, minOut: null, dst: null } as const
const kept = { trusted, recipient: null, receiverBy: 'answer' } as const
const floating = { floats: true, minOut: null } as const
const entryTerms = { entry: 7n, srcToken: null, dstToken: null, dst: 'same' } as const
const toBnb = { srcToken: ether.address, dstToken: bnb.address, dst: 'BSC' } as const

/** A call that names its tokens and its destination by the seventh entry of its contract. */
function atEntry(found: Awaited<ReturnType<EntryReading>>): Case {
  const entryOf: EntryReading = async (entry, { blockchain, to }) =>
    entry === 7n && blockchain === 'ETH' && to === target ? found : null
  return { terms: entryTerms, entryOf }
}

/** ETH on ETH to BNB on BSC, from alice to bob. */
async function check(bend: Case): Promise<unknown> {
  const { fee = 0n, quotedFee = fee } = bend
  const tape = play(bridgeUrl, [quoteExchange(toBsc)])
  const request = requestOf(ether, bnb, amount, {
    fromAddress: alice,
    receiver: bob,
    ...bend.asked,
  })
  const swap = requestOf(usdc, tokenOf('BSC', 'USDC'), toBsc.srcAmount, { fromAddress: alice })
  const { fees, ...quote } = await quoteOf(createTestBridge(), swap, tape.context)
  const terms: CallTerms = {
    recipient: bob,
    srcToken: request.srcToken.address,
    dstToken: request.dstToken.address,
    amountIn: amount,
    minOut: 10n,
    dst: request.dstToken.blockchain,
    refundTo: null,
    ...bend.terms,
  }
  const provider = {
    pinned: () => ({ targets: [target], spenders: [target], mostFixedFee: fee, ...bend.pinned }),
    proofs: [
      {
        kind: 'calls' as const,
        calls: () => [call('function pay()', () => terms, /^[0-9a-f]{40}$/)],
        ...(bend.entryOf === undefined ? {} : { entryOf: bend.entryOf }),
      },
    ],
  }
  const value = (request.srcToken.native ? amount : 0n) + fee
  const built: BuiltSwap = {
    transaction: {
      kind: 'evm',
      to: target,
      data: '0x1b9265b8',
      value,
      approvalAddress: null,
      ...bend.transaction,
    },
    dstAmount: 11n,
    dstMinAmount: 10n,
    fees: { ...fees, providerFixed: fee },
    orderId: null,
    uniqueInfo: {},
    providerState: null,
    ...bend.built,
  }
  const accepted = {
    ...quote,
    request,
    fees: { ...fees, providerFixed: quotedFee },
    dstMinAmount: bend.acceptedMin ?? 10n,
    swapType:
      terms.dst === 'same' && terms.entry === undefined
        ? ('on-chain' as const)
        : ('cross-chain' as const),
    ...(bend.rateType === undefined ? {} : { rateType: bend.rateType }),
  }
  return await checkBuiltCall(provider, built, accepted, tape.context)
}

describe('accepts', () => {
  const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const accepted: [string, Case][] = [
    ['what was asked for', {}],
    ['the wrapped coin in place of the coin that is paid', { terms: { srcToken: wrapped } }],
    ['a native coin whose amount is the value', { terms: { amountIn: null } }],
    ['a fee that is known', { fee: 5n }],
    ['a fee that has grown by 2%', { fee: 102n, quotedFee: 100n }],
    ['a refund to the payer', { terms: { refundTo: alice } }],
    [
      'a refund where it was asked to',
      { asked: { refundAddress: evm('r') }, terms: { refundTo: evm('r') } },
    ],
    [
      'a token with its spender',
      { asked: { srcToken: usdc }, transaction: { approvalAddress: target } },
    ],
    [
      'a stated slippage as asked for',
      { asked: { slippageBps: 50 }, terms: { statedSlippage: 5_000n } },
    ],
    [
      'coins that the fees of a refund leave nearly whole',
      { terms: { amountIn: null, leastIn: amount } },
    ],
    [
      'powers of the payer',
      { terms: { powers: [{ may: 'patch', holder: alice, blockchain: 'ETH' }] } },
    ],
    [
      'a call without a minimum, where the route declares it',
      { rateType: 'float', terms: { floats: true, minOut: null } },
    ],
    [
      'an order that may end with a refund of nothing, where the route declares it',
      { rateType: 'float', terms: { returnsNothing: true } },
    ],
    ['a trusted call that says everything', { rateType: 'float', terms: { trusted } }],
    [
      'a trusted call that contains the receiver and says nothing of the payout',
      { rateType: 'float', terms: unsaid, transaction: { data: `0x1b9265b8${bob.slice(2)}` } },
    ],
    [
      'a trusted call without a place for a receiver, which its answer repeats',
      { rateType: 'float', terms: kept, built: { namedReceiver: bob.toLowerCase() } },
    ],
    ['what its contract keeps under an entry', atEntry(toBnb)],
    [
      'powers of the receiver',
      { terms: { powers: [{ may: 'cancel', holder: bob, blockchain: 'BSC' }] } },
    ],
  ]
  test.each(accepted)('%s', async (_name, bend) => {
    await expect(check(bend)).resolves.toMatchObject({ method: 'pay' })
  })
})

describe('refuses', () => {
  const power = (holder: string, blockchain: 'ETH' | 'BSC' | 'POLYGON'): Case => ({
    terms: { powers: [{ may: 'cancel', holder, blockchain }] },
  })
  const refused: [string, string, Case][] = [
    ['a deposit', 'E2', { transaction: { kind: 'deposit' } }],
    ['another contract', 'E2', { transaction: { to: mallory } }],
    ['an approval of a coin', 'E3', { transaction: { approvalAddress: target } }],
    [
      'another spender',
      'E3',
      { asked: { srcToken: usdc }, transaction: { approvalAddress: mallory } },
    ],
    ['more value', 'E5', { transaction: { value: amount + 1n } }],
    ['a fee above the table', 'E5', { fee: 5n, pinned: { mostFixedFee: 4n } }],
    ['a fee that has grown', 'E5', { fee: 103n, quotedFee: 100n }],
    ['the right token on another chain', 'E8', { terms: { dst: 'POLYGON' } }],
    ['another receiver', 'E8', { terms: { recipient: mallory } }],
    ['the sender as receiver', 'E8', { terms: { recipient: null } }],
    ['no token', 'E8', { terms: { dstToken: null } }],
    ['no token to spend', 'E8', { terms: { srcToken: null } }],
    [
      'a token whose amount is not said',
      'E5',
      { asked: { srcToken: usdc }, terms: { amountIn: null } },
    ],
    [
      'coins that the fees of a refund would eat',
      'E8',
      { terms: { amountIn: null, leastIn: amount + 1n } },
    ],
    ['a refund to a stranger', 'E8', { terms: { refundTo: mallory } }],
    ['a refund to the receiver on the source chain', 'E8', { terms: { refundTo: bob } }],
    [
      'more slippage than asked for',
      'E8',
      { asked: { slippageBps: 50 }, terms: { statedSlippage: 5_001n } },
    ],
    ['no minimum', 'E9', { terms: { minOut: null } }],
    ['a trusted call that no route declares', 'E17', { terms: { trusted } }],
    ['a trusted call without the receiver', 'E8', { rateType: 'float', terms: unsaid }],
    [
      'a trusted call without a place for a receiver, which its answer does not repeat',
      'E17',
      { rateType: 'float', terms: kept },
    ],
    [
      'a trusted call without a place for a receiver, whose answer names another',
      'E17',
      { rateType: 'float', terms: kept, built: { namedReceiver: mallory } },
    ],
    [
      'a call without a place for a receiver that is not trusted',
      'E17',
      { terms: { receiverBy: 'answer' }, built: { namedReceiver: bob } },
    ],
    [
      'a call of nobody that is trusted, for the sender by its answer',
      'E17',
      {
        asked: { receiver: alice },
        terms: { recipient: null, receiverBy: 'answer' },
        built: { namedReceiver: alice },
      },
    ],
    [
      'a trusted call that guarantees less than it claims',
      'E9',
      { rateType: 'float', terms: { trusted, minOut: 9n } },
    ],
    [
      'a trusted call of another token',
      'E8',
      { rateType: 'float', terms: { trusted, dstToken: usdc.address } },
    ],
    [
      'a trusted call to another chain',
      'E8',
      { rateType: 'float', terms: { trusted, dst: 'POLYGON' } },
    ],
    [
      'a trusted call that pays a stranger',
      'E8',
      { rateType: 'float', terms: { trusted, recipient: mallory } },
    ],
    [
      'a trusted call and less than was accepted',
      'E9',
      { rateType: 'float', terms: { trusted }, acceptedMin: 11n },
    ],
    ['a refund of nothing that no route declares', 'E16', { terms: { returnsNothing: true } }],
    [
      'less than was accepted, though nothing is guaranteed',
      'E9',
      { rateType: 'float', acceptedMin: 11n, terms: { returnsNothing: true } },
    ],
    ['no minimum where the route promises one', 'E9', { terms: { ...floating } }],
    ['no minimum of a call that takes one', 'E9', { rateType: 'float', terms: { minOut: null } }],
    [
      'a low minimum of a call that takes one',
      'E9',
      { rateType: 'float', terms: { floats: true, minOut: 9n } },
    ],
    [
      'no minimum on one chain',
      'E9',
      { rateType: 'float', asked: { dstToken: usdc }, terms: { ...floating, dst: 'same' } },
    ],
    [
      'no minimum and less than was accepted',
      'E9',
      { rateType: 'float', terms: { ...floating }, acceptedMin: 11n },
    ],
    [
      'coins by the entry of their wrapped token',
      'E8',
      atEntry({ ...toBnb, srcToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }),
    ],
    [
      'the wrapped token by an entry, for coins',
      'E8',
      atEntry({ ...toBnb, dstToken: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c' }),
    ],
    ['an entry of another chain', 'E8', atEntry({ ...toBnb, dst: 'POLYGON' })],
    ['an entry of another bought token', 'E8', atEntry({ ...toBnb, dstToken: usdc.address })],
    ['an entry of another sold token', 'E8', atEntry({ ...toBnb, srcToken: usdc.address })],
    [
      'an entry of another token than the call names',
      'E8',
      { ...atEntry(toBnb), terms: { ...entryTerms, srcToken: usdc.address } },
    ],
    ['an entry that does not exist', 'E8', atEntry(null)],
    ['an entry that is not read', 'E8', { terms: entryTerms }],
    ['a smaller minimum than it promises', 'E9', { terms: { minOut: 9n } }],
    ['a smaller minimum than was accepted', 'E9', { acceptedMin: 11n }],
    ['a stranger with a power', 'E8', power(mallory, 'ETH')],
    ['the receiver with a power on the source chain', 'E8', power(bob, 'ETH')],
    [
      'the receiver with a power on the one chain of the swap',
      'E8',
      { asked: { dstToken: usdc }, terms: { ...power(bob, 'ETH').terms, dst: 'same' } },
    ],
    ['the payer with a power on the destination', 'E8', power(alice, 'BSC')],
    ['anybody with a power elsewhere', 'E8', power(alice, 'POLYGON')],
    ['another method', 'E8', { transaction: { data: '0x1b9265b9' } }],
  ]
  test.each(refused)('%s (%s)', async (_name, rule, bend) => {
    const error = await refusal(check(bend))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: rule } })
  })

  test('an output that stays on its chain, and wrapped coins in place of coins there', async () => {
    const stays = { asked: { dstToken: usdc }, terms: { dst: 'same' as const } }
    await expect(check(stays)).resolves.toBeDefined()
    const asked = { srcToken: usdc, dstToken: ether }
    const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    const error = await refusal(check({ asked, terms: { dst: 'same', dstToken: wrapped } }))
    expect(error).toMatchObject({ context: { check: 'E8' } })
    const coin = { dst: 'same' as const, dstToken: zeroAddress }
    await expect(check({ asked, terms: coin })).resolves.toBeDefined()
  })
})

describe('the calls a bridge declares', () => {
  const { data } = orderExchange(toBsc).body.tx
  const read = async (to: string, blockchain: 'ETH' | 'BASE', calldata: string) => {
    const { context } = play(bridgeUrl, [])
    return await readDeclaredCall(
      createTestBridge(),
      testBridgeId,
      { blockchain, to, data: calldata },
      context,
    )
  }

  test('are those of its contracts, on its chains', async () => {
    await expect(read(source, 'ETH', data)).resolves.toMatchObject({
      dst: 'BSC',
      recipient: bob.toLowerCase(),
    })
    expect((await refusal(read(mallory, 'ETH', data))).code).toBe('UNSAFE_ROUTE')
    expect((await refusal(read(source, 'BASE', data))).code).toBe('UNSAFE_ROUTE')
  })

  test('name a chain by the number of the service and no other', async () => {
    const to = (takeChainId: bigint): string =>
      orderExchange({ ...toBsc, bendCall: ({ order }) => (order.takeChainId = takeChainId) }).body
        .tx.data
    await expect(read(source, 'ETH', to(100_000_002n))).resolves.toMatchObject({ dst: 'GNOSIS' })
    expect((await refusal(read(source, 'ETH', to(100n)))).message).toContain('unknown chain')
  })
})
