import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp, bech32, createBase58check } from '@scure/base'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

import { formatTonAddress } from '../../src/chains/addresses/ton.ts'
import { chainById } from '../../src/chains/chains.ts'
import { toChecksumAddress } from '../../src/chains/evm/checksum.ts'
import { builtInTokens, nativeToken } from '../../src/chains/tokens.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../src/core/quote.ts'
import type { Token } from '../../src/core/token.ts'
import type { TonTrace } from '../../src/core/tonChain.ts'
import type { HttpClient, HttpRequest, RpcAnswer, RpcClient } from '../../src/http/types.ts'
import type { TonCenter, TonStackItem } from '../../src/http/toncenterTypes.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../src/providers/types.ts'
import { registryAnswer } from '../support/registry.ts'
import { ownNode } from '../support/ownNode.ts'
import { testNodes } from './chainNodes.ts'

/** 2026-11-20 09:00 UTC: the moment of all recorded orders. */
export const nowMs = Date.UTC(2026, 10, 20, 9)

/** A body of JSON that tests reach into and bend. */
// eslint-disable-next-line typescript/no-explicit-any -- its shape is what the code under test checks
export type Body = any

/** One recorded call: what is asked, and what is answered. */
export type Exchange = {
  method?: 'GET' | 'POST'
  /** Path and query below the base address. */
  path: string
  /** Body that must be sent, where it matters. */
  request?: Body
  status?: number
  body: Body
  /** Thrown in place of an answer. */
  fails?: SwaprouteError
}

/** The recorded calls of one order. */
export type OrderCalls = {
  /** Calls before the order, then the order itself (null: nothing is created), then its echo. */
  before?: readonly Exchange[]
  create: Exchange | null
  readBack: Exchange
  /** Calls that follow the echo, and return more of the order. */
  after?: readonly Exchange[]
}

/** They in their order; the one that opens it may be bent. */
export function orderCallsOf(
  { before = [], create, readBack, after = [] }: OrderCalls,
  bend: (call: Exchange) => Exchange = (call) => call,
): Exchange[] {
  return [...before, ...(create === null ? [] : [bend(create)]), readBack, ...after]
}

export type Tape = { context: ProviderContext; asked: HttpRequest[]; unused(): string[] }

export type Chains = {
  /** Results by chain, method and parameters; null where a node was asked in vain. */
  rpc?: Readonly<Record<string, unknown>>
  /** Chains with a node. */
  nodes?: readonly BlockchainId[]
  ton?: Partial<TonCenter>
}

/** Plays recorded calls, each once; an unrecorded call fails the test. */
export function play(
  baseUrl: string,
  exchanges: readonly Exchange[],
  options: Chains & { atMs?: number } = {},
): Tape {
  const left = [...exchanges]
  const asked: HttpRequest[] = []
  const http: HttpClient = {
    send: async (request) => {
      asked.push(request)
      const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url
      const method = request.method ?? 'GET'
      const index = left.findIndex(
        (exchange) =>
          exchange.path === path &&
          (exchange.method ?? 'GET') === method &&
          (exchange.request === undefined || isDeepStrictEqual(exchange.request, request.body)),
      )
      const found = left[index]
      if (found === undefined) {
        throw new Error(`not recorded: ${method} ${path} ${JSON.stringify(request.body)}`)
      }
      left.splice(index, 1)
      if (found.fails !== undefined) throw found.fails
      return { status: found.status ?? 200, retryAfterSeconds: null, body: found.body }
    },
    close: async () => {},
  }
  return {
    asked,
    unused: () => left.map(({ method = 'GET', path }) => `${method} ${path}`),
    context: {
      http,
      rpc: fakeRpc(options),
      ton: { ...silentTon, ...options.ton },
      chainId: (blockchain) => chainById(blockchain).chainId,
      nodes: testNodes,
      now: () => options.atMs ?? nowMs,
      signal: new AbortController().signal,
    },
  }
}

