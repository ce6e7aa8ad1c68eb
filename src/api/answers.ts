/**
 * Exactly what this program's own service sends; the OpenAPI document and generated clients follow
 * it. A member is null only where declared, and absent only where optional. `schemas.ts` reads the
 * answers of any service and accepts more.
 */
import * as z from 'zod'
import { nextActions, statusNames, subStatusNames } from '../core/status.ts'
import { blockchain, foreignBlacklist, providerId, quoteAllBody } from './schemas.ts'
import { cosmosFee, cosmosMessages, nearTransactions, starknetCalls } from './transactionSchema.ts'

/** An amount in base units. */
const weiText = z.string().regex(/^\d{1,78}$/)
const amountText = z.string().regex(/^\d{1,78}(\.\d{1,255})?$/)
const swapType = z.enum(['on-chain', 'cross-chain'])
const time = z.string().describe('ISO 8601')

/** Marks answers of a service with local chains, so that none of its addresses is paid (V5). */
const sandbox = z.boolean().optional().describe('True: play money on local chains (extension)')

const listedToken = z.object({
  address: z.string(),
  blockchain,
  blockchainId: z.number().nullable().describe('EIP-155 id or the service number; null: neither'),
  decimals: z.number().int().min(0).max(255),
  symbol: z.string(),
  name: z.string(),
})
export const token = listedToken.extend({
  price: z.number().optional().describe('USD per token; absent when unknown'),
})
export const amountToken = token.extend({ amount: amountText.describe('Token units') })

