import type { z } from 'zod'
import type { Api } from './api.ts'
import type { Effect } from './limits.ts'
import {
  chainsAnswer,
  listQuery,
  providersAnswer,
  quoteAllAnswer,
  quoteAllBody,
  quoteBestAnswer,
  quoteDepositBody,
  statusAnswer,
  statusExtendedQuery,
  statusQuery,
  swapAnswer,
  swapBestAnswer,
  swapBody,
} from './schemas.ts'

/** One call of the contract: where it is answered, what goes in and what comes out. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The first is the one clients ask; the others are answered the same. */
  paths: readonly [string, ...string[]]
  summary: string
  input: z.ZodType
  output: z.ZodType
  effect: Effect
}

/** Server, HTTP client and OpenAPI document are all made from this table. */
export const endpoints = {
  quoteAll: {
    method: 'POST',
    paths: ['/api/routes/quoteAll'],
    summary: 'All routes for a swap, best first',
    input: quoteAllBody,
    output: quoteAllAnswer,
    effect: 'read',
  },
  quoteDepositTrades: {
    method: 'POST',
    paths: ['/api/routes/quoteDepositTrades'],
    summary: 'All routes that are paid by a deposit',
    input: quoteDepositBody,
    output: quoteAllAnswer,
    effect: 'read',
  },
  quoteBest: {
    method: 'POST',
    paths: ['/api/routes/quoteBest'],
    summary: 'The best route for a swap',
    input: quoteAllBody,
    output: quoteBestAnswer,
    effect: 'read',
  },
  swap: {
    method: 'POST',
    paths: ['/api/routes/swap'],
    summary: 'What to sign or send for a quoted route',
    input: swapBody,
    output: swapAnswer,
    effect: 'order',
  },
  swapBest: {
    method: 'POST',
    paths: ['/api/routes/swapBest'],
    summary: 'Best route and what to sign for it, in one call',
    input: quoteAllBody,
    output: swapBestAnswer,
    effect: 'order',
  },
  swapDepositTrade: {
    method: 'POST',
    paths: ['/api/routes/swapDepositTrade'],
    summary: 'Deposit address for a quoted deposit route',
    input: swapBody,
    output: swapAnswer,
    effect: 'order',
  },
  status: {
    method: 'GET',
    paths: ['/api/info/status', '/api/routes/status'],
    summary: 'Where a swap is, by the hash of its source transaction',
    input: statusQuery,
    output: statusAnswer,
    effect: 'read',
  },
  statusExtended: {
    method: 'GET',
    paths: ['/api/info/statusExtended'],
    summary: 'Where a swap is, by route id and source hash',
    input: statusExtendedQuery,
    output: statusAnswer,
    effect: 'read',
  },
  chains: {
    method: 'GET',
    paths: ['/api/info/chains'],
    summary: 'Every chain of the contract and who serves it',
    input: listQuery,
    output: chainsAnswer,
    effect: 'read',
  },
  providers: {
    method: 'GET',
    paths: ['/api/info/providers'],
    summary: 'Every provider of the contract, its chains and its state',
    input: listQuery,
    output: providersAnswer,
    effect: 'read',
  },
} as const satisfies Record<keyof Api, Endpoint>