function fakeRpc({ rpc = {}, nodes = [] }: Chains): RpcClient {
  const call: RpcClient['call'] = async (blockchain, method, params) => {
    const registered = registryAnswer(method, params)
    if (registered !== undefined) return registered
    const key = rpcKey(blockchain, method, params)
    if (!(key in rpc)) throw new Error(`not recorded: ${key}`)
    const result = rpc[key]
    if (result instanceof SwaprouteError) throw result
    return result
  }
  return {
    call,
    witnesses: ownNode,
    has: (blockchain) => nodes.includes(blockchain),
    batch: async (blockchain, calls, asking) =>
      Promise.all(
        calls.map(async ({ method, params }): Promise<RpcAnswer> => {
          try {
            return { ok: true, result: await call(blockchain, method, params, asking) }
          } catch (thrown) {
            // What a node refuses has its code; any other failure is no answer at all.
            if (!(thrown instanceof SwaprouteError)) throw thrown
            const { code } = thrown.context
            if (typeof code !== 'number') throw thrown
            return { ok: false, code, message: thrown.message, data: null }
          }
        }),
      ),
  }
}

export function rpcKey(
  blockchain: BlockchainId,
  method: string,
  params: readonly unknown[],
): string {
  return JSON.stringify([blockchain, method, params])
}

async function unexpected(): Promise<never> {
  throw new Error('TON was asked')
}

const silentTon: TonCenter = {
  has: () => false,
  runGetMethod: unexpected,
  accountState: unexpected,
  chainTime: unexpected,
  sendBoc: unexpected,
  rawTransactions: unexpected,
  transactionsByMessage: unexpected,
  transactionByHash: unexpected,
  transactions: unexpected,
  trace: unexpected,
  jettonBalances: unexpected,
  nodes: unexpected,
}

/** TON that knows one trace, by its transaction, and one jetton wallet. */
export function tonWith(hash: string, trace: TonTrace, wallet?: TonStackItem): Partial<TonCenter> {
  return {
    has: () => true,
    trace: async (of) => ('transactionHash' in of && of.transactionHash === hash ? trace : null),
    ...(wallet === undefined ? {} : { runGetMethod: async () => [wallet] }),
  }
}

export type Payment = {
  token: Token
  to: string
  amount: bigint
  hash: string
  atMs?: number
  /** Out of a contract: no event, only balances show it. */
  inside?: boolean
  reverted?: boolean
  /** Absent: 16. */
  block?: number
}

/** A receipt as a node stores it, of block 16. */
export function receiptOf<More extends object>(transactionHash: string, more: More) {
  return {
    transactionHash,
    status: '0x1',
    blockNumber: '0x10',
    blockHash: hash('block'),
    from: evm('exchange').toLowerCase(),
    to: evm('contract').toLowerCase(),
    gasUsed: '0x5208',
    logs: [],
    ...more,
  }
}

/** What an EVM node returns for a payment. */
export function evmPayment({ token, to, amount, hash, ...more }: Payment): Record<string, unknown> {
  const { blockchain, native } = token
  const seconds = Math.floor((more.atMs ?? nowMs + 60_000) / 1000)
  const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const log = {
    address: token.address.toLowerCase(),
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      topic(evm('exchange')),
      topic(to),
    ],
    data: `0x${amount.toString(16).padStart(64, '0')}`,
  }
  const isPlain = native && more.inside !== true
  const target = (isPlain ? to : evm('contract')).toLowerCase()
  const { block = 16 } = more
  const blockNumber = `0x${block.toString(16)}`
  const receipt = receiptOf(hash, {
    blockNumber,
    status: more.reverted === true ? '0x0' : '0x1',
    to: target,
    logs: native ? [] : [log],
  })
  const transaction = {
    hash,
    blockHash: receipt.blockHash,
    from: receipt.from,
    to: target,
    input: '0x',
    value: isPlain ? `0x${amount.toString(16)}` : '0x0',
  }
  const calls: [string, unknown[], unknown][] = [
    ['eth_getTransactionReceipt', [hash], receipt],
    ['eth_getTransactionByHash', [hash], transaction],
    ['eth_getBlockByNumber', [blockNumber, false], { timestamp: `0x${seconds.toString(16)}` }],
    ['eth_getBalance', [to, `0x${(block - 1).toString(16)}`], '0x5'],
    ['eth_getBalance', [to, blockNumber], `0x${(5n + (native ? amount : 0n)).toString(16)}`],
  ]
  return Object.fromEntries(
    calls.map(([method, params, result]) => [rpcKey(blockchain, method, params), result]),
  )
}

function digest(label: string): Uint8Array {
  return sha256(new TextEncoder().encode(label))
}