export const problem = z.object({
  code: z.number().int().describe('1xxx parameters, 2xxx quotes, 3xxx swaps, 70xx warnings'),
  reason: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export const parameterErrors = z
  .object({ errors: z.array(problem), sandbox })
  .describe('Every parameter that is missing or malformed; the other failures have `error`')
export const failure = z
  .object({ error: problem, id: z.string().describe('Id of the failure in the log'), sandbox })
  .describe('Any failure that is not about parameters alone; those have `errors`')

export const estimate = z.object({
  destinationTokenAmount: amountText,
  destinationTokenMinAmount: amountText,
  destinationUsdAmount: z.number().optional().describe('Absent without a price'),
  destinationUsdMinAmount: z.number().optional().describe('Absent without a price'),
  destinationWeiAmount: weiText,
  destinationWeiMinAmount: weiText,
  intermidiateTokenWeiAmount: weiText.describe('Yield of the first hop; "0" if there is only one'),
  durationInMinutes: z.number(),
  priceImpact: z
    .number()
    .nullable()
    .describe(
      'Percent (0.11 is 0.11 %), as the provider reports it, else by USD values; null: unknown',
    ),
  slippage: z.number().describe('Fraction of 1; 0 if the amount is fixed'),
})

const fixedFee = z.object({
  fixedAmount: amountText,
  fixedWeiAmount: weiText,
  fixedUsdAmount: z.number().nullable(),
})
const feePart = weiText.nullable()
export const fees = z.object({
  gasTokenFees: z.object({
    nativeToken: token,
    gas: z.object({
      gasPrice: feePart,
      baseFee: feePart,
      maxFeePerGas: feePart,
      maxPriorityFeePerGas: feePart,
      gasLimit: feePart,
      totalWeiAmount: feePart,
      totalUsdAmount: z.number().nullable(),
    }),
    protocol: fixedFee,
    provider: fixedFee,
  }),
  percentFees: z.object({
    percent: z.number().describe('0.4 is 0.4 %, already deducted'),
    token: token.nullable(),
  }),
})

export const routingStep = z.object({
  type: swapType,
  provider: z.string(),
  path: z.array(amountToken).describe('From and to; amount "0": not reported by the provider'),
  via: z
    .array(z.string())
    .optional()
    .describe('Exchanges and bridges inside, as foreignBlacklist has them (extension)'),
})

/** The part of a swap answer for each kind of wallet. */
export const transaction = z.object({
  approvalAddress: z
    .string()
    .optional()
    .describe('Spender of the source token, on every EVM route; empty if no approval is needed'),
  to: z.string().optional().describe('EVM, TRON: the contract'),
  data: z.string().optional().describe('EVM: call data; SOLANA: the transaction in base64'),
  value: weiText.optional().describe('EVM: native coins sent with the call'),
  tonMessages: z
    .array(
      z.object({
        address: z.string(),
        amount: weiText,
        payload: z.string().optional(),
        stateInit: z.string().optional(),
      }),
    )
    .optional(),
  signature: z.string().optional().describe('TRON: the method, `swap(address,uint256)`'),
  rawParameter: z.string().optional().describe('TRON: its encoded arguments in hex'),
  callValue: weiText.optional().describe('TRON: sun sent with the call'),
  feeLimit: z.number().optional().describe('TRON: maximum cost of energy, sun'),
  chainId: z.string().optional().describe('Cosmos: chain of the signed document'),
  msgs: cosmosMessages.optional().describe('Cosmos: its messages in amino JSON'),
  fee: cosmosFee.optional().describe('Cosmos: its fee in base units, and its gas'),
  memo: z.string().optional().describe('Cosmos: its memo'),
  calls: starknetCalls.optional().describe('Starknet: calls that the account executes together'),
  transactions: nearTransactions.optional().describe('NEAR: transactions in the order of sending'),
  transaction: z
    .string()
    .optional()
    .describe('STELLAR: the envelope as XDR in base64; SUI: JSON of version 2'),
  depositAddress: z.string().optional(),
  amountToSend: amountText.optional().describe('Deposit: token units'),
  exchangeId: z.string().optional().describe('Deposit: number of the order at the provider'),
  expiresAt: time.optional().describe('Deposit: nothing may be paid after this time (extension)'),
  extraFields: z
    .object({ name: z.string(), value: z.string() })
    .nullable()
    .optional()
    .describe('Deposit: memo or tag the payment must carry; null: none'),
})

/** The request as interpreted: members with a default are always present. */
export const quote = z
  .object({
    ...quoteAllBody.shape,
    srcTokenBlockchain: blockchain,
    dstTokenBlockchain: blockchain,
    referrer: z.string(),
    slippage: z
      .number()
      .describe('Fraction of 1; the default if none was set; each route has its own in `estimate`'),
    nativeBlacklist: z.array(z.string()),
    foreignBlacklist,
    timeout: z.number(),
    enableTestnets: z.boolean(),
    enableChecks: z.boolean(),
    skipFeeProviders: z.boolean(),
    showFailedRoutes: z.boolean(),
    showDangerousRoutes: z.boolean(),
    depositTradeParams: quoteAllBody.shape.depositTradeParams.unwrap(),
    useDepositTradeIfAvailable: z.boolean(),
  })
  .describe('The request as interpreted, defaults applied')

export const route = z.object({
  id: z.string().describe('Pass it to swap within 60 seconds'),
  swapType,
  providerType: providerId,
  tokens: z.object({ from: amountToken, to: token }),
  estimate,
  fees,
  routing: z.array(routingStep),
  transaction: transaction
    .pick({ approvalAddress: true })
    .describe('What is known before the swap call'),
  warnings: z.array(problem),
  useRubicContract: z
    .boolean()
    .describe('False: fees are not collected by a contract of the service'),
  executionKind: z
    .string()
    .describe(
      'How it is paid: evm, ton, deposit, or the kind of a chain whose wallet signs (extension)',
    ),
  rateType: z
    .enum(['fixed', 'float'])
    .optional()
    .describe('For deposit routes and for calls without a minimum (extension)'),
  singlePath: z
    .object({
      destinationTokenAmount: amountText,
      destinationWeiAmount: weiText,
      gasLimit: weiText,
    })
    .optional()
    .describe('What one path brings, where parts or pools of two kinds bring more (extension)'),
  limits: z
    .object({ min: amountText.optional(), max: amountText.optional() })
    .optional()
    .describe('Amounts the provider takes, in token units (extension)'),
})

export const failedRoute = z.object({
  id: z.string(),
  providerType: providerId,
  data: problem.describe('Why it has no route'),
})

export const routes = z.object({
  quote,
  routes: z.array(route).describe('Best first; empty if there is none'),
  failed: z.array(failedRoute).optional().describe('With showFailedRoutes only'),
  sandbox,
})

export const bestRoute = route.extend({ quote, sandbox })

export const swapData = z.object({
  quote,
  estimate,
  fees,
  transaction,
  uniqueInfo: z.record(z.string(), z.string()).optional().describe('Ids at the provider'),
  warnings: z.array(problem),
  routing: z.array(routingStep),
  providerType: providerId,
  swapType,
  useRubicContract: z.boolean(),
  sandbox,
})

export const bestSwapData = swapData.extend({ id: z.string().describe('Of the route, for status') })

export const status = z.object({
  status: z.enum(statusNames),
  destinationTxHash: z.string().nullable(),
  destinationNetworkTitle: blockchain.nullable(),
  destinationNetworkChainId: z.number().nullable(),
  sourceNetworkTitle: blockchain.optional(),
  sourceNetworkChainId: z.number().nullable().optional(),
  subStatus: z.enum(subStatusNames).optional().describe('Of a deposit order that is PENDING'),
  id: z.string().optional().describe('The route id, if the request named it'),
  provider: providerId.optional(),
  srcTxHash: z.string().optional(),
  srcTransactionHash: z
    .string()
    .optional()
    .describe('TON: the wallet transaction that executed the message srcTxHash'),
  hashKind: z
    .string()
    .optional()
    .describe('TON: kind of the hash in the request: transaction, message or normalized_message'),
  providerStatus: z.string().optional().describe("The provider's own status"),
  note: z.string().optional(),
  updatedAt: time.optional(),
  action: z.enum(nextActions).optional().describe('What the owner of the money can do now'),
  carrier: z.string().optional().describe('The bridge or exchange below the provider'),
  transactionKind: z
    .string()
    .optional()
    .describe('What the source transaction is: swap, transfer, approval or call'),
  startedAt: time.optional().describe('Time of the source transaction'),
  fromAddress: z.string().optional().describe('Who paid'),
  receiver: z.string().optional().describe('Who is paid'),
  srcTokenAddress: z.string().optional(),
  srcTokenSymbol: z.string().optional(),
  srcTokenAmount: z.string().optional().describe('What was paid, in token units'),
  srcTokenWeiAmount: z.string().optional(),
  dstTokenAddress: z.string().optional(),
  dstTokenSymbol: z.string().optional(),
  dstTokenAmount: z
    .string()
    .optional()
    .describe('What arrived, in token units; for REVERTED what came back'),
  dstTokenWeiAmount: z.string().optional(),
  srcTxUrl: z.string().optional().describe('Page of an explorer'),
  destinationTxUrl: z.string().optional().describe('Page of an explorer'),
  notAsked: z
    .array(z.string())
    .optional()
    .describe('NOT_FOUND: chains with hashes of the same form that have no node here'),
  sandbox,
})

const chain = z.object({
  id: z.number().nullable().describe('EIP-155 id or the service number'),
  name: blockchain,
  type: z.string().describe('Kind of chain: evm, solana, tron, ton, bitcoin, …'),
  providers: z.object({ crossChain: z.array(providerId), onChain: z.array(providerId) }),
  proxyAvailable: z.boolean(),
  testnet: z.boolean(),
})
export const chains = z.array(chain)

export const provider = z.object({
  name: providerId,
  blockchains: z.array(blockchain),
  state: z.enum(['ready', 'misconfigured', 'needs_key', 'not_in_sandbox', 'disabled', 'closed']),
  variable: z.string().optional().describe('needs_key: the variable it is read from'),
  reason: z.string().optional(),
  deposit: z.boolean(),
  extension: z.boolean().optional().describe('True for providers the contract does not list'),
  proof: z
    .string()
    .optional()
    .describe('How its protocol is proved: recorded, vendor client, shaped or contracts'),
})
export const providers = z.object({
  crossChain: z.array(provider),
  onChain: z.array(provider),
  sandbox,
})

export const allowance = z.object({ allowance: weiText.describe('Smallest unit'), sandbox })

const call = z.object({ to: z.string(), data: z.string(), value: weiText })
export const approval = z.object({
  needApprove: z.boolean(),
  transaction: call.optional().describe('The approval of exactly this amount'),
  sandbox,
})
export const claim = call
  .extend({ sandbox })
  .describe('Sent on the destination chain by any account; it pays the receiver of the transfer')

export const tokens = z.object({
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(listedToken),
  sandbox,
})

export type SentQuote = z.output<typeof quote>
export type SentRoute = z.output<typeof route>
