import type { z } from 'zod'
import type { Contract } from './contract.ts'
import type { Effect } from '../http/types.ts'
import * as answers from './answers.ts'
import {
  allowanceQuery,
  approvalQuery,
  claimQuery,
  listQuery,
  quoteAllBody,
  quoteDepositBody,
  statusExtendedQuery,
  statusQuery,
  swapBody,
  tokensQuery,
} from './schemas.ts'

/** One call of the contract: its paths, input and output. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The first is the one clients call; the others are aliases. */
  paths: readonly [string, ...string[]]
  summary: string
  /** Further notes for callers, printed in the service's document. */
  about: string
  input: z.ZodType
  /** Exactly what is sent; the HTTP client accepts more (schemas.ts). */
  output: z.ZodType
  effect: Effect
  /** A sample input: a whole body, or parameters by name. */
  example: Readonly<Record<string, string>>
  /** Aliases of input members that clients of the contract use. */
  otherNames?: Readonly<Record<string, string>>
  /**
   * What a call asks of chains and providers, each with limits of its own (V5): routes, what to sign
   * or a fact for it, the state of a swap, or nothing: then its answer is the same for every caller.
   */
  asks: 'quotes' | 'swaps' | 'status' | 'nothing'
}

const onOneChain = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstTokenBlockchain: 'ETH',
  referrer: 'example',
}
const byDeposit = {
  ...onOneChain,
  srcTokenBlockchain: 'BITCOIN',
  srcTokenAmount: '0.01',
  receiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
}
const routeId = { id: '2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604' }
const fromAddress = { fromAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }
const ofAllowance = {
  blockchain: 'ETH',
  tokenAddress: onOneChain.dstTokenAddress,
  walletAddress: fromAddress.fromAddress,
  spenderAddress: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
}
const sourceHash = { srcTxHash: `0x${'4'.repeat(64)}` }

