import type { ViewCall } from '../../../chains/evm/views.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { otherNodeHint, SwaprouteError } from '../../../core/errors.ts'
import { isNodeError } from '../../../http/rpcWire.ts'
import type { ProviderContext } from '../../types.ts'

/** A contract's answer. A revert has its data, `0x` if the node returns none. */
type ViewAnswer<R> = { ok: true; value: R } | { ok: false; revert: string }

export type ViewAnswers<C extends readonly ViewCall[]> = {
  [K in keyof C]: C[K] extends ViewCall<infer R> ? ViewAnswer<R> : never
}

/**
 * Reads contracts of one chain in one HTTP request. An answer that does not fit its signature is a
 * revert without data: the contract does not exist.
 * @throws SwaprouteError CHAIN_UNAVAILABLE where the node did not run a call
 */
export async function readViews<const C extends readonly ViewCall[]>(
  blockchain: BlockchainId,
  calls: C,
  { rpc, signal }: Pick<ProviderContext, 'rpc' | 'signal'>,
): Promise<ViewAnswers<C>> {
  const { decodeView, encodeView } = await import('../../../chains/evm/codec.ts')
  const answers = await rpc.batch(
    blockchain,
    calls.map((call) => ({
      method: 'eth_call',
      params: [{ to: call.to, data: encodeView(call) }, 'latest'],
    })),
    { signal },
  )
  const read = calls.map((call, index): ViewAnswer<unknown> => {
    const answer = answers[index]
    if (answer === undefined) throw notRun(blockchain, 'it left out an answer')
    if (!answer.ok) {
      const { message, data } = answer
      if (isNodeError(answer)) throw notRun(blockchain, message)
      return { ok: false, revert: data ?? '0x' }
    }
    try {
      return { ok: true, value: decodeView(call, String(answer.result)) }
    } catch {
      return { ok: false, revert: '0x' } // no contract, or a different one
    }
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same signatures
  return read as ViewAnswers<C>
}

function notRun(blockchain: BlockchainId, why: string): SwaprouteError {
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `The ${blockchain} node did not read the contracts: ${why}`,
    {
      hint: otherNodeHint(blockchain),
      context: { blockchain },
    },
  )
}
