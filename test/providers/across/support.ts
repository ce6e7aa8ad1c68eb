import { readFileSync } from 'node:fs'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { QuoteRequest, SwapRef } from '../../../src/core/quote.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import type { HttpClient, HttpRequest } from '../../../src/http/types.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { noTon } from '../../support/noTon.ts'
import { requestOf } from '../depositSupport.ts'

/**
 * Answers of the Across API and of chain nodes around one deposit, recorded from the real contracts
 * on local chains (ETH 13370001, ARBITRUM 13370003).
 */
export type Recording = {
  hash: string
  /** Path and query, or the JSON-RPC method and parameters. */
  recorded: Record<string, { status: number; body: Record<string, unknown> | null }>
}

export type Name = 'filled' | 'wrapped' | 'refunded' | 'slow' | 'stalled' | 'misc'

export const baseUrl = 'https://across.test/api'
const nodeUrl = 'https://node.test/'
const chainIds: Partial<Record<BlockchainId, number>> = { ETH: 13370001, ARBITRUM: 13370003 }

export const alice = '0xcEe20818B7a8d5ff4dA6502aeeD518bD35bdc872'
export const bob = '0xb5126D080D220e32423fF1d48B2649E5522a892C'

export function load(name: Name): Recording {
  const url = new URL(`recordings/${name}.json`, import.meta.url)
  const recording: Recording = JSON.parse(readFileSync(url, 'utf8'))
  return recording
}

/** A recorded body: tests reach into it and bend single fields. */
// eslint-disable-next-line typescript/no-explicit-any -- its shape is what the code under test checks
export type Body = any
export type Answer = { status: number; body: Body }

/** The recorded answer whose key starts with `start`, to be changed by a test. */
export function answer(recording: Recording, start: string): Answer {
  const key = Object.keys(recording.recorded).find((candidate) => candidate.startsWith(start))
  const found = key === undefined ? undefined : recording.recorded[key]
  if (found === undefined) throw new Error(`nothing recorded for ${start}`)
  return found
}

export type Tape = { context: ProviderContext; unused(): string[]; asked: HttpRequest[] }

/** Plays recordings; an unrecorded call fails the test. */
export function play(
  recordings: Recording[],
  options: { nowMs?: number; nodes?: string[] } = {},
): Tape {
  const all = new Map(recordings.flatMap(({ recorded }) => Object.entries(recorded)))
  const unused = new Set(all.keys())
  const asked: HttpRequest[] = []
  const http: HttpClient = {
    send: async (request) => {
      asked.push(request)
      const key = keyOf(request)
      const found = all.get(key)
      if (found === undefined) throw new Error(`not recorded: ${key}`)
      unused.delete(key)
      return { status: found.status, retryAfterSeconds: null, body: found.body }
    },
    close: async () => {},
  }
  const nodes = options.nodes ?? ['ETH', 'ARBITRUM']
  const rpc = createRpcClient({
    http,
    endpoints: Object.fromEntries(nodes.map((id) => [id, [nodeUrl + id]])),
  })
  return {
    asked,
    unused: () => [...unused],
    context: {
      http,
      rpc,
      ton: noTon,
      chainId: (blockchain) => chainIds[blockchain] ?? null,
      nodes: () => [],
      now: () => options.nowMs ?? 0,
      signal: new AbortController().signal,
    },
  }
}

function keyOf({ url, body }: HttpRequest): string {
  if (!url.startsWith(nodeUrl)) return url.slice(baseUrl.length)
  const { method, params } = body as { method: string; params: unknown[] }
  return JSON.stringify([method, params])
}

export function token(
  blockchain: BlockchainId,
  address: string,
  symbol: string,
  decimals: number,
): Token {
  const native = address === zeroAddress
  return { blockchain, address, symbol, name: symbol, decimals, listed: true, native }
}

export const usdc = token('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6)
export const arbUsdc = token('ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 6)
export const ether = token('ETH', zeroAddress, 'ETH', 18)
export const arbWeth = token('ARBITRUM', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'WETH', 18)

export function request(more: Partial<QuoteRequest> = {}): QuoteRequest {
  return requestOf(usdc, arbUsdc, 250_000_000n, { fromAddress: alice, receiver: bob, ...more })
}

export function refOf(srcTxHash: string, more: Partial<SwapRef> = {}): SwapRef {
  return {
    srcBlockchain: 'ETH',
    srcTxHash,
    dstBlockchain: 'ARBITRUM',
    orderId: null,
    fromAddress: alice,
    receiver: bob,
    durationSeconds: 2,
    startedAtMs: 0,
    providerState: null,
    ...more,
  }
}
