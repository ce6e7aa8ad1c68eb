/**
 * The wire contract as schemas: the server checks requests with them, the HTTP client checks
 * answers, OpenAPI and `swaproute schema` are generated from them. Both are open: clients of the
 * contract send extra members, and the contract only ever adds fields. The echo of a quote shows
 * how the request was read. `lenient` reads the harmless other spellings of the same values.
 */
import * as z from 'zod'
import { blockchainIds } from '../core/blockchainIds.ts'
import { depositIds, providerIds } from '../core/providerIds.ts'
import { statusNames, subStatusNames } from '../core/status.ts'
import { errorObject, estimate, fees, routeItem, routingStep, tokenItem } from './routeSchema.ts'
import { transaction } from './transactionSchema.ts'
import { swapMembers } from './swapMembers.ts'

export const blockchain = z.enum(blockchainIds)
export const providerId = z.enum(providerIds)
export const depositProviderId = z.enum(depositIds)
const address = z.string().min(1).max(256)
const decimalText = z.string().min(1).max(96)

export const foreignBlacklist = z
  .object({
    lifi: z.array(z.string().max(64)).max(200).default([]),
    rango: z.array(z.string().max(64)).max(200).default([]),
    zerox: z.array(z.string().max(64)).max(200).default([]),
    dflow: z.array(z.string().max(64)).max(200).default([]),
  })
  .default({ lifi: [], rango: [], zerox: [], dflow: [] })
  .describe('Exchanges inside these providers to exclude')

const tokensAndAmount = {
  srcTokenAddress: address.describe('Source token'),
  srcTokenBlockchain: blockchain.default('ETH').describe('Source chain'),
  srcTokenAmount: decimalText.describe('Amount in token units, a plain decimal'),
  dstTokenAddress: address.describe('Destination token'),
  dstTokenBlockchain: blockchain.default('POLYGON').describe('Destination chain'),
  referrer: z
    .string()
    .min(1)
    .max(128)
    .default('swaproute')
    .describe('Name of the integrating project'),
}

const quoteOptions = {
  receiver: address
    .optional()
    .describe('Recipient on the destination chain; needed if the sender has no address on it'),
  receiverMemo: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Memo, tag or comment for the payment to the receiver (extension)'),
  refundAddress: address.optional().describe('Where a failed deposit swap returns (extension)'),
  integratorAddress: address.optional().describe('Registered integrator, decides the fee model'),
  slippage: z.number().min(0).max(0.5).optional().describe('Fraction of 1: 0.01 is 1 %'),
  nativeBlacklist: z
    .array(z.string().max(64))
    .max(300)
    .default([])
    .describe('Providers that must not be asked; an unknown name excludes nothing (warning 7102)'),
  foreignBlacklist,
  timeout: z.number().min(2).max(60).default(30).describe('Seconds for the calculation'),
  enableTestnets: z.boolean().default(false),
  enableChecks: z.boolean().default(false).describe('Check balance and allowance of fromAddress'),
  skipFeeProviders: z.boolean().default(false),
  showFailedRoutes: z.boolean().default(false),
  showDangerousRoutes: z.boolean().default(false),
  depositTradeParams: z.enum(['onlyDeposits', 'noDeposits', 'all']).default('all'),
  useDepositTradeIfAvailable: z.boolean().default(false),
  preferredProviderOnly: z.boolean().optional().describe('Ask preferredProvider alone (extension)'),
}

export const quoteAllBody = z.object({
  ...tokensAndAmount,
  ...quoteOptions,
  fromAddress: address
    .optional()
    .describe('Sender wallet; required by swap except for deposit routes'),
  preferredProvider: providerId
    .optional()
    .describe('Its routes come first; quoteBest takes it unless it leaves over 2 % less'),
})

export const quoteDepositBody = z.object({
  ...tokensAndAmount,
  ...quoteOptions,
  preferredProvider: depositProviderId.optional().describe('Its routes come first'),
})

