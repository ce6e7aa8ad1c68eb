import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { TonHashKind } from '../../core/tonHash.ts'
import type { Ctx } from '../frame/context.ts'

/** What identifies the swap that is asked about; null where it is not known. */
export type KnownSwap = {
  id: string | null
  receiptId: string | null
  srcTxHash: string | null
  srcBlockchain: BlockchainId | null
  dstBlockchain: BlockchainId | null
  provider: string | null
  receiver: string | null
  /** Its deposit order, of swaps of this machine. */
  order: { number: string | null } | null
  /** TON, of swaps of this machine: the wallet's transaction, and what the given text is. */
  srcTransactionHash?: string
  hashKind?: TonHashKind
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/**
 * Hashes of the chains: hex with or without 0x, base58, base64, and what explorers print; numbers
 * of orders and deposit addresses, of which the shortest seen has ten characters.
 */
const hashLike = /^[A-Za-z0-9+/=_:.~@-]{10,200}$/

/**
 * The swap a person means by a hash, an order id or a receipt id. The own journal is asked first;
 * a damaged journal does not keep anybody from asking the service.
 * @throws SwaprouteError INVALID_ARGUMENT for text that is none of them
 */
export async function lookUp(
  text: string,
  chain: BlockchainId | null,
  ctx: Ctx,
): Promise<KnownSwap> {
  const own = await ctx.services.findSwap(text).catch((thrown: unknown) => {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    ctx.warn(thrown.code, `${thrown.message} Only the service is asked.`)
    return null
  })
  if (own !== null) return { ...own, srcBlockchain: chain ?? own.srcBlockchain }
  const nothing = {
    receiptId: null,
    srcBlockchain: chain,
    dstBlockchain: null,
    provider: null,
    receiver: null,
    order: null,
  }
  if (uuid.test(text)) return { ...nothing, id: text.toLowerCase(), srcTxHash: null }
  if (!hashLike.test(text)) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      'This is neither a transaction hash nor the id of an order or receipt.',
      { hint: '`swaproute history` lists the swaps of this machine with their ids.' },
    )
  }
  return { ...nothing, id: null, srcTxHash: text }
}
