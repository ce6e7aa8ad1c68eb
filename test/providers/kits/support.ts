import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { RpcAnswer } from '../../../src/http/types.ts'
import { receiptOf } from '../depositSupport.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../../src/providers/types.ts'

/** A transaction as a node has it; null fields of a transaction that is not mined. */
export type Mined = {
  hash: string
  from: string
  to: string
  input: string
  /** Base units of the native coin; absent: 0. */
  value?: bigint
  /** The node has only the receipt. */
  isDropped?: true
  status: '0x0' | '0x1' | null
  logs?: readonly { address: string; topics: readonly string[]; data: string }[]
}

/** The context with a node that knows these transactions. */
export function withNode(
  context: ProviderContext,
  blockchain: BlockchainId,
  mined: readonly Mined[],
): ProviderContext {
  const ok = (result: unknown): RpcAnswer => ({ ok: true, result })
  return {
    ...context,
    rpc: {
      ...context.rpc,
      has: (asked) => asked === blockchain || context.rpc.has(asked),
      batch: (asked, calls, options) =>
        Promise.all(
          calls.map(async ({ method, params }) => {
            const found = asked === blockchain ? mined.find(({ hash }) => hash === params[0]) : null
            if (found == null) {
              // What else is recorded; a node knows no other transaction.
              return ok(await context.rpc.call(asked, method, params, options).catch(() => null))
            }
            const { hash, from, to, input, value = 0n, status, logs = [] } = found
            if (method === 'eth_getTransactionByHash') {
              if (found.isDropped === true) return ok(null)
              return ok({ hash, from, to, input, value: `0x${value.toString(16)}` })
            }
            return ok(status === null ? null : receiptOf(hash, { from, to, status, logs }))
          }),
        ),
    },
  }
}

export async function buildFrom(
  provider: Provider,
  quote: Quote,
  context: ProviderContext,
): Promise<BuiltSwap & { transaction: { kind: 'evm' } }> {
  const built = await provider.build(quote, context)
  const { transaction } = built
  if (transaction.kind !== 'evm') throw new Error('expected a transaction of an EVM chain')
  return { ...built, transaction }
}
