import { describe, expect, test } from 'vitest'

import { toRawTonAddress } from '../../src/chains/ton/address.ts'
import { buildCell } from '../../sandbox/src/ton/builder.ts'
import { writeBoc } from '../../src/chains/ton/writeBoc.ts'
import { jettonOps, readJettonTransfer } from '../../src/chains/ton/jettons.ts'
import { readCell } from '../../src/chains/ton/reader.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { DecodedTonMessage, TonMessage } from '../../src/core/transaction.ts'
import { checkMinimum } from '../../src/execution/checks/amounts.ts'
import { checkTonMessages } from '../../src/execution/ton/checks.ts'
import { type Provider, type ProviderContext, proofOf } from '../../src/providers/types.ts'
import { nowMs, type Tape } from './depositSupport.ts'
import {
  body,
  friend,
  friendly,
  mallory,
  payer,
  raw,
  walletOf,
  withAddress,
  withCoins,
} from './tonSupport.ts'

/** Messages of one honest build, and what they were to do. */
export type Honest = { request: QuoteRequest; messages: TonMessage[]; dstMinAmount: bigint }

/** A quote built to its messages, for which everything on the tape was asked. */
export async function builtOnTon(provider: Provider, quote: Quote, { context, unused }: Tape) {
  const swap = await provider.build(quote, context)
  expect(unused()).toEqual([])
  if (swap.transaction.kind !== 'ton') throw new Error('not for TON')
  return { quote, swap, messages: swap.transaction.messages, context }
}

/**
 * The verdict of the signing side on messages: `ok`, or the rule they break. The reading is the
 * adapter's, the judgement the execution's.
 */
export async function verdict(
  provider: Provider,
  { request, messages, dstMinAmount }: Honest,
  context: ProviderContext,
): Promise<string> {
  const { srcToken, dstToken, srcAmount, receiver, refundAddress } = request
  try {
    const decoded: (DecodedTonMessage | null)[] = []
    for (const message of messages) {
      const swap = { srcToken, dstToken, fromAddress: payer }
      decoded.push((await proofOf(provider, 'ton')?.decode(message, swap, context)) ?? null)
    }
    const [id] = provider.ids
    if (id === undefined) throw new Error('a provider without a name')
    const { minOut } = checkTonMessages({
      messages,
      decoded,
      from: raw(payer),
      srcToken,
      dstToken,
      srcAmount,
      receiver: receiver ?? payer,
      refundAddress,
      pinned: provider.pinned(id, 'TON').targets,
      ownJettonWallet: srcToken.native ? null : walletOf(srcToken.address, payer),
      walletVersion: 'v4r2',
      chainSeconds: nowMs / 1000,
    })
    const accepted = { claimedMin: dstMinAmount, acceptedMin: dstMinAmount, minReceive: null }
    checkMinimum({ dstToken, decodedMin: minOut, ...accepted })
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { check } = thrown.context
    return typeof check === 'string' ? check : thrown.code
  }
}

type Bend = (honest: Honest) => TonMessage[]

function first(bend: (message: TonMessage, honest: Honest) => TonMessage): Bend {
  return (honest) =>
    honest.messages.map((message, index) => (index === 0 ? bend(message, honest) : message))
}