export const swapBody = z.object({
  ...quoteAllBody.shape,
  id: z.string().max(64).describe('Route id of a quote; absent or unknown is error 1004'),
})

export const statusQuery = z.object({
  srcTxHash: z.string().min(1).max(200).describe('Hash of the source transaction'),
  srcTokenBlockchain: blockchain.optional().describe('Narrows the search (extension)'),
})

export const statusExtendedQuery = z
  .object({
    id: z.string().max(64).optional().describe('Route id; enough for deposit routes'),
    srcTxHash: z.string().max(200).optional(),
    srcTokenBlockchain: blockchain.optional().describe('Narrows the search (extension)'),
  })
  .refine((query) => query.id !== undefined || query.srcTxHash !== undefined, {
    error: 'id or srcTxHash is needed',
    path: ['srcTxHash'],
  })

export const listQuery = z.object({
  includeTestnets: z.stringbool().default(false),
})

export const allowanceQuery = z.object({
  blockchain,
  tokenAddress: address,
  walletAddress: address.describe('Owner of the tokens'),
  spenderAddress: address,
})

export const approvalQuery = z.object({
  ...allowanceQuery.shape,
  // As in `approvalAddress`: empty if nothing is approved.
  spenderAddress: z.string().max(256),
  amount: decimalText.describe('In token units'),
})

export const claimQuery = z.object({
  sourceTransactionHash: z.string().min(1).max(200).describe('Hash of the source transaction'),
  fromBlockchain: blockchain.describe('Source chain'),
})

export const tokensQuery = z.object({
  network: blockchain.optional().describe('Only tokens of this chain'),
  query: z.string().min(1).max(100).optional().describe('Part of a symbol, name or address'),
  page: z.number().int().min(1).max(10_000).default(1).describe('A hundred tokens each'),
})

/** Marks answers of a service with local chains, so that none of its addresses is paid (V5). */
const sandbox = z.boolean().optional().describe('True: play money on local chains (extension)')

/** The request as interpreted, defaults applied. */
export const quoteEcho = z.looseObject({
  srcTokenAddress: z.string(),
  srcTokenBlockchain: z.string(),
  srcTokenAmount: z.string(),
  dstTokenAddress: z.string(),
  dstTokenBlockchain: z.string(),
})

export const failedItem = z.looseObject({
  providerType: z.string(),
  data: errorObject,
  id: z.string().nullish(),
})

export const quoteAllAnswer = z.looseObject({
  quote: quoteEcho,
  routes: z.array(routeItem),
  failed: z.array(failedItem).optional(),
  sandbox,
})

export const quoteBestAnswer = routeItem.extend({ quote: quoteEcho.optional(), sandbox })

/** Some services return the transaction only: the estimate of the route then applies. */
export const swapAnswer = z.looseObject({
  quote: quoteEcho.optional(),
  estimate: estimate.optional(),
  fees: fees.optional(),
  transaction,
  uniqueInfo: z.record(z.string(), z.unknown()).nullish(),
  warnings: z.array(errorObject).optional(),
  routing: z.array(routingStep).optional(),
  providerType: z.string().optional(),
  swapType: z.string().optional(),
  useRubicContract: z.boolean().nullish(),
  sandbox,
})

/** What this program answers. */
const ownSwapAnswer = swapAnswer.extend({ estimate })
export const swapBestAnswer = ownSwapAnswer.extend({ id: z.string() })

