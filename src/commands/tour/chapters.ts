import { SwaprouteError } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import type { CommandCall } from '../frame/shapes.ts'

/** Data shared by chapters and the summary. */
export type TourFacts = {
  /** EVM address of the sandbox account; receives everything not on TON. */
  evmAddress: string
  /** Hash or id of this chapter's swap. */
  lastId: string | null
}

/** One command of the tour. */
export type TourStep = {
  /** What happens next and why; one paragraph. */
  text: readonly string[]
  /** The command, as a user would type it. */
  call(facts: TourFacts): CommandCall
  /** Extracts from the answer's `data` what later steps need. */
  extract?: (data: Record<string, unknown>) => string
  /** The answer's status must be SUCCESS. */
  ends?: true
}

/** One swap from start to arrival. */
export type TourChapter = { title: string; steps: readonly TourStep[] }

const evmSwap: TourChapter = {
  title: 'From chain to chain, signed here',
  steps: [
    {
      text: [
        'A quote asks every provider at once and lists what would arrive, best first.',
        'Nothing is signed or committed.',
      ],
      call: () => ({ command: 'quote', given: {}, words: sentence('250 eth:USDC to arb:USDC') }),
    },
    {
      text: [
        'A swap shows everything before it signs: what leaves, the minimum that arrives, who may',
        'spend it. It approves exactly 250 USDC, writes the payment to the journal, sends it,',
        'and follows it to the other chain. --yes covers small amounts only, so the amount is',
        'repeated; --force lets the tour make the same swap twice within ten minutes.',
      ],
      call: () => ({
        command: 'swap',
        given: { account: 'alice', yes: '', 'confirm-amount': '250', force: '' },
        words: sentence('250 eth:USDC to arb:USDC'),
      }),
      extract: sourceHash,
      ends: true,
    },
    {
      text: [
        'Anyone with the hash can check the swap, on any machine. SUCCESS is reported',
        'only after the arrival was read on the destination chain.',
      ],
      call: ({ lastId }) => ({
        command: 'status',
        given: { chain: 'eth' },
        words: [lastId ?? ''],
      }),
      ends: true,
    },
  ],
}

const depositSwap: TourChapter = {
  title: 'From any wallet, by a deposit',
  steps: [
    {
      text: [
        'swaproute does not sign for Bitcoin, and need not: a deposit route is an order at an',
        'exchange that you pay from any wallet. The order is read back and',
        'compared before its address is shown.',
      ],
      call: ({ evmAddress: receiver }) => ({
        command: 'deposit',
        given: { receiver, provider: 'exolix', yes: '', 'no-wait': '', force: '' },
        words: sentence('0.01 btc:BTC to eth:USDC'),
      }),
      extract: (data) => textOf(data, 'receiptId'),
    },
    {
      text: ['Now you would pay from your wallet. The sandbox simulates that payment.'],
      call: ({ lastId }) => ({
        command: 'sandbox deposit',
        given: {},
        words: ['pay', lastId ?? ''],
      }),
    },
    {
      text: ['The exchange sees the payment, confirms it, swaps it and pays out.'],
      call: ({ lastId }) => ({
        command: 'status',
        given: { 'wait-for': '1m' },
        words: [lastId ?? ''],
      }),
      ends: true,
    },
  ],
}

const tonSwap: TourChapter = {
  title: 'On TON',
  steps: [
    {
      text: [
        'TON uses messages and no approvals: one signature, valid for six minutes.',
        'If the wallet does not accept it in time it never can; only then is another one signed.',
      ],
      call: () => ({
        command: 'swap',
        given: { account: 'alice', yes: '', 'confirm-amount': '5', force: '' },
        words: sentence('5 ton:TON to ton:USDT'),
      }),
      ends: true,
    },
  ],
}

export const tourChapters: readonly TourChapter[] = [evmSwap, depositSwap, tonSwap]

function sentence(text: string): string[] {
  return text.split(' ')
}

function sourceHash(data: Record<string, unknown>): string {
  const { hashes } = data
  return textOf(isRecord(hashes) ? hashes : {}, 'source')
}

function textOf(data: Record<string, unknown>, member: string): string {
  const value = data[member]
  if (typeof value === 'string') return value
  throw new SwaprouteError('INTERNAL', `The answer of the step has no ${member}.`)
}

/** The status in an answer of any command; null without one. */
export function statusIn(data: Record<string, unknown>): string | null {
  const { status } = data
  if (typeof status === 'string') return status
  if (isRecord(status) && typeof status['status'] === 'string') return status['status']
  return null
}
