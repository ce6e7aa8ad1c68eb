import { formatAmount, parseAmount, requireDecimal } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { shortAmount } from '../../format/amounts.ts'
import { plain } from '../../format/plain.ts'
import type { Ctx } from '../frame/command.ts'
import type { ParsedAsset } from '../../chains/assets.ts'
import type { Assets, RequestServices } from '../frame/services.ts'
import { swapCommandLine } from '../inputs/commandLine.ts'
import type { KeyValues } from '../inputs/flags.ts'
import { givenOf, type Input } from '../inputs/input.ts'
import type { Sentence } from '../inputs/sentence.ts'
import { accountKindOf, isKeyNamed } from '../request/payer.ts'
import { pickedId } from '../request/pick.ts'
import { balanceIn, type Holdings, type OwnAccount, ownAccounts, readHoldings } from './holdings.ts'
import { askAccount, askReceiver, refusalOf } from './parties.ts'
import { askToken, type PickedToken, recentTokens, tokenWord } from './tokens.ts'

/** The commands that questions can complete. */
export type GuidedCommand = 'quote' | 'best' | 'swap' | 'deposit'

/** The inputs that questions fill in; a command that only shows prices has a part of them. */
export type GuidedInput = Sentence &
  Pick<Input, 'given'> &
  Partial<KeyValues> & {
    receiver: string | undefined
    fromAddress: string | undefined
    testnets: boolean
    yes?: boolean
    quote?: string | undefined
    id?: string | undefined
    route?: string | undefined
    dryRun?: boolean
    unsigned?: boolean
  }

/** The answers so far; each question adds to them, so that nothing is lost on cancel. */
type Draft = {
  amount: string | null
  isRaw: boolean
  from: PickedToken | null
  to: PickedToken | null
  account: string | null
  receiver: string | null
  asked: boolean
}

/** Asks for everything that the command line leaves out, then shows the whole line. */
export async function fillIn<I extends GuidedInput>(
  command: GuidedCommand,
  input: I,
  ctx: Ctx<RequestServices | 'findQuote' | 'journal' | 'shownRoutes' | 'sleep' | 'wallet'>,
): Promise<I> {
  const assets = await ctx.services.assets()
  const id = await pickedId(input, ctx)
  const draft: Draft =
    id === undefined ? draftOf(input, assets) : await quotedDraft(id, assets, ctx)
  // The command itself refuses an unknown id.
  if (draft.from === null && id !== undefined) return input
  const finish = (): I => completed(input, draft, id !== undefined)
  try {
    await askAll(command, draft, input, assets, ctx)
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'INTERRUPTED') throw thrown
    // Not in the error's hint, which is wrapped and could not be pasted.
    if (draft.asked) {
      ctx.show([
        '',
        'To go on from here:',
        `  ${swapCommandLine(command, finish(), ctx.repeated)}`,
        '',
      ])
    }
    throw new SwaprouteError('INTERRUPTED', 'Cancelled.', { funds: 'none_moved' })
  }
  if (!draft.asked) return finish()
  const done = finish()
  ctx.show(['', 'The same as one line:', `  ${swapCommandLine(command, done, ctx.repeated)}`, ''])
  return done
}

async function askAll(
  command: GuidedCommand,
  draft: Draft,
  input: GuidedInput,
  assets: Assets,
  ctx: Ctx<'journal' | 'knownAddresses' | 'payer' | 'sleep' | 'wallet'>,
): Promise<void> {
  const { testnets } = input
  const needsAccount = command === 'swap' && !isKeyNamed(input) && ctx.config.account === null
  const namesPayer =
    input.fromAddress !== undefined && (input.dryRun === true || input.unsigned === true)
  const named = input.account ?? ctx.config.account
  const isPriced = command === 'quote' || command === 'best'
  let found: Promise<Holdings> | null = null
  const holdings = (): Promise<Holdings> =>
    (found ??= readHoldings(isPriced ? null : named, assets, ctx))

  let picked: OwnAccount | null = null
  if (draft.from === null || draft.to === null) {
    const likely = { holdings: await holdings(), recent: await recentTokens(ctx) }
    if (draft.from === null) {
      draft.from = await askToken('from', draft.to?.asset ?? null, likely, testnets, assets, ctx)
      draft.asked = true
      picked = draft.from.account
    }
    if (draft.to === null) {
      draft.to = await askToken('to', draft.from.asset, likely, testnets, assets, ctx)
      draft.asked = true
    }
  }
  const { from, to } = draft
  if (needsAccount && !namesPayer) {
    const kind = accountKindOf(chainOf(from.asset), assets)
    if (picked !== null) {
      draft.account = picked.name
      draft.asked = true
    } else if (kind !== null && !(await hasKey(kind, ctx))) {
      picked = await askAccount(kind, from.asset, await holdings(), ctx)
      if (picked === null) throw await withoutAccount(draft, ctx)
      draft.account = picked.name
      draft.asked = true
    }
  }
  if (draft.amount === null) {
    const known = command === 'swap' ? await balanceOf(from.asset, picked, holdings) : null
    draft.amount = await askAmount(from, known, ctx)
    draft.asked = true
  }
  if (isPriced || draft.receiver !== null) return
  const isOwn = assets.sameAddressKind(chainOf(from.asset), chainOf(to.asset))
  const paysItself = command === 'swap' && accountKindOf(chainOf(from.asset), assets) !== null
  if (isOwn && paysItself) return
  // Every own account may receive, not only the one that pays.
  draft.receiver = await askReceiver(chainOf(to.asset), await ownAccounts(ctx), assets, ctx)
  draft.asked = true
}

