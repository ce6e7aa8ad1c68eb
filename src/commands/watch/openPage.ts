import { isBlockchainId } from '../../core/blockchainIds.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import type { SwapOutcome } from '../../execution/outcome.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer } from '../frame/shapes.ts'

/** A transaction of a swap; null members are unknown. */
type Side = { name: string; blockchain: string | null; hash: string | null }

type OwnSwap = Pick<SwapOutcome, 'hashes' | 'send' | 'dstToken'>

/** The transactions of a swap, the one to open first. */
export type Sides = readonly Side[]

/** The delivery or refund of a swap of this machine, then its payment. */
export function sidesOf({ hashes, send, dstToken }: OwnSwap): Sides {
  const { destination, refund, source } = hashes
  const [src, dst] = [send.token.blockchain, dstToken.blockchain]
  return [
    { name: 'delivery', blockchain: dst, hash: destination ?? null },
    { name: 'refund', blockchain: src, hash: refund ?? null },
    { name: 'payment', blockchain: src, hash: source ?? null },
  ]
}

/** `--open`: the answer, and then the explorer's page of its swap; a document stays as it is. */
export function withPage<View>(
  answer: Answer<View>,
  { open, sides }: { open: boolean; sides: Sides },
  ctx: Ctx<'assets' | 'openPage'>,
): Answer<View> {
  if (!open || ctx.signal.aborted) return answer
  return {
    ...answer,
    next: async () => {
      ctx.note(['', ...(await openPage(sides, ctx))])
      return null
    },
  }
}

/**
 * Opens the explorer's page of the first transaction that has one, and returns what to say. The
 * link is made from the table of this program, from chain and hash (docs/safety.md X5).
 */
export async function openPage(
  sides: Sides,
  { services, config }: Pick<Ctx<'assets' | 'openPage'>, 'services' | 'config'>,
): Promise<string[]> {
  const assets = await services.assets()
  const known = sides.flatMap(({ name, blockchain, hash }) =>
    hash === null || blockchain === null || !isBlockchainId(blockchain)
      ? []
      : [{ name, blockchain, hash }],
  )
  for (const { name, blockchain, hash } of known) {
    const link = assets.transactionLink(blockchain, hash)
    if (link === null) continue
    const page = `the ${name} on ${blockchainName(blockchain)}`
    const isOpen = await services.openPage(blockchain, hash)
    return isOpen
      ? [`Opened ${page}:`, link]
      : ['No browser can be opened here.', `The page of ${page}:`, link]
  }
  if (known.length === 0) return ['Nothing to open: no transaction is known yet.']
  return [
    config.sandbox
      ? 'Nothing to open: no explorer shows chains of the sandbox.'
      : 'Nothing to open: no explorer is known for this chain.',
  ]
}
