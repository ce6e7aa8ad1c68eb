import type { RequestServices, Services } from '../frame/services.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { GivenName, PartyName } from '../../core/review.ts'
import type { Token } from '../../core/token.ts'
import { addressInBook } from '../book/names.ts'
import type { Ctx } from '../frame/command.ts'

/**
 * An address of a flag in the contract's spelling, or that of a name in the book or of ENS, with
 * warnings to read.
 */
export async function toCheckedAddress(
  blockchain: Token['blockchain'],
  text: string,
  role: 'account' | 'receiver',
  ctx: Ctx<RequestServices>,
): Promise<string> {
  const assets = await ctx.services.assets()
  const named = await lookUp(text, blockchain, ctx)
  const given = named?.address ?? text
  const { address, notes } =
    role === 'account'
      ? assets.account(blockchain, given)
      : assets.receiver(blockchain, given, await ctx.services.knownAddresses())
  if (named !== null) nameParty(address, named.party, ctx)
  for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
  return address
}

/**
 * Resolves again the names that parties of a stored route were given by (A8). The route pays the
 * address it was quoted with; if a name now has another one, the amount must be typed.
 * @throws SwaprouteError INVALID_ADDRESS for a name that no longer resolves
 */
export async function nameAgain(
  names: readonly GivenName[],
  parties: readonly { address: string | null | undefined; blockchain: Token['blockchain'] }[],
  ctx: Ctx<RequestServices>,
): Promise<void> {
  for (const { address, blockchain } of parties) {
    const given = names.find((one) => one.address === address)
    if (given === undefined) continue
    const found = await lookUp(given.name, blockchain, ctx)
    if (found === null) throw nameGone(given)
    const assets = await ctx.services.assets()
    const isSame = assets.isSameAccount(blockchain, found.address, given.address)
    const party = isSame ? found.party : { ...found.party, moved: found.address }
    nameParty(given.address, party, ctx)
  }
}

function nameGone({ name, address }: GivenName): SwaprouteError {
  return new SwaprouteError('INVALID_ADDRESS', `${name} is no longer in your book.`, {
    hint: `Nothing was signed. The route was quoted with ${address}: repeat it in full, or get a new quote.`,
  })
}

function nameParty(address: string, party: PartyName, ctx: Ctx<'nameParty'>): void {
  const { name, by } = party
  const source = by === 'ens' ? 'by ENS; the owner of the name can change it' : 'from your book'
  if (party.moved === undefined) ctx.warn('ADDRESS_NAME', `${name} is ${address}, ${source}.`)
  ctx.services.nameParty(address, party)
}

/** Null if the text is neither a name in the book nor an ENS name. */
async function lookUp(
  text: string,
  blockchain: Token['blockchain'],
  ctx: Ctx<'addressOfName' | 'assets'>,
): Promise<{ address: string; party: PartyName } | null> {
  const assets = await ctx.services.assets()
  const inBook = addressInBook(text, blockchain, ctx.config, assets)
  if (inBook !== null) {
    const party = { name: text, by: 'book', blockchain: inBook.blockchain, oneNode: false } as const
    return { address: inBook.address, party }
  }
  const isName = assets.sameAddressKind(blockchain, 'ETH') && /^[^\s:/@]+\.[^\s:/@.]+$/.test(text)
  if (!isName) return null
  const { address, oneNode } = await askOnce(text, blockchain, ctx)
  return { address, party: { name: text, by: 'ens', blockchain, oneNode } }
}

type Asked = ReturnType<Services['addressOfName']>

const askedBy = new WeakMap<Ctx, Map<string, Asked>>()

/** Once per run, so that a name cannot change between a quote and its signature. */
function askOnce(name: string, blockchain: Token['blockchain'], ctx: Ctx<'addressOfName'>): Asked {
  const asked = askedBy.get(ctx) ?? new Map<string, Asked>()
  askedBy.set(ctx, asked)
  const key = `${blockchain} ${name}`
  const answer = asked.get(key) ?? ctx.services.addressOfName(name, blockchain)
  asked.set(key, answer)
  return answer
}
