import type { z } from 'zod'
import type { Contract } from './contract.ts'
import type { Effect } from './limits.ts'
import {
  allowanceAnswer,
  allowanceQuery,
  approvalAnswer,
  approvalQuery,
  chainsAnswer,
  claimAnswer,
  claimQuery,
  listQuery,
  ownSwapAnswer,
  providersAnswer,
  quoteAllAnswer,
  quoteAllBody,
  quoteBestAnswer,
  quoteDepositBody,
  statusAnswer,
  statusExtendedQuery,
  statusQuery,
  swapBestAnswer,
  swapBody,
  tokensAnswer,
  tokensQuery,
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
  /** An input as it could be sent: all of a body, or parameters by name. */
  example: Readonly<Record<string, string>>
  /** Names that clients of the contract give to members of the input besides the contract's own. */
  otherNames?: Readonly<Record<string, string>>
  /**
   * What answering may ask of chains and providers, so that it needs a place among those that do
   * (V5): routes, or what became of one.
   */
  asks: 'quotes' | 'swaps' | 'nobody'
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

/** Server, HTTP client and OpenAPI document are all made from this table. */
export const endpoints = {
  quoteAll: {
    method: 'POST',
    paths: ['/api/routes/quoteAll'],
    summary: 'All routes for a swap, best first',
    input: quoteAllBody,
    output: quoteAllAnswer,
    effect: 'read',
    example: onOneChain,
    asks: 'quotes',
  },
  quoteDepositTrades: {
    method: 'POST',
    paths: ['/api/routes/quoteDepositTrades'],
    summary: 'All routes that are paid by a deposit',
    input: quoteDepositBody,
    output: quoteAllAnswer,
    effect: 'read',
    example: byDeposit,
    asks: 'quotes',
  },
  quoteBest: {
    method: 'POST',
    paths: ['/api/routes/quoteBest'],
    summary: 'The best route for a swap',
    input: quoteAllBody,
    output: quoteBestAnswer,
    effect: 'read',
    example: onOneChain,
    asks: 'quotes',
  },
  swap: {
    method: 'POST',
    paths: ['/api/routes/swap'],
    summary: 'What to sign or send for a quoted route',
    input: swapBody,
    output: ownSwapAnswer,
    effect: 'order',
    example: { ...onOneChain, ...fromAddress, ...routeId },
    asks: 'swaps',
  },
  swapBest: {
    method: 'POST',
    paths: ['/api/routes/swapBest'],
    summary: 'Best route and what to sign for it, in one call',
    input: quoteAllBody,
    output: swapBestAnswer,
    effect: 'order',
    example: { ...onOneChain, ...fromAddress },
    asks: 'quotes',
  },
  swapDepositTrade: {
    method: 'POST',
    paths: ['/api/routes/swapDepositTrade'],
    summary: 'Deposit address for a quoted deposit route',
    input: swapBody,
    output: ownSwapAnswer,
    effect: 'order',
    example: { ...byDeposit, ...routeId },
    asks: 'swaps',
  },
  status: {
    method: 'GET',
    paths: ['/api/info/status', '/api/routes/status'],
    summary: 'Where a swap is, by the hash of its source transaction',
    input: statusQuery,
    output: statusAnswer,
    effect: 'read',
    example: sourceHash,
    asks: 'swaps',
  },
  statusExtended: {
    method: 'GET',
    paths: ['/api/info/statusExtended'],
    summary: 'Where a swap is, by route id and source hash',
    input: statusExtendedQuery,
    output: statusAnswer,
    effect: 'read',
    example: { ...routeId, ...sourceHash },
    asks: 'swaps',
    otherNames: { rubicId: 'id' },
  },
  chains: {
    method: 'GET',
    paths: ['/api/info/chains'],
    summary: 'Every chain of the contract and who serves it',
    input: listQuery,
    output: chainsAnswer,
    effect: 'read',
    example: { includeTestnets: 'false' },
    asks: 'nobody',
  },
  providers: {
    method: 'GET',
    paths: ['/api/info/providers'],
    summary: 'Every provider of the contract, its chains and its state',
    input: listQuery,
    output: providersAnswer,
    effect: 'read',
    example: { includeTestnets: 'false' },
    asks: 'nobody',
  },
  allowance: {
    method: 'GET',
    paths: ['/api/utility/allowance'],
    summary: 'What a spender may take of a token',
    input: allowanceQuery,
    output: allowanceAnswer,
    effect: 'read',
    example: ofAllowance,
    asks: 'swaps',
  },
  checkApprove: {
    method: 'GET',
    paths: ['/api/utility/checkApprove'],
    summary: 'Whether an approval is needed, and its transaction',
    input: approvalQuery,
    output: approvalAnswer,
    effect: 'read',
    example: { ...ofAllowance, amount: '100' },
    asks: 'swaps',
  },
  claim: {
    method: 'GET',
    paths: ['/api/utility/claim'],
    summary: 'Transaction that claims a transfer that waits on its destination chain',
    input: claimQuery,
    output: claimAnswer,
    effect: 'read',
    example: { sourceTransactionHash: sourceHash.srcTxHash, fromBlockchain: 'ARBITRUM' },
    asks: 'swaps',
  },
  tokens: {
    method: 'GET',
    paths: ['/api/tokens'],
    summary: 'Listed tokens, a hundred at a time',
    input: tokensQuery,
    output: tokensAnswer,
    effect: 'read',
    example: { network: 'ETH', query: 'usd' },
    asks: 'nobody',
  },
} as const satisfies Record<keyof Contract, Endpoint>
