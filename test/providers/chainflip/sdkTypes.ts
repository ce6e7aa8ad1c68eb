/**
 * What the client of the vendor reads, as `@chainflip/sdk` 1.11.2 declares it in `dist/swap.d.ts`
 * (copied 2026-11, ISC licence): answers to a quote and about a swap, without the parts for messages
 * to contracts.
 */
type Asset = 'USDC' | 'USDT' | 'FLIP' | 'DOT' | 'ETH' | 'BTC' | 'SOL'
type Chain = 'Ethereum' | 'Arbitrum' | 'Bitcoin' | 'Solana' | 'Assethub'
type AssetAndChain = { asset: Asset; chain: Chain }

type Fee<Type> = AssetAndChain & { type: Type; amount: string }
type SwapFee = Fee<'NETWORK' | 'INGRESS' | 'EGRESS' | 'BROKER' | 'BOOST' | 'REFUND'>
type PoolFee = Fee<'LIQUIDITY'>
type Durations = { deposit: number; swap: number; egress: number }
type DcaParams = { numberOfChunks: number; chunkIntervalBlocks: number }

type BaseQuote = {
  srcAsset: AssetAndChain
  destAsset: AssetAndChain
  isVaultSwap: boolean
  isOnChain: boolean
  depositAmount: string
  intermediateAmount?: string
  egressAmount: string
  includedFees: SwapFee[]
  poolInfo: {
    baseAsset: AssetAndChain
    quoteAsset: AssetAndChain
    fee: Omit<PoolFee, 'type'>
  }[]
  lowLiquidityWarning: boolean | undefined
  estimatedDurationSeconds: number
  estimatedDurationsSeconds: Durations
  estimatedPrice: string
  recommendedSlippageTolerancePercent: number
  recommendedRetryDurationMinutes: number
  recommendedLivePriceSlippageTolerancePercent: number | undefined
}
type Boosted<Quote> = Quote & { estimatedBoostFeeBps: number; maxBoostFeeBps: number }
type Regular = BaseQuote & { type: 'REGULAR' }
type Chunked = BaseQuote & { type: 'DCA'; dcaParams: DcaParams }

/** One element of the answer to `GET /v2/quote`. */
export type Quote =
  | (Regular & { boostQuote?: Boosted<Regular> })
  | (Chunked & { boostQuote?: Boosted<Chunked> })

type FillOrKillParams = {
  retryDurationBlocks: number
  refundAddress: string
  minPrice: string
  maxOraclePriceSlippage?: number | null | undefined
}
type Failure = {
  failedAt: number
  failedBlockIndex: string
  mode: string
  reason: { code: string; message: string }
}
type Failed = {
  failure: Failure | undefined
  failedAt: number | undefined
  failedBlockIndex: string | undefined
}
type DepositChannel = {
  id: string
  createdAt: number
  depositAddress: string
  srcChainExpiryBlock: string
  estimatedExpiryTime: number
  expectedDepositAmount: string | undefined
  isExpired: boolean
  openedThroughBackend: boolean
  brokerCommissionBps: number
  affiliateBrokers: { account: string; commissionBps: number }[]
  fillOrKillParams: FillOrKillParams | undefined
  dcaParams: DcaParams | undefined
}
type Deposit = Failed & {
  amount: string
  txRef: string | undefined
  txConfirmations: number | undefined
  witnessedAt: number | undefined
  witnessedBlockIndex: string | undefined
}
type AbortReason =
  | 'PriceImpactLimit'
  | 'MinPriceViolation'
  | 'OraclePriceSlippageExceeded'
  | 'OraclePriceStale'
  | 'PredecessorSwapFailure'
  | 'SafeModeActive'
type Rescheduled = {
  latestSwapRescheduledAt: number | undefined
  latestSwapRescheduledBlockIndex: string | undefined
  latestSwapRescheduledReason: AbortReason | undefined
}
type Chunk = Rescheduled & {
  inputAmount: string
  intermediateAmount: string | undefined
  outputAmount: string | undefined
  scheduledAt: number
  scheduledBlockIndex: string
  executedAt: number | undefined
  executedBlockIndex: string | undefined
  retryCount: number
  abortedAt: number | undefined
  abortedBlockIndex: string | undefined
  abortedReason: AbortReason | undefined
}
type Swap = {
  originalInputAmount: string
  remainingInputAmount: string
  swappedInputAmount: string
  swappedIntermediateAmount: string
  swappedOutputAmount: string
  livePriceExecutionDeltaPercentage: number | undefined
  regular: Chunk | undefined
  dca:
    | {
        lastExecutedChunk: Chunk | null
        currentChunk:
          | (Pick<Chunk, 'inputAmount' | 'scheduledAt' | 'scheduledBlockIndex' | 'retryCount'> &
              Rescheduled)
          | null
        executedChunks: number
        remainingChunks: number
      }
    | undefined
  onChain:
    | { accountId: string; outputAmount: string | undefined; refundAmount: string | undefined }
    | undefined
}
type Egress = Failed & {
  amount: string
  scheduledAt: number | undefined
  scheduledBlockIndex: string | undefined
  txRef: string | undefined
  witnessedAt: number | undefined
  witnessedBlockIndex: string | undefined
  transactionPayload:
    | { contract: `0x${string}`; value: string; chainId: string; data: `0x${string}` }
    | undefined
}
type Common = {
  srcChain: Chain
  srcAsset: Asset
  destChain: Chain
  destAsset: Asset
  swapId: string
  destAddress: string
  depositChannel: DepositChannel | undefined
  ccmParams: undefined
  fillOrKillParams: FillOrKillParams | undefined
  dcaParams: DcaParams | undefined
  boost:
    | {
        maxBoostFeeBps: number
        effectiveBoostFeeBps: number | undefined
        boostedAt: number | undefined
        boostedBlockIndex: string | undefined
        skippedAt: number | undefined
        skippedBlockIndex: string | undefined
      }
    | undefined
  estimatedDurationSeconds: number | null | undefined
  estimatedDurationsSeconds: Durations
  srcChainRequiredBlockConfirmations: number | null
  brokers: { account: string; commissionBps: string }[]
  fees: (SwapFee | PoolFee)[]
  lastStatechainUpdateAt: number | undefined
}
type Receiving = Common & { deposit: Deposit }
type Sending = Receiving & {
  swap: Swap
  swapEgress: Egress | undefined
  refundEgress: Egress | undefined
  fallbackEgress: Egress | undefined
}

/** The answer to `GET /v2/swaps/:id`. */
export type SwapStatus =
  | ({ state: 'WAITING' } & Common & { depositChannel: DepositChannel })
  | ({ state: 'RECEIVING' } & Receiving)
  | ({ state: 'SWAPPING' } & Receiving & { swap: Swap })
  | ({ state: 'SENDING' } & Sending)
  | ({ state: 'SENT' } & Sending)
  | ({ state: 'COMPLETED' } & Sending)
  | ({ state: 'FAILED' } & Sending)