export const statusAnswer = z.looseObject({
  // A client must accept unknown statuses (as PENDING); the document lists the known ones.
  status: z.string().meta({ enum: [...statusNames] }),
  destinationTxHash: z.string().nullable(),
  destinationNetworkTitle: z.string().nullish(),
  destinationNetworkChainId: z.number().nullish(),
  sourceNetworkTitle: z.string().nullish(),
  sourceNetworkChainId: z.number().nullish(),
  subStatus: z.string().nullish().describe(subStatusNames.join(', ')),
  id: z.string().nullish(),
  provider: z.string().nullish(),
  srcTxHash: z.string().nullish(),
  srcTransactionHash: z
    .string()
    .nullish()
    .describe('TON: the wallet transaction that executed the message srcTxHash'),
  hashKind: z
    .string()
    .nullish()
    .describe('TON: kind of the hash in the request: transaction, message or normalized_message'),
  providerStatus: z.string().nullish(),
  note: z.string().nullish(),
  updatedAt: z.string().nullish(),
  ...swapMembers,
  sandbox,
})

export const chainItem = z.looseObject({
  id: z.number().nullable().describe('EIP-155 id or the service number'),
  name: z.string().describe('Chain identifier of the contract'),
  type: z.string().describe('Kind of chain: evm, solana, tron, ton, bitcoin, …'),
  providers: z.looseObject({ crossChain: z.array(z.string()), onChain: z.array(z.string()) }),
  proxyAvailable: z.boolean(),
  testnet: z.boolean(),
})

export const chainsAnswer = z.array(chainItem)

export const providerItem = z.looseObject({
  name: z.string(),
  blockchains: z.array(z.string()),
  state: z.string().describe('ready, misconfigured, needs_key, not_in_sandbox, disabled or closed'),
  variable: z.string().nullish(),
  reason: z.string().nullish(),
  deposit: z.boolean(),
  extension: z.boolean().nullish().describe('True for providers the contract does not list'),
  proof: z
    .string()
    .nullish()
    .describe(
      'How its protocol is proved: recorded, vendor client, shaped or contracts (extension)',
    ),
})

export const allowanceAnswer = z.looseObject({
  allowance: z.string().describe('Smallest unit'),
})

export const approvalAnswer = z.looseObject({
  needApprove: z.boolean(),
  transaction: z
    .looseObject({ to: z.string(), data: z.string(), value: z.string() })
    .optional()
    .describe('The approval of exactly this amount'),
})

export const claimAnswer = z
  .looseObject({ to: z.string(), data: z.string(), value: z.string() })
  .describe('Sent on the destination chain by any account; it pays the receiver of the transfer')

export const tokensAnswer = z.looseObject({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(tokenItem),
})

export const providersAnswer = z.looseObject({
  crossChain: z.array(providerItem),
  onChain: z.array(providerItem),
})

export type QuoteAllBody = z.input<typeof quoteAllBody>
export type QuoteDepositBody = z.input<typeof quoteDepositBody>
export type SwapBody = z.input<typeof swapBody>
export type StatusQuery = z.output<typeof statusQuery>
export type StatusExtendedQuery = z.output<typeof statusExtendedQuery>
export type WireTransaction = z.output<typeof transaction>
export type QuoteEcho = z.output<typeof quoteEcho>
export type FailedItem = z.output<typeof failedItem>
export type QuoteAllAnswer = z.output<typeof quoteAllAnswer>
export type QuoteBestAnswer = z.output<typeof quoteBestAnswer>
export type SwapAnswer = z.output<typeof swapAnswer>
export type StatusAnswer = z.output<typeof statusAnswer>
export type ChainsAnswer = z.output<typeof chainsAnswer>
export type ProvidersAnswer = z.output<typeof providersAnswer>
export type AllowanceQuery = z.output<typeof allowanceQuery>
export type AllowanceAnswer = z.output<typeof allowanceAnswer>
export type ApprovalQuery = z.output<typeof approvalQuery>
export type ApprovalAnswer = z.output<typeof approvalAnswer>
export type ClaimQuery = z.output<typeof claimQuery>
export type ClaimAnswer = z.output<typeof claimAnswer>
export type TokensQuery = z.output<typeof tokensQuery>
export type TokensAnswer = z.output<typeof tokensAnswer>
