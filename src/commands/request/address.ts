import type { Token } from '../../core/token.ts'
import { addressInBook } from '../book/names.ts'
import type { Ctx } from '../frame/command.ts'

/**
 * An address of a flag in the contract's spelling, or that of a name in the book or of ENS; what
 * should be read is warned about.
 */
export async function toCheckedAddress(
  blockchain: Token['blockchain'],
  text: string,
  role: 'account' | 'receiver',
  ctx: Ctx,
): Promise<string> {
  const assets = await ctx.services.assets()
  const inBook = addressInBook(text, blockchain, ctx.config, assets)
  const isName =
    inBook === null &&
    assets.sameAddressKind(blockchain, 'ETH') &&
    /^[^\s:/@]+\.[^\s:/@.]+$/.test(text)
  const named = isName ? await ctx.services.addressOfName(text, blockchain) : inBook
  const given = named?.address ?? text
  const { address, notes } =
    role === 'account'
      ? assets.account(blockchain, given)
      : assets.receiver(blockchain, given, await ctx.services.knownAddresses())
  if (named !== null) {
    const source = isName ? 'by ENS; whoever holds the name can change that' : 'from your book'
    ctx.warn('ADDRESS_NAME', `${text} is ${address}, ${source}.`)
    ctx.services.nameParty(address, {
      name: text,
      ...('oneNode' in named
        ? { by: 'ens', blockchain, oneNode: named.oneNode }
        : { by: 'book', blockchain: named.blockchain, oneNode: false }),
    })
  }
  for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
  return address
}