/** Server, HTTP client and OpenAPI document are all generated from this table. */
export const endpoints = {
  quoteAll: {
    method: 'POST',
    paths: ['/api/routes/quoteAll'],
    summary: 'All routes for a swap, best first',
    about:
      'Asks every provider at once and lists their offers, best first. If no route is found the list is empty; with showFailedRoutes `failed` gives the reasons, also if no provider answered, which is otherwise an error (502).',
    input: quoteAllBody,
    output: answers.routes,
    effect: 'read',
    example: onOneChain,
    asks: 'quotes',
  },
  quoteDepositTrades: {
    method: 'POST',
    paths: ['/api/routes/quoteDepositTrades'],
    summary: 'All routes that are paid by a deposit',
    about:
      'As quoteAll, with deposit routes only: the user sends funds to an address, and no wallet signs. If no route is found the list is empty.',
    input: quoteDepositBody,
    output: answers.routes,
    effect: 'read',
    example: byDeposit,
    asks: 'quotes',
  },
  quoteBest: {
    method: 'POST',
    paths: ['/api/routes/quoteBest'],
    summary: 'The best route for a swap',
    about:
      'The route that leaves most after fees and is not dangerous. If there is none, the error gives the reason: 2001, the limit of the providers (2004, 2005), or an outage.',
    input: quoteAllBody,
    output: answers.bestRoute,
    effect: 'read',
    example: onOneChain,
    asks: 'quotes',
  },
  swap: {
    method: 'POST',
    paths: ['/api/routes/swap'],
    summary: 'What to sign or send for a quoted route',
    about:
      'Takes the id of a quoted route and the fields of its quote. The shape of `transaction` follows the kind of route: EVM, TON, deposit, or a chain whose wallet signs elsewhere. A repeated call gets the same answer; another request with the id is 1003, an unknown or expired id 1004.',
    input: swapBody,
    output: answers.swapData,
    effect: 'order',
    example: { ...onOneChain, ...fromAddress, ...routeId },
    asks: 'swaps',
  },
  swapBest: {
    method: 'POST',
    paths: ['/api/routes/swapBest'],
    summary: 'Best route and what to sign for it, in one call',
    about: 'Combines quoteBest and swap in one call, for callers that always take the best route.',
    input: quoteAllBody,
    output: answers.bestSwapData,
    effect: 'order',
    example: { ...onOneChain, ...fromAddress },
    asks: 'quotes',
  },
  swapDepositTrade: {
    method: 'POST',
    paths: ['/api/routes/swapDepositTrade'],
    summary: 'Deposit address for a quoted deposit route',
    about:
      'As swap, for deposit routes: always the address to pay, never the transfer that pays it. A repeated call opens no second order.',
    input: swapBody,
    output: answers.swapData,
    effect: 'order',
    example: { ...byDeposit, ...routeId },
    asks: 'swaps',
  },
  status: {
    method: 'GET',
    paths: ['/api/info/status', '/api/routes/status'],
    summary: 'Where a swap is, by the hash of its source transaction',
    about:
      'NOT_FOUND is returned only if every chain and provider that could know the hash has answered; otherwise the call fails with 502 and names those that did not.',
    input: statusQuery,
    output: answers.status,
    effect: 'read',
    example: sourceHash,
    asks: 'status',
  },
  statusExtended: {
    method: 'GET',
    paths: ['/api/info/statusExtended'],
    summary: 'Where a swap is, by route id and source hash',
    about:
      'By the id of a swapped route, the hash of its source transaction, or both. The id is enough for deposit routes.',
    input: statusExtendedQuery,
    output: answers.status,
    effect: 'read',
    example: { ...routeId, ...sourceHash },
    asks: 'status',
    otherNames: { rubicId: 'id' },
  },
  chains: {
    method: 'GET',
    paths: ['/api/info/chains'],
    summary: 'Every chain of the contract and who serves it',
    about: 'Identifiers are those of the requests. Test networks only with includeTestnets.',
    input: listQuery,
    output: answers.chains,
    effect: 'read',
    example: { includeTestnets: 'false' },
    asks: 'nothing',
  },
  providers: {
    method: 'GET',
    paths: ['/api/info/providers'],
    summary: 'Every provider of the contract, its chains and its state',
    about: 'Every identifier of the contract, with the reason where a provider cannot be asked.',
    input: listQuery,
    output: answers.providers,
    effect: 'read',
    example: { includeTestnets: 'false' },
    asks: 'nothing',
  },
  allowance: {
    method: 'GET',
    paths: ['/api/utility/allowance'],
    summary: 'What a spender may take of a token',
    about: 'In the smallest unit of the token; only EVM chains have allowances.',
    input: allowanceQuery,
    output: answers.allowance,
    effect: 'read',
    example: ofAllowance,
    asks: 'swaps',
  },
  checkApprove: {
    method: 'GET',
    paths: ['/api/utility/checkApprove'],
    summary: 'Whether an approval is needed, and its transaction',
    about: 'The transaction approves exactly the amount.',
    input: approvalQuery,
    output: answers.approval,
    effect: 'read',
    example: { ...ofAllowance, amount: '100' },
    asks: 'swaps',
  },
  claim: {
    method: 'GET',
    paths: ['/api/utility/claim'],
    summary: 'Transaction that claims a transfer that waits on its destination chain',
    about: 'Read it before signing. The hash of any other transfer is error 3100.',
    input: claimQuery,
    output: answers.claim,
    effect: 'read',
    example: { sourceTransactionHash: sourceHash.srcTxHash, fromBlockchain: 'ARBITRUM' },
    asks: 'swaps',
  },
  tokens: {
    method: 'GET',
    paths: ['/api/tokens'],
    summary: 'Listed tokens, a hundred at a time',
    about: 'Any other token is accepted by its address.',
    input: tokensQuery,
    output: answers.tokens,
    effect: 'read',
    example: { network: 'ETH', query: 'usd' },
    asks: 'nothing',
  },
} as const satisfies Record<keyof Contract, Endpoint>
