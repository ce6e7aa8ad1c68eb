import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import type { EvmTransaction } from '../../../src/core/transaction.ts'
import type { RpcAnswer, RpcCall } from '../../../src/http/types.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { createBase, eth, one, usdc, weth } from '../../providers/onchain/support/baseChain.ts'
import type { FakeChain } from '../../providers/onchain/support/fakeChain.ts'
import { minedSwap, type MinedSwap } from '../../providers/onchain/support/minedSwap.ts'
import { alice, bob, erc20, toRequest } from '../../providers/onchain/support/requests.ts'
import { judgeOnchain } from '../03-calldata/onchainOracle.ts'
import { evmVerdict } from './evmVerdict.ts'
import { type Answer, bodyOf, type Story, type Subject, Unsafe } from './story.ts'

// The reader of exchanges, whose provider is a chain's node: the bytes of its multicalls are bent.

const swapIds = ['UNISWAP_V2', 'PANCAKE_SWAP', 'BASE_SWAP', 'UNI_SWAP_V3'] as const
const wethToken = erc20('BASE', weth, 'WETH', 18)

export async function exchangeSubjects(): Promise<Subject[]> {
  const paid = toRequest(eth, usdc, one, { receiver: bob })
  const sold = toRequest(usdc, wethToken, 3_000_000_000n, { receiver: bob })
  const swaps = [
    await swapStory('coins for tokens', paid, swapIds),
    await swapStory('tokens for tokens', sold, swapIds),
  ]
  const wraps = [
    await swapStory('wrapping', toRequest(eth, wethToken, one), ['WRAPPED']),
    await swapStory('unwrapping', toRequest(wethToken, eth, one), ['WRAPPED']),
  ]
  return [
    { name: 'exchanges', stories: [...swaps, ...(await statusStories('UNI_SWAP_V3', paid))] },
    {
      name: 'WRAPPED',
      stories: [...wraps, ...(await statusStories('WRAPPED', toRequest(eth, wethToken, one)))],
    },
  ]
}

async function swapStory(
  name: string,
  request: QuoteRequest,
  ids: readonly ProviderId[],
): Promise<Story> {
  const chain = createBase()
  const recorded: Answer[] = []
  await createOnchainProvider().quote(request, new Set(ids), bentContext(chain, [], recorded))
  return {
    name: `quote and build, ${name}`,
    weight: 3,
    answers: recorded,
    play: async ({ answers }) => {
      const reader = createOnchainProvider()
      const { quotes, failed } = await reader.quote(
        request,
        new Set(ids),
        bentContext(chain, answers),
      )
      const said: unknown[] = failed.map(({ error }) => [error.message, error.hint])
      for (const quote of quotes) {
        if (quote.dstMinAmount > quote.dstAmount || quote.dstMinAmount <= 0n)
          throw new Unsafe(`at least ${quote.dstMinAmount} of ${quote.dstAmount}`)
        const built = await reader.build(quote, chain.context)
        const receiver = request.receiver ?? alice
        const rule = evmVerdict(reader, quote, built, { payer: alice, receiver, dstChainId: null })
        if (rule !== 'ok') said.push(rule)
        else checkCall(built.transaction.kind === 'evm' ? built.transaction : null, quote, receiver)
      }
      return said
    },
  }
}

/** The call as the oracle of calldata reads it, compared with what was offered. */
function checkCall(transaction: EvmTransaction | null, quote: Quote, receiver: string): void {
  if (transaction === null) throw new Unsafe('no transaction')
  const { provider, request, dstMinAmount: minimum } = quote
  const { srcToken, dstToken, srcAmount } = request
  const terms = { provider, srcToken, dstToken, srcAmount, receiver, minimum, dstChainId: null }
  const { verdict, why } = judgeOnchain({ terms, transaction })
  if (verdict !== 'safe') throw new Unsafe(why)
}

async function statusStories(id: ProviderId, request: QuoteRequest): Promise<Story[]> {
  return [statusStory(await minedSwap(id, request))]
}

/** The state of a swap on one chain: the receipt of its transaction is all there is. */
export function statusStory({ receipt, sent, ask }: MinedSwap): Story {
  return {
    name: 'status',
    weight: 1,
    answers: [receipt, sent].map((body) => ({ status: 200, body })),
    play: async ({ answers }) => {
      const results = answers.map((answer): RpcAnswer => ({ ok: true, result: bodyOf(answer) }))
      const status = await ask(async () => results)
      const told = answers[0]?.body?.status
      if (status.status === 'SUCCESS' && told !== '0x1')
        throw new Unsafe(`SUCCESS of a receipt with ${told}`)
      if (status.status === 'FAIL' && told !== '0x0')
        throw new Unsafe(`FAIL of a receipt with ${told}`)
      return status
    },
  }
}

/** What the chain answered before, so that it need not work it out ten thousand times. */
const known = new WeakMap<FakeChain, Map<string, RpcAnswer>>()

/** The chain, whose n-th answer is the n-th bent one; stores its own answers. */
function bentContext(
  chain: FakeChain,
  answers: readonly Answer[],
  recorded: Answer[] = [],
): ProviderContext {
  let at = 0
  const said = known.get(chain) ?? new Map<string, RpcAnswer>()
  known.set(chain, said)
  const { rpc } = chain.context
  const ask = async (call: RpcCall): Promise<RpcAnswer> => {
    const key = JSON.stringify(call)
    const before = said.get(key)
    if (before !== undefined) return before
    const [answer] = await rpc.batch('BASE', [call], { signal: chain.context.signal })
    if (answer === undefined) throw new Error('no answer')
    said.set(key, answer)
    return answer
  }
  const batch: typeof rpc.batch = async (_blockchain, calls) => {
    const own: RpcAnswer[] = []
    for (const call of calls) {
      const answer = await ask(call)
      recorded.push(answer.ok ? { status: 200, body: answer.result } : { status: 500, body: null })
      const bent = answers[at]
      at += 1
      const isBent = bent !== undefined && bent.status < 400
      own.push(isBent ? { ok: true, result: bodyOf(bent) } : answer)
    }
    return own
  }
  return { ...chain.context, rpc: { ...rpc, batch } }
}
