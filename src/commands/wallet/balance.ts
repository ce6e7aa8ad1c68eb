import { blockchainName } from '../../core/blockchainNames.ts'
import type { Account } from '../../wallet/types.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { usdToNumber, usdValueE18 } from '../../core/usd.ts'
import { balancesScreen, plainBalances } from '../../format/lists.ts'
import { waitingText } from '../../format/progress.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { keyFlags } from '../inputs/flags.ts'
import type { Assets, WalletTools } from '../frame/services.ts'
import { amountData } from '../frame/output.ts'
import { accountKindOf, keyRequest } from '../request/payer.ts'
import { addressKind, chainOfKind } from './account.ts'

/** `usd`: null if unknown. */
type Balance = { token: Token; amount: bigint; usd: number | null }
type View = { address: string; balances: readonly Balance[]; unreached: readonly BlockchainId[] }

export const walletBalanceCommand = defineCommand({
  name: 'wallet balance',
  summary: 'Balances of the listed tokens of an account',
  usage: '[name or address]',
  about:
    'One batched read per chain, all chains at once, sorted by value. Without --chain: every chain whose\n' +
    'node is known. Values are for display, from the usual price sources.',
  examples: [
    'swaproute wallet balance main',
    'swaproute wallet balance alice --chain eth --chain arb --sandbox',
  ],
  flags: [
    ...keyFlags,
    {
      name: 'chain',
      value: 'CHAIN',
      repeatable: true,
      values: 'chain',
      hint: 'Only this chain; may be repeated',
    },
    { name: 'all', hint: 'Zero balances too' },
  ],
  maxWords: 1,
  wordValues: ['account'],
  async run(input, ctx: Ctx<'assets' | 'payer' | 'wallet'>) {
    const assets = await ctx.services.assets()
    const named = input.chain.map((text) => assets.chain(text).id)
    const [word] = input.words
    const { address, kind } =
      addressIn(word, assets) ??
      (await accountAddress(word, ctx, keyRequest(input, ctx, kindOf(named, assets))))
    const wallet = await ctx.services.wallet()
    refuseOtherChains(named, kind, assets)
    // Some EVM chains use a different address format and have no such accounts.
    const isOfKind = (chain: BlockchainId): boolean => accountKindOf(chain, assets) === kind
    const chains = named.length > 0 ? named : wallet.chains(kind).filter(isOfKind)
    const { balances, unreached } = await readAll(wallet, chains, address, ctx)
    const chosen = input.all ? balances : balances.filter(({ amount }) => amount > 0n)
    const shown = await valued(chosen, wallet)
    const view: View = { address, balances: shown, unreached }
    return {
      data: {
        address,
        balances: shown.map((one) => ({ ...amountData(one), usd: one.usd })),
        unreached,
      },
      view,
    }
  },
  screen: ({ address, balances, unreached }, { width, paint }) =>
    balancesScreen(address, balances, unreached, width, paint),
  plain: ({ balances }) => plainBalances(balances),
})

/**
 * With their values for display, highest first; balances without a value come last, in the order of
 * the chains.
 */
async function valued(
  balances: readonly Omit<Balance, 'usd'>[],
  wallet: WalletTools,
): Promise<Balance[]> {
  const nonZero = balances.filter(({ amount }) => amount > 0n).map(({ token }) => token)
  const prices =
    nonZero.length === 0 ? null : ((await wallet.prices?.(nonZero).catch(() => null)) ?? null)
  const rows = balances.map(({ token, amount }) => {
    const price = prices?.(token) ?? null
    const usd = price === null ? null : usdToNumber(usdValueE18(amount, token.decimals, price))
    return { token, amount, usd: amount === 0n ? 0 : usd }
  })
  const rank = ({ amount, usd }: Balance): number => (amount === 0n ? -2 : (usd ?? -1))
  return rows.toSorted((a, b) => rank(b) - rank(a))
}

type Subject = { address: string; kind: Account['kind'] }

/** A literal address; null for an account name. */
function addressIn(word: string | undefined, assets: Assets): Subject | null {
  const kind = word === undefined ? null : addressKind(word)
  if (word === undefined || kind === null) return null
  return { address: assets.account(chainOfKind(kind), word).address, kind }
}

/** The kind of account that the named chains have; null if none is named. */
function kindOf(named: readonly BlockchainId[], assets: Assets): Account['kind'] | null {
  const [first] = named
  return first === undefined ? null : accountKindOf(first, assets)
}

function refuseOtherChains(
  chains: readonly BlockchainId[],
  kind: Account['kind'],
  assets: Assets,
): void {
  const other = chains.find((chain) => accountKindOf(chain, assets) !== kind)
  if (other === undefined) return
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `The account has no address on ${blockchainName(other)}.`,
    {
      hint: 'Choose chains of the same type as the account.',
    },
  )
}

async function accountAddress(
  name: string | undefined,
  ctx: Ctx<'payer'>,
  request: ReturnType<typeof keyRequest>,
): Promise<Subject> {
  const payer = await ctx.services.payer({ ...request, account: name ?? request.account })
  if (payer.address !== null) return { address: payer.address, kind: payer.kind }
  throw new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The keystore ${payer.name} does not contain its address.`,
    {
      hint: 'Give the address itself: `swaproute wallet balance 0x…`.',
    },
  )
}

/** Reads all chains; one failure does not affect the others. */
async function readAll(
  wallet: WalletTools,
  chains: readonly BlockchainId[],
  address: string,
  ctx: Ctx,
): Promise<{ balances: Omit<Balance, 'usd'>[]; unreached: BlockchainId[] }> {
  const startedAtMs = ctx.io.now()
  ctx.live.start(() => [waitingText(`Reading ${chains.length} chains`, ctx.io.now() - startedAtMs)])
  const answers = await Promise.all(
    chains.map((blockchain) =>
      wallet
        .balances(blockchain, address)
        .then((balances) => ({ blockchain, balances, error: null }))
        .catch((thrown: unknown) => ({
          blockchain,
          balances: [],
          error: toSwaprouteError(thrown),
        })),
    ),
  )
  ctx.live.stop()
  const failed = answers.filter(({ error }) => error !== null)
  const [first] = failed
  if (failed.length === chains.length && first?.error != null) throw first.error
  return {
    balances: answers.flatMap(({ balances }) => balances),
    unreached: failed.map(({ blockchain }) => blockchain),
  }
}
