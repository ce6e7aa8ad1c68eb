import { blockchainName } from '../../core/blockchainNames.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isSameToken } from '../../core/token.ts'
import { formatAmount } from '../../core/amounts.ts'
import { shortAmount } from '../../format/amounts.ts'
import { shortAddress } from '../../format/numbers.ts'
import { plain } from '../../format/plain.ts'
import { padEnd } from '../../format/width.ts'
import type { Account, AccountChoice } from '../../wallet/types.ts'
import { addressInBook } from '../book/names.ts'
import type { Ctx } from '../frame/command.ts'
import type { Assets } from '../frame/services.ts'
import { accountKindOf } from '../request/payer.ts'
import { revealWords } from '../wallet/new.ts'
import type { Holdings, OwnAccount } from './holdings.ts'
import type { PickedToken } from './tokens.ts'

const nameWidth = 12

/**
 * The account that pays. The only suitable one is used, with a note; if there is none, the user
 * creates or imports one. Null if the user declines.
 */
export async function askAccount(
  kind: Account['kind'],
  pays: PickedToken['asset'],
  holdings: Holdings,
  ctx: Ctx<'wallet'>,
): Promise<OwnAccount | null> {
  const fitting = holdings.accounts.filter((account) => account.kind === kind)
  const [only, second] = fitting
  if (only === undefined) return await newAccount(kind, ctx)
  if (second === undefined) {
    ctx.note([
      `Paid by ${plain(only.name, 24)} (${shortAddress(only.address)}), your only account that can.`,
    ])
    return only
  }
  const balanceOf = (account: OwnAccount): string => {
    if (pays.kind !== 'listed') return ''
    const { token } = pays
    const found = holdings
      .found()
      .find((one) => one.account.address === account.address && isSameToken(one.token, token))
    if (found === undefined) return ''
    return `${shortAmount(formatAmount(found.amount, token.decimals))} ${plain(token.symbol, 16)}`
  }
  return await ctx.ask.search('Which account pays?', {
    find: (text) =>
      fitting
        .filter((account) => fits(account, text))
        .map((value) => ({
          line: `${accountLine(value)}  ${balanceOf(value)}`.trimEnd(),
          short: plain(value.name, 64),
          value,
        })),
    changed: holdings.settled,
  })
}

/** Creates or imports an account; null if the user declines. */
async function newAccount(kind: Account['kind'], ctx: Ctx<'wallet'>): Promise<OwnAccount | null> {
  const what = kind === 'ton' ? 'TON account' : 'EVM account'
  const index = await ctx.ask.choose(`No ${what} on this machine yet. How do you want to pay?`, [
    'Create an account now',
    'Import a private key',
    'Without an account here',
  ])
  if (index === 2) return null
  const { accounts } = await (await ctx.services.wallet()).list()
  const taken = new Set(accounts.map(({ name }) => name))
  const free = taken.has('main') ? (taken.has(kind) ? undefined : kind) : 'main'
  const name = await ctx.ask.text(
    'Name of the account:',
    (text) => {
      if (!/^[A-Za-z0-9][\w-]{0,63}$/.test(text)) return 'Use letters, digits, - and _.'
      return taken.has(text) ? `${text} exists already.` : null
    },
    free,
  )
  const wallet = await ctx.services.wallet()
  const choice: AccountChoice = kind === 'ton' ? { kind, walletVersion: 'v5r1' } : { kind: 'evm' }
  const { passwordFile } = ctx.config
  const account =
    index === 0
      ? await wallet.create(name, choice, passwordFile, revealWords(name, ctx))
      : await wallet.import(name, { kind: 'prompt' }, choice, passwordFile)
  const { address } = account
  if (address === null) throw new Error('a new account without an address')
  ctx.show([
    `${index === 0 ? 'Created' : 'Imported'}: ${plain(account.name, 64)} · ${address}`,
    `Back up ${plain(account.source)} and its password: neither can be restored.`,
    ...(index === 0 ? ['It is empty: fund it before you swap from it.'] : []),
  ])
  return { ...account, address }
}

type Receiver = { address: string } | 'typed'

/** The receiver: own accounts of the chain's kind first, then any address, checked immediately. */
export async function askReceiver(
  blockchain: BlockchainId,
  accounts: readonly OwnAccount[],
  assets: Assets,
  ctx: Ctx<'knownAddresses'>,
): Promise<string> {
  const name = blockchainName(blockchain)
  const asked = { pick: `Who receives on ${name}?`, type: `Address that receives on ${name}:` }
  return await askAddress(blockchain, asked, accounts, assets, ctx)
}

/**
 * An address on a chain: own accounts of its kind and book names first, then any, checked
 * immediately.
 * @param asked the question above the list, and the one for a typed address
 */
export async function askAddress(
  blockchain: BlockchainId,
  asked: { pick: string; type: string },
  accounts: readonly OwnAccount[],
  assets: Assets,
  ctx: Ctx<'knownAddresses'>,
): Promise<string> {
  const known = await ctx.services.knownAddresses()
  const kind = accountKindOf(blockchain, assets)
  const own = accounts.filter((account) => account.kind === kind)
  const named = inBook(blockchain, assets, ctx)
  const typed = {
    line: 'Type another address',
    short: 'another address',
    value: 'typed' as const,
  }
  const picked: Receiver =
    own.length + named.length === 0
      ? 'typed'
      : await ctx.ask.search<Receiver>(asked.pick, {
          find: (text) => [
            ...[...own, ...named]
              .filter((account) => fits(account, text))
              .map((account) => ({
                line: accountLine(account),
                short: `${plain(account.name, 64)}, ${account.address}`,
                value: account,
              })),
            typed,
          ],
        })
  if (picked !== 'typed') return picked.address
  const text = await ctx.ask.text(asked.type, (address) =>
    refusalOf(() => assets.receiver(blockchain, address, known)),
  )
  return assets.receiver(blockchain, text, known).address
}

/** Receivers in the book with an address on the chain, checked like any other. */
function inBook(
  blockchain: BlockchainId,
  assets: Assets,
  { config }: Pick<Ctx, 'config'>,
): { name: string; address: string }[] {
  return Object.keys(config.receivers).flatMap((name) => {
    try {
      const text = addressInBook(name, blockchain, config, assets)?.address ?? null
      return text === null ? [] : [{ name, address: assets.receiver(blockchain, text, []).address }]
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) return [] // absent, or invalid
      throw thrown
    }
  })
}

/** Why a check refuses; null if it passes. */
export function refusalOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    return thrown.hint === undefined ? thrown.message : `${thrown.message} ${thrown.hint}`
  }
}

function accountLine({ name, address }: Pick<OwnAccount, 'name' | 'address'>): string {
  return `${padEnd(plain(name, 24), nameWidth)} ${shortAddress(address)}`
}

function fits({ name, address }: Pick<OwnAccount, 'name' | 'address'>, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || address.toLowerCase().includes(wanted)
}
