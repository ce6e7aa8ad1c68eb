import type { SwapStatus } from '../../../src/core/status.ts'
import { decodeFunctionData, type Hex } from 'viem'

import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { pool, poolAbi, word } from '../../providers/across/calls.ts'
import {
  alice,
  baseUrl,
  bob,
  load,
  type Name,
  refOf,
  request,
} from '../../providers/across/support.ts'
import { noTon } from '../../support/noTon.ts'
import { evmVerdict } from './evmVerdict.ts'
import { type Answer, bodyOf, type Story, type Subject, Unsafe } from './story.ts'

export const provider = createAcrossProvider({ baseUrl, integratorId: '0x00aa' })
const nodeUrl = 'https://node.test/'
const chainIds: Partial<Record<string, number>> = { ETH: 13370001, ARBITRUM: 13370003 }

/** Quotes, deposits and states, from the recordings of the real contracts. */
export async function acrossSubject(): Promise<Subject> {
  const asked = request()
  const quoteAnswers = answersOf('filled', (key) => key.startsWith('/swap/'))
  const quote = await quoteFrom(asked, contextOf(quoteAnswers.keys, quoteAnswers.answers))
  const stories: Story[] = [
    {
      name: 'quote',
      weight: 2,
      answers: quoteAnswers.answers,
      play: async ({ answers }) => {
        const one = await quoteFrom(asked, contextOf(quoteAnswers.keys, answers))
        if (one.dstMinAmount <= 0n || one.dstMinAmount > one.dstAmount)
          throw new Unsafe(`at least ${one.dstMinAmount} of ${one.dstAmount}`)
        return { ...one, providerState: null }
      },
    },
    {
      name: 'build',
      weight: 5,
      answers: quoteAnswers.answers,
      play: async ({ answers }) => {
        const built = await provider.build(quote, contextOf(quoteAnswers.keys, answers))
        const rule = evmVerdict(provider, quote, built, {
          payer: alice,
          receiver: bob,
          dstChainId: chainIds['ARBITRUM'] ?? 0,
        })
        if (rule !== 'ok') return { refusedBy: rule }
        checkDeposit(built.transaction.kind === 'evm' ? built.transaction : null, asked, quote)
        if (built.dstMinAmount < quote.dstMinAmount)
          throw new Unsafe(`promises ${built.dstMinAmount}`)
        return built.uniqueInfo
      },
    },
    statusStory('filled', 'SUCCESS'),
    statusStory('refunded', 'REVERTED'),
    statusStory('slow', null),
    statusStory('wrapped', 'SUCCESS'),
  ]
  return { name: 'across', stories }
}

/** An end is only ever the recorded one, by the recorded transaction and amount. */
function statusStory(name: Name, end: 'SUCCESS' | 'REVERTED' | null): Story {
  const { hash } = load(name)
  const { keys, answers: honest } = answersOf(name, (key) => !key.startsWith('/swap/'))
  let expected: SwapStatus | null = null
  const ask = (answers: readonly Answer[]) =>
    provider.status('across', refOf(hash), contextOf(keys, answers))
  return {
    name: `status ${name}`,
    weight: 1,
    answers: honest,
    play: async ({ answers, bent }) => {
      expected ??= await ask(honest)
      const told = expected
      const status = await ask(answers)
      const isEnd = status.status === 'SUCCESS' || status.status === 'REVERTED'
      if (status.status === 'FAIL' && isIndex(keys, bent))
        throw new Unsafe('FAIL by the word of the index')
      if (!isEnd) return status
      if (status.status !== end) throw new Unsafe(status.status)
      // What the chains themselves return is the truth here; only the index is not believed.
      if (!isIndex(keys, bent)) return status
      if (
        status.destinationTxHash?.toLowerCase() !== told.destinationTxHash?.toLowerCase() ||
        status.receivedAmount !== told.receivedAmount
      )
        throw new Unsafe(`${status.status} by ${status.destinationTxHash}`)
      return status
    },
  }
}

function isIndex(keys: readonly string[], bent: number | 'all'): boolean {
  return bent !== 'all' && keys[bent]?.startsWith('/') === true
}

/** The deposit as viem reads it: our token, our amount, to our receiver, at the accepted price. */
function checkDeposit(
  transaction: { to: string; data: string; value: bigint; approvalAddress: string | null } | null,
  { srcToken, dstToken, srcAmount }: QuoteRequest,
  quote: Quote,
): void {
  if (transaction === null) throw new Unsafe('no transaction')
  const { to, data, value, approvalAddress } = transaction
  if (
    to.toLowerCase() !== pool.toLowerCase() ||
    approvalAddress?.toLowerCase() !== pool.toLowerCase()
  )
    throw new Unsafe(`calls ${to}, approves ${approvalAddress}`)
  if (value !== 0n) throw new Unsafe(`sends ${value}`)
  const { functionName, args = [] } = decodeFunctionData({ abi: poolAbi, data: data as Hex })
  const [depositor, recipient, input, output, amount, minimum, chainId, , , , , message] = args
  const terms = [
    functionName === 'deposit' || functionName === 'depositV3',
    same(depositor, alice),
    same(recipient, bob),
    same(input, srcToken.address),
    same(output, dstToken.address),
    amount === srcAmount,
    typeof minimum === 'bigint' && minimum >= quote.dstMinAmount,
    chainId === BigInt(chainIds['ARBITRUM'] ?? 0),
    message === '0x',
  ]
  const broken = terms.indexOf(false)
  if (broken >= 0)
    throw new Unsafe(`term ${broken} of ${functionName}(${args.join(', ').slice(0, 300)})`)
}

function same(value: unknown, address: string): boolean {
  const text = String(value).toLowerCase()
  return text === address.toLowerCase() || text === word(address as Hex).toLowerCase()
}

export function answersOf(
  name: Name,
  wanted: (key: string) => boolean,
): { keys: string[]; answers: Answer[] } {
  const recorded = Object.entries(load(name).recorded).filter(([key]) => wanted(key))
  return { keys: recorded.map(([key]) => key), answers: recorded.map(([, answer]) => answer) }
}

async function quoteFrom(asked: QuoteRequest, context: ProviderContext): Promise<Quote> {
  const { quotes } = await provider.quote(asked, new Set(['across']), context)
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  return quote
}

/** Plays the answers by what is asked; what was not recorded does not exist. */
export function contextOf(keys: readonly string[], answers: readonly Answer[]): ProviderContext {
  const http: ProviderContext['http'] = {
    send: async ({ url, body }) => {
      const isNode = url.startsWith(nodeUrl)
      const { method, params, id } = (body ?? {}) as {
        method?: string
        params?: unknown
        id?: number
      }
      const key = isNode ? JSON.stringify([method, params]) : url.slice(baseUrl.length)
      const found = answers[keys.indexOf(key)]
      if (found !== undefined)
        return { status: found.status, retryAfterSeconds: null, body: bodyOf(found) }
      const none = isNode ? { jsonrpc: '2.0', id, result: null } : { message: 'not found' }
      return { status: isNode ? 200 : 404, retryAfterSeconds: null, body: none }
    },
    close: async () => {},
  }
  return {
    http,
    rpc: createRpcClient({
      http,
      sleep: async () => {},
      endpoints: Object.fromEntries(['ETH', 'ARBITRUM'].map((id) => [id, [nodeUrl + id]])),
    }),
    ton: noTon,
    chainId: (blockchain) => chainIds[blockchain] ?? null,
    nodes: () => [],
    now: () => 0,
    signal: new AbortController().signal,
  }
}