/** Everything a hostile service may do to honest messages, and the rules that stop it. */
const hostile: [string, Bend, readonly string[]][] = [
  ['another receiver everywhere', first((m) => withAddress(m, payer, mallory)), ['T3', 'T7']],
  ['a receiver outside TON', first((m) => withAddress(m, payer, null)), ['T3']],
  ['a foreign contract', first((m) => ({ ...m, address: friendly(mallory) })), ['T2']],
  [
    'more than was accepted',
    first((m, { request }) => withCoins(m, request.srcAmount, request.srcAmount * 2n)),
    ['T1', 'T3'],
  ],
  [
    'less for the exchange than goes along',
    first((m, { request }) => withCoins(m, request.srcAmount, request.srcAmount / 2n)),
    ['T1', 'T3'],
  ],
  [
    'no coins to notify the exchange',
    (honest) =>
      [125_000_000n, 175_000_000n, 185_000_000n, 240_000_000n, 250_000_000n, 500_000_000n].reduce(
        (messages, coins) => messages.map((m) => withCoins(m, coins, 0n)),
        honest.request.srcToken.native ? [] : honest.messages,
      ),
    ['T3', 'T1'],
  ],
  ['coins beyond all fees', first((m) => ({ ...m, amount: m.amount + 5_000_000_000n })), ['T1']],
  ['fewer coins than are sold', first((m) => ({ ...m, amount: 1n })), ['T1', 'T3']],
  [
    'a lower minimum',
    first((m, { dstMinAmount }) => withCoins(m, dstMinAmount, dstMinAmount - 1n)),
    ['E9'],
  ],
  ['a second message of the same kind', ({ messages }) => [...messages, ...messages], ['T1']],
  [
    'a message to another account as well',
    ({ messages }) => [
      ...messages,
      { address: friendly(mallory), amount: 1_000_000n, payload: null, stateInit: null },
    ],
    ['T3'],
  ],
  [
    'five messages',
    ({ messages }) => Array.from({ length: 5 }, () => messages[0]).flatMap((m) => m ?? []),
    ['T1'],
  ],
  [
    'the code of another contract',
    first((m) => ({ ...m, stateInit: writeBoc(buildCell().uint(0, 5).cell()) })),
    ['T4'],
  ],
  ['an instruction cut short', first((m) => ({ ...m, payload: cutShort(m) })), ['T3']],
  ['an instruction with more behind it', first((m) => ({ ...m, payload: longer(m) })), ['T3']],
  ['no instruction', first((m) => ({ ...m, payload: null })), ['T3']],
  [
    'another op code',
    first((m) => ({ ...m, payload: writeBoc(buildCell().uint(0xdeadbeef, 32).cell()) })),
    ['T3'],
  ],
]

function cutShort(message: TonMessage): string {
  const reader = readCell(body(message))
  return writeBoc(buildCell().bytes(reader.bytes(20)).cell())
}

function longer(message: TonMessage): string {
  return writeBoc(buildCell().append(body(message)).bit(true).cell())
}

type TransferExtras = { order: boolean; excessTo: string | null }

/** The jetton transfer in a message with other extras; null for a message that is none. */
function withExtras(message: TonMessage, extras: Partial<TransferExtras>): TonMessage | null {
  const transfer = readJettonTransfer(body(message))
  if (transfer === null) return null
  const { order, excessTo } = {
    order: transfer.hasCustomPayload,
    excessTo: transfer.responseDestination,
    ...extras,
  }
  const start = buildCell()
    .uint(jettonOps.transfer, 32)
    .uint(transfer.queryId, 64)
    .coins(transfer.amount)
    .address(transfer.destination)
    .address(excessTo)
    .bit(order)
  if (order) start.ref(buildCell().uint(jettonOps.transfer, 32).cell())
  const cell = start.coins(transfer.forwardAmount).bit(true).ref(transfer.forwardPayload).cell()
  return { ...message, payload: writeBoc(cell) }
}

/** The unchanged messages pass, bent ones are refused by the rule that is for them. */
export function describeHostile(
  name: string,
  provider: Provider,
  make: () => Promise<{ honest: Honest; context: ProviderContext }>,
): void {
  describe(`hostile messages: ${name}`, () => {
    test('the unchanged messages pass', async () => {
      const { honest, context } = await make()
      expect(await verdict(provider, honest, context)).toBe('ok')
    })

    test.each(hostile)('%s', async (_what, bend, rules) => {
      const { honest, context } = await make()
      const bent = { ...honest, messages: bend(honest) }
      expect(bent.messages).not.toEqual(honest.messages)
      expect(rules).toContain(await verdict(provider, bent, context))
    })

    // Also where TON goes through a wallet that is not the payer's (proxy TON of version 1).
    test.each<[string, Partial<TransferExtras>]>([
      ['an order for the wallet that carries the transfer', { order: true }],
      ['excess coins for another account', { excessTo: raw(mallory) }],
    ])('%s', async (_what, extras) => {
      const { honest, context } = await make()
      const messages = honest.messages.map((message) => withExtras(message, extras))
      if (messages.every((message) => message === null)) return // it takes coins without a transfer
      const bent = messages.flatMap((message) => message ?? [])
      expect(await verdict(provider, { ...honest, messages: bent }, context)).toBe('T3')
    })

    test('a swap for another account is not the accepted one', async () => {
      const { honest, context } = await make()
      const request = { ...honest.request, receiver: friend }
      const expected =
        toRawTonAddress(honest.request.receiver ?? payer) === raw(friend) ? 'ok' : 'T7'
      expect(await verdict(provider, { ...honest, request }, context)).toBe(expected)
    })
  })
}