/** Addresses without an owner, one for every label. */
export function evm(label: string): string {
  return toChecksumAddress(`0x${Buffer.from(digest(label).subarray(0, 20)).toString('hex')}`)
}

export function btc(label: string, hrp = 'bc'): string {
  return bech32.encode(hrp, [0, ...bech32.toWords(digest(label).subarray(0, 20))])
}

export function cosmos(label: string, hrp = 'cosmos'): string {
  return bech32.encode(hrp, bech32.toWords(digest(label).subarray(0, 20)))
}

export function tron(label: string): string {
  return createBase58check(sha256).encode(Uint8Array.of(0x41, ...digest(label).subarray(0, 20)))
}

export function xrp(label: string): string {
  const body = Uint8Array.of(0, ...digest(label).subarray(0, 20))
  return base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).subarray(0, 4)))
}

/** The X-address of the same account, with a tag. */
export function xAddress(label: string, tag: number): string {
  const bytes = Buffer.alloc(31)
  bytes.set([0x05, 0x44, ...digest(label).subarray(0, 20), 1])
  bytes.writeUInt32LE(tag, 23)
  return base58xrp.encode(Uint8Array.of(...bytes, ...sha256(sha256(bytes)).subarray(0, 4)))
}

export function ton(label: string, bounceable = false): string {
  const address = { workchain: 0, hash: digest(label), bounceable, testOnly: false }
  return formatTonAddress(address, bounceable)
}

export function hash(label: string): string {
  return `0x${Buffer.from(digest(label)).toString('hex')}`
}

/** 64 hex digits, as most chains without accounts write them. */
export function plainHash(label: string): string {
  return hash(label).slice(2)
}

export function tokenOf(blockchain: BlockchainId, symbol: string): Token {
  const native = nativeToken(blockchain)
  if (native.symbol === symbol) return native
  const found = builtInTokens(blockchain).find((token) => token.symbol === symbol)
  if (found === undefined) throw new Error(`${blockchain} has no ${symbol}`)
  const { address, name, decimals, listed } = found
  return { blockchain, address, symbol, name, decimals, listed, native: false }
}

export function requestOf(
  srcToken: Token,
  dstToken: Token,
  srcAmount: bigint,
  more: Partial<QuoteRequest> = {},
): QuoteRequest {
  return {
    srcToken,
    dstToken,
    srcAmount,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: null,
    referrer: 'test',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
    ...more,
  }
}

/** What is asked later about an order that was opened. */
export function refOf(quote: Quote, built: BuiltSwap, more: Partial<SwapRef> = {}): SwapRef {
  const { srcToken, dstToken, fromAddress, receiver } = quote.request
  return {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: null,
    dstBlockchain: dstToken.blockchain,
    orderId: built.orderId,
    fromAddress,
    receiver,
    durationSeconds: quote.durationSeconds,
    startedAtMs: nowMs,
    providerState: built.providerState,
    ...more,
  }
}

export async function refusal(promise: Promise<unknown>): Promise<SwaprouteError> {
  const thrown = await promise.then(
    (value) => new Error(`expected a refusal, not ${JSON.stringify(value, bigints)}`),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof SwaprouteError)) throw thrown
  return thrown
}

/** The one quote of a kind. */
export async function quoteOf(
  provider: Provider,
  request: QuoteRequest,
  context: ProviderContext,
  rateType?: Quote['rateType'],
): Promise<Quote> {
  const { quotes } = await provider.quote(request, new Set(provider.ids), context)
  const quote = quotes.find(
    (one) => one.rateType === rateType || (one.executionKind === 'evm' && rateType === undefined),
  )
  if (quote === undefined) throw new Error(`no quote with rate ${rateType}`)
  return quote
}

/** Nothing of the error may lead to a payment. */
export function expectNotToShow(error: SwaprouteError, secret: string): void {
  const all = JSON.stringify([error.message, error.hint, error.context], bigints)
  expect(all).not.toContain(secret)
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** A copy of a recorded body with one thing changed. */
export function bent(body: Body, bend: (copy: Body) => void): Body {
  const copy: Body = structuredClone(body)
  bend(copy)
  return copy
}

/** A call whose answer never came. */
export function lost(
  code: 'TIMED_OUT' | 'UPSTREAM_FAILED',
  context: Record<string, unknown>,
): SwaprouteError {
  return new SwaprouteError(code, 'The connection was lost.', { context })
}