/** Whether the environment contains a key, which precedes every question. */
async function hasKey(kind: 'evm' | 'ton', ctx: Ctx<'payer'>): Promise<boolean> {
  const none = { account: null, keystore: null, keyStdin: false, signer: null, passwordFile: null }
  return await ctx.services.payer({ ...none, kind }).then(
    () => true,
    (thrown: unknown) => {
      if (thrown instanceof SwaprouteError && thrown.code === 'KEY_UNAVAILABLE') return false
      throw thrown
    },
  )
}

async function balanceOf(
  asset: ParsedAsset,
  account: OwnAccount | null,
  holdings: () => Promise<Holdings>,
): Promise<bigint | null> {
  if (account === null || asset.kind !== 'listed') return null
  return balanceIn(await holdings(), account, asset.token)
}

/** @param balance of the account; null if unknown */
async function askAmount(
  { asset, word }: PickedToken,
  balance: bigint | null,
  ctx: Ctx,
): Promise<string> {
  if (asset.kind === 'unlisted') {
    return await ctx.ask.text(`How much of ${word}?`, (text) =>
      refusalOf(() => requireDecimal(text)),
    )
  }
  const { symbol, decimals } = asset.token
  const has = balance === null ? null : `${shortAmount(formatAmount(balance, decimals))} ${symbol}`
  const isSpendable = balance !== null && balance > 0n
  const question = `How much ${plain(symbol, 16)}?${has === null ? '' : ` You have ${has}.`}${isSpendable ? ' Type max for all of it.' : ''}`
  return await ctx.ask.text(question, (text) => {
    if (isSpendable && text.trim().toLowerCase() === 'max') return null
    const refused = refusalOf(() => parseAmount(text, decimals))
    if (refused !== null) return refused
    const amount = parseAmount(text, decimals)
    if (amount === 0n) return 'The amount must be greater than zero.'
    return balance !== null && amount > balance ? `The account has only ${has ?? ''}.` : null
  })
}

/** For a user without an account: the commands that need none, with the known parts. */
async function withoutAccount(draft: Draft, ctx: Ctx): Promise<SwaprouteError> {
  const known = { ...sentenceOf(draft), given: givenOf({}) }
  const [deposit, quote] = ['deposit', 'quote'].map((command) =>
    swapCommandLine(command, known, ctx.repeated),
  )
  return new SwaprouteError('DECLINED', 'A swap needs an account on this machine to sign it.', {
    hint: `\`${deposit}\` is paid from any wallet; \`${quote}\` only shows the routes.`,
  })
}

/** @throws SwaprouteError if a given part is invalid, before the first question */
function draftOf({ amount, rawAmount, from, to, ...input }: GuidedInput, assets: Assets): Draft {
  const { testnets } = input
  const read = (word: string | undefined): PickedToken | null =>
    word === undefined ? null : { word, asset: assets.parse(word, { testnets }), account: null }
  return {
    amount: rawAmount ?? amount ?? null,
    isRaw: rawAmount !== undefined,
    from: read(from),
    to: read(to),
    account: null,
    receiver: input.receiver ?? null,
    asked: false,
  }
}

/** `--id`: the swap is known, but payer and receiver may be missing. */
async function quotedDraft(id: string, assets: Assets, ctx: Ctx<'findQuote'>): Promise<Draft> {
  const found = await ctx.services.findQuote(id)
  const picked = (token: 'srcToken' | 'dstToken'): PickedToken | null =>
    found === null
      ? null
      : {
          word: tokenWord(found.request[token], assets),
          asset: { kind: 'listed', token: found.request[token] },
          account: null,
        }
  return {
    amount: found?.request.srcAmountText ?? null,
    isRaw: false,
    from: picked('srcToken'),
    to: picked('dstToken'),
    account: null,
    receiver: found?.request.receiver ?? null,
    asked: false,
  }
}

function completed<I extends GuidedInput>(input: I, draft: Draft, isQuoted: boolean): I {
  const parties = {
    ...(draft.account === null ? {} : { account: draft.account }),
    ...(draft.receiver === null || (isQuoted && !draft.asked) ? {} : { receiver: draft.receiver }),
  }
  return {
    ...input,
    ...(isQuoted ? {} : sentenceOf(draft)),
    ...parties,
    given: new Map([...input.given, ...givenOf(parties)]),
  }
}

function sentenceOf({ amount, isRaw, from, to }: Draft): Sentence {
  const text = amount ?? undefined
  return {
    amount: isRaw ? undefined : text,
    rawAmount: isRaw ? text : undefined,
    from: from?.word,
    to: to?.word,
  }
}

function chainOf(asset: ParsedAsset): BlockchainId {
  return asset.kind === 'listed' ? asset.token.blockchain : asset.blockchain
}
