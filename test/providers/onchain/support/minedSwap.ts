import type { ProviderId } from '../../../../src/core/providerIds.ts'
import type { QuoteRequest, SwapRef } from '../../../../src/core/quote.ts'
import type { SwapStatus } from '../../../../src/core/status.ts'
import type { EvmTransaction } from '../../../../src/core/transaction.ts'
import type { RpcAnswer } from '../../../../src/http/types.ts'
import { createOnchainProvider } from '../../../../src/providers/onchain/onchain.ts'
import { type Body, receiptOf } from '../../depositSupport.ts'
import { createBase } from './baseChain.ts'
import { alice } from './requests.ts'

const hash = `0x${'ab'.repeat(32)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A swap on BASE that was mined and brought what was quoted. */
export type MinedSwap = {
  transaction: EvmTransaction
  /** What an honest node returns for it. */
  receipt: Body
  sent: Body
  /** What the provider makes of a node's answers: to the receipt and to the transaction. */
  ask(batch: () => Promise<RpcAnswer[]>, more?: Partial<SwapRef>): Promise<SwapStatus>
}

/** Quoted and built by the provider itself; alice pays. */
export async function minedSwap(id: ProviderId, request: QuoteRequest): Promise<MinedSwap> {
  const { context } = createBase()
  const reader = createOnchainProvider()
  const { quotes } = await reader.quote(request, new Set([id]), context)
  const [quote] = quotes
  if (quote === undefined) throw new Error(`no quote of ${id}`)
  const { transaction } = await reader.build(quote, context)
  if (transaction.kind !== 'evm') throw new Error('no transaction')
  const receiver = request.receiver ?? alice
  const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const log = {
    address: request.dstToken.address,
    topics: [transfer, topic(transaction.to), topic(receiver)],
    data: `0x${quote.dstAmount.toString(16).padStart(64, '0')}`,
  }
  const ref: SwapRef = {
    srcBlockchain: 'BASE',
    srcTxHash: hash,
    dstBlockchain: 'BASE',
    orderId: null,
    fromAddress: alice,
    receiver,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
  }
  const { to, data } = transaction
  return {
    transaction,
    receipt: receiptOf(hash, { from: alice, to, logs: [log] }),
    sent: { hash, from: alice, to, input: data, value: '0x0' },
    ask: (batch, more = {}) => {
      const rpc = { ...context.rpc, batch }
      return createOnchainProvider().status(id, { ...ref, ...more }, { ...context, rpc })
    },
  }
}
