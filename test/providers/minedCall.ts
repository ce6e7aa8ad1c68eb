import type { Quote, SwapRef } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { EvmTransaction } from '../../src/core/transaction.ts'
import type { HttpClient, RpcAnswer } from '../../src/http/types.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../src/providers/types.ts'
import { type CallCase, type OrderHashes, serviceUrl } from './callCase.ts'
import type { AcceptedCall } from './judgeCall.ts'
import {
  type Body,
  evmPayment,
  hash,
  nowMs,
  type Payment,
  play,
  quoteOf,
  receiptOf,
  refOf,
  rpcKey,
} from './depositSupport.ts'
import { registryAnswer } from '../support/registry.ts'
import type { MinedSwap } from './onchain/support/minedSwap.ts'
import { ownNode } from '../support/ownNode.ts'

// The honest swap of a case as the chains have it: quoted, built, paid, and paid out or given back.

/** What the chains show; each left out: as an honest swap. */
export type ChainChange = {
  payout?: Partial<Payment> | 'missing'
  refund?: Partial<Payment> | 'missing'
  /** Of our own payment; null: no node knows it. */
  paid?: {
    input?: string
    value?: string
    to?: string
    from?: string
    status?: '0x0' | null
  } | null
  /** No node can be asked. */
  blind?: boolean
}

export type MinedCall = MinedSwap & {
  provider: Provider
  quote: Quote
  built: BuiltSwap
  accepted: AcceptedCall
  hashes: Required<OrderHashes>
  /** What the nodes say of it, by `rpcKey`. */
  shown(change?: ChainChange): Readonly<Record<string, unknown>>
  /** The state by this service and these chains. */
  follow(http: HttpClient, change?: ChainChange, more?: Partial<SwapRef>): Promise<SwapStatus>
}

const hashes = { paid: hash('payment'), payout: hash('payout'), refund: hash('refund') }
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** @param baseUrl where its service answers */
export async function minedCall(it: CallCase, baseUrl = serviceUrl): Promise<MinedCall> {
  const { request } = it
  const { srcToken, dstToken, srcAmount, fromAddress, receiver } = request
  const provider = it.create(baseUrl)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const tape = play(baseUrl, it.honest)
  const quote = await quoteOf(provider, request, tape.context)
  const built = await provider.build(quote, tape.context)
  if (built.transaction.kind !== 'evm') throw new Error('no transaction')
  const transaction: EvmTransaction = built.transaction
  const { to, data, value } = transaction
  const accepted = {
    payer: fromAddress,
    receiver,
    srcAmount,
    minimum: quote.dstMinAmount,
    value,
  }
  const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const came = {
    address: dstToken.address.toLowerCase(),
    topics: [transfer, topic(to), topic(receiver)],
    data: `0x${built.dstAmount.toString(16).padStart(64, '0')}`,
  }
  const sent = {
    hash: hashes.paid,
    from: fromAddress,
    to,
    input: data,
    value: `0x${value.toString(16)}`,
  }
  const receipt: Body = receiptOf(hashes.paid, {
    from: fromAddress,
    to,
    logs: dstToken.native ? [] : [came],
  })
  const ref = refOf(quote, built, { srcTxHash: hashes.paid })

  const shownBy = ({ payout = {}, refund = {}, paid = {} }: ChainChange) => {
    const paidOut = { token: dstToken, to: receiver, amount: built.dstAmount, hash: hashes.payout }
    // On one chain they are in blocks of their own.
    const back = {
      token: srcToken,
      to: fromAddress,
      amount: srcAmount,
      hash: hashes.refund,
      block: 32,
    }
    const { status = '0x1', ...other } = paid ?? {}
    const mined = status === null ? null : { ...receipt, ...other, status }
    const seconds = Math.floor(nowMs / 1_000) + 60
    return {
      [rpcKey(srcToken.blockchain, 'eth_getBlockByNumber', ['0x10', false])]: {
        timestamp: `0x${seconds.toString(16)}`,
      },
      ...(payout === 'missing' ? {} : evmPayment({ ...paidOut, ...payout })),
      ...(refund === 'missing' ? {} : evmPayment({ ...back, ...refund })),
      [rpcKey(srcToken.blockchain, 'eth_getTransactionReceipt', [hashes.paid])]:
        paid === null ? null : mined,
      [rpcKey(srcToken.blockchain, 'eth_getTransactionByHash', [hashes.paid])]:
        paid === null ? null : { ...sent, ...other },
    }
  }
  const follow: MinedCall['follow'] = (http, change = {}, more = {}) => {
    const shown: Record<string, unknown> = shownBy(change)
    const { context } = play(serviceUrl, [])
    const rpc: ProviderContext['rpc'] = {
      witnesses: ownNode,
      has: () => change.blind !== true,
      call: async (chain, method, params) =>
        registryAnswer(method, params) ?? shown[rpcKey(chain, method, params)] ?? null,
      batch: async (chain, calls) =>
        calls.map(({ method, params }): RpcAnswer => {
          const registered = registryAnswer(method, params)
          return { ok: true, result: registered ?? shown[rpcKey(chain, method, params)] ?? null }
        }),
    }
    const atMs = context.now() + 60_000
    return provider.status(id, { ...ref, ...more }, { ...context, http, rpc, now: () => atMs })
  }
  return {
    provider,
    quote,
    built,
    accepted,
    hashes,
    shown: (change = {}) => shownBy(change),
    transaction,
    receipt,
    sent,
    follow,
    ask: (batch, more = {}) => {
      const { context } = play(serviceUrl, [], { nodes: [srcToken.blockchain] })
      return provider.status(
        id,
        { ...ref, ...more },
        { ...context, rpc: { ...context.rpc, batch } },
      )
    },
  }
}
