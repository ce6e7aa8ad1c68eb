import type { Token } from '../core/token.ts'
import { formatAmount } from '../core/amounts.ts'
import { alignedPoints } from './amounts.ts'
import { usdText } from '../core/figures.ts'
import { countText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { plain } from './plain.ts'
import { type Column, type PlainColumn, plainRows, renderTable } from './table.ts'
import { wrap } from './width.ts'

export type ChainRow = {
  id: string
  name: string
  kind: string
  chainId: number | null
  nativeSymbol: string
  testnet: boolean
  /** Number of providers that serve the chain; null if not reported by the service. */
  providers: number | null
  aliases: readonly string[]
  /** A remark on a chain with a special status. */
  note: string | null
}

export type ProviderRow = {
  name: string
  group: 'cross-chain' | 'on-chain'
  deposit: boolean
  /** A provider the service contract does not list. */
  extension?: boolean
  state: string
  variable: string | null
  reason: string | null
  /** How its protocol is proved; null: not reported by the service. */
  proof: string | null
  blockchains: readonly string[]
}

export type AccountRow = {
  name: string
  kind: string
  address: string | null
  source: string
  /** TON: one key has a different address for each version. */
  walletVersion?: string
  /** Whether it pays by default. */
  isDefault?: boolean
  watchOnly?: true
}

/** `usd`: value in USD; null: unknown. */
export type BalanceRow = { token: Token; amount: bigint; usd: number | null }

const chainColumns: Column<ChainRow>[] = [
  { key: 'id', title: 'Chain', rank: 0, shrinkTo: 24, value: (row) => plain(row.id) },
  { key: 'coin', title: 'Coin', rank: 1, value: (row) => plain(row.nativeSymbol, 12) },
  {
    key: 'providers',
    title: 'Providers',
    number: true,
    rank: 0,
    value: (row) => (row.providers === null ? 'unknown' : String(row.providers)),
  },
  {
    key: 'chainId',
    title: 'Chain id',
    number: true,
    rank: 3,
    // On other chains the number is the contract's own, which wallets do not show.
    value: (row) => (row.chainId === null || row.kind !== 'evm' ? '' : String(row.chainId)),
  },
  { key: 'name', title: 'Name', rank: 2, value: (row) => plain(row.name, 40) },
  { key: 'kind', title: 'Kind', rank: 4, value: (row) => plain(row.kind) },
  { key: 'aliases', title: 'Also', rank: 5, value: (row) => row.aliases.slice(0, 3).join(', ') },
  {
    key: 'note',
    title: 'Note',
    rank: 1,
    shrinkTo: 12,
    wraps: true,
    value: (row) => chainNote(row),
  },
]

/** @param isShort omits chains that no provider serves; the footer counts them */
export function chainsScreen(
  rows: readonly ChainRow[],
  width: number,
  paint = noPaint,
  isShort = false,
): string[] {
  if (rows.length === 0) return ['No matching chain.']
  const served = rows.filter(({ providers }) => providers === null || providers > 0)
  const { lines, hidden } = renderTable(chainColumns, isShort ? served : rows, width, paint)
  const others = rows.length - served.length
  const summary = isShort
    ? [
        `${countText(served.length, 'chain')}.`,
        ...(others === 0 ? [] : [`${others} more without a ready provider: --all shows them.`]),
      ]
    : [`${countText(rows.length, 'chain')}, ${served.length} with a ready provider.`]
  return [...lines, '', ...footer(summary, hidden, width, paint)]
}

export function plainChains(rows: readonly ChainRow[]): string[] {
  return plainRows(chainColumns, rows)
}

function chainNote({ testnet, note }: ChainRow): string {
  return [...(testnet ? ['test network'] : []), ...(note === null ? [] : [plain(note)])].join('; ')
}

const tokenColumns: Column<Token>[] = [
  { key: 'blockchain', title: 'Chain', rank: 0, value: (row) => plain(row.blockchain) },
  { key: 'symbol', title: 'Symbol', rank: 0, value: (row) => plain(row.symbol, 20) },
  { key: 'address', title: 'Address', whole: true, rank: 0, value: (row) => plain(row.address) },
  {
    key: 'decimals',
    title: 'Decimals',
    number: true,
    rank: 2,
    value: (row) => String(row.decimals),
  },
  { key: 'name', title: 'Name', rank: 1, value: (row) => plain(row.name, 40) },
]

export function tokensScreen(rows: readonly Token[], width: number, paint = noPaint): string[] {
  if (rows.length === 0) {
    return ['No matching token in the list. Give any token by its address: <chain>:<address>.']
  }
  const { lines, hidden } = renderTable(tokenColumns, rows, width, paint)
  return [...lines, '', ...footer([`${countText(rows.length, 'token')}.`], hidden, width, paint)]
}

export function plainTokens(rows: readonly Token[]): string[] {
  return plainRows(tokenColumns, rows)
}

const proofKinds = ['recorded', 'vendor client', 'shaped', 'contracts']
const stateOrder = ['ready', 'misconfigured', 'needs_key', 'not_in_sandbox', 'disabled', 'closed']

const providerColumns: Column<ProviderRow>[] = [
  { key: 'name', title: 'Provider', rank: 0, value: (row) => plain(row.name, 32) },
  {
    key: 'state',
    title: 'State',
    rank: 0,
    shrinkTo: 40,
    value: (row) => stateText(row),
    paint: (row, paint) =>
      row.state === 'ready'
        ? paint.green
        : row.state === 'needs_key' || row.state === 'misconfigured'
          ? paint.yellow
          : paint.dim,
  },
  {
    key: 'group',
    title: 'Kind',
    rank: 1,
    value: (row) =>
      [row.group, row.deposit ? 'deposit' : '', row.extension === true ? 'extension' : '']
        .filter((word) => word !== '')
        .join(', '),
  },
  {
    key: 'chains',
    title: 'Chains',
    number: true,
    rank: 2,
    value: (row) => (row.blockchains.length === 0 ? '' : String(row.blockchains.length)),
  },
  {
    key: 'on',
    title: 'On',
    rank: 3,
    shrinkTo: 20,
    value: (row) => row.blockchains.map((id) => plain(id)).join(', '),
  },
]

/**
 * Ready providers first, then the others by state.
 * @param isShort omits closed ones; the footer counts them
 */
export function providersScreen(
  rows: readonly ProviderRow[],
  width: number,
  paint = noPaint,
  isShort = false,
): string[] {
  if (rows.length === 0) return ['No matching provider.']
  const sorted = sortProviders(isShort ? rows.filter(({ state }) => state !== 'closed') : rows)
  const { lines, hidden } = renderTable(providerColumns, sorted, width, paint)
  const count = (state: string): number => rows.filter((row) => row.state === state).length
  const parts = [
    `${count('ready')} ready`,
    ...(count('misconfigured') === 0 ? [] : [`${count('misconfigured')} misconfigured`]),
    `${count('needs_key')} need a key`,
    ...(count('not_in_sandbox') === 0
      ? []
      : [`${count('not_in_sandbox')} without a service in the sandbox`]),
    ...(count('disabled') === 0 ? [] : [`${count('disabled')} disabled`]),
    `${count('closed')} closed${isShort && count('closed') > 0 ? ' (--all shows them)' : ''}`,
  ]
  const proved = proofKinds.flatMap((word) => {
    const found = rows.filter(({ proof }) => proof === word).length
    return found === 0 ? [] : [`${found} ${word}`]
  })
  const summary = [
    `${parts.join(' · ')}.`,
    ...(proved.length === 0 ? [] : [`Protocols proved by: ${proved.join(' · ')}.`]),
  ]
  return [...lines, '', ...footer(summary, hidden, width, paint)]
}

export function plainProviders(rows: readonly ProviderRow[]): string[] {
  return plainRows(providerColumns, sortProviders(rows))
}

function sortProviders(rows: readonly ProviderRow[]): ProviderRow[] {
  const place = ({ state }: ProviderRow): number => {
    const index = stateOrder.indexOf(state)
    return index === -1 ? stateOrder.length : index
  }
  return [...rows].sort((a, b) => place(a) - place(b))
}

function stateText({ state, variable, reason }: ProviderRow): string {
  switch (state) {
    case 'ready':
      return 'ready'
    case 'needs_key':
      return variable === null ? 'needs a key' : `needs a key: ${plain(variable)}`
    case 'not_in_sandbox':
      return 'no service in the sandbox'
    case 'disabled':
      return 'disabled by your settings'
    case 'misconfigured':
      return reason === null ? 'misconfigured' : `misconfigured: ${plain(reason)}`
    case 'closed':
      return reason === null ? 'closed' : `closed: ${plain(reason)}`
    default:
      return plain(state, 40)
  }
}

const accountColumns: Column<AccountRow>[] = [
  { key: 'name', title: 'Account', rank: 0, value: (row) => plain(row.name, 64) },
  { key: 'default', title: '', rank: 0, wraps: true, value: markText },
  { key: 'kind', title: 'Kind', rank: 1, value: kindText },
  {
    key: 'address',
    title: 'Address',
    whole: true,
    rank: 0,
    value: (row) => row.address ?? 'unknown until unlocked',
  },
  { key: 'source', title: 'Kept in', rank: 2, shrinkTo: 16, value: (row) => plain(row.source) },
]

function markText({ isDefault, watchOnly }: AccountRow): string {
  const marks = [
    ...(isDefault === true ? ['default'] : []),
    ...(watchOnly === true ? ['watch only'] : []),
  ]
  return marks.join(', ')
}

function kindText({ kind, walletVersion }: AccountRow): string {
  return `${kind.toUpperCase()}${walletVersion === undefined ? '' : ` ${walletVersion}`}`
}

export function accountsScreen(
  rows: readonly AccountRow[],
  width: number,
  paint = noPaint,
): string[] {
  if (rows.length === 0) {
    return wrap(
      'No account yet. Create one with `swaproute wallet new main`, or import one with `swaproute wallet import main`.',
      width,
    )
  }
  const { lines, hidden } = renderTable(accountColumns, rows, width, paint)
  return [...lines, ...footer([], hidden, width, paint)]
}

export function plainAccounts(rows: readonly AccountRow[]): string[] {
  return plainRows(accountColumns, rows)
}

/** Balances of one account, with the decimal points aligned. */
export function balancesScreen(
  address: string,
  rows: readonly BalanceRow[],
  unreached: readonly string[],
  width: number,
  paint: Paint = noPaint,
): string[] {
  const failed =
    unreached.length === 0
      ? []
      : [`Not reached: ${unreached.join(', ')}; their balances are unknown.`]
  if (rows.length === 0) {
    return [plain(address), '', 'No balances of listed tokens.', ...failed]
  }
  const { lines, hidden } = renderTable(balanceColumns(rows), rows, width, paint)
  const rest = footer([...totalText(rows), ...failed], hidden, width, paint)
  return [paint.bold(plain(address)), '', ...lines, ...(rest.length === 0 ? [] : ['', ...rest])]
}

/** The sum of the known values, and the number of unknown ones. */
function totalText(rows: readonly BalanceRow[]): string[] {
  const known = rows.flatMap(({ usd }) => (usd === null ? [] : [usd]))
  if (known.length === 0) return []
  const total = usdText(known.reduce((sum, usd) => sum + usd, 0))
  const unknown = rows.length - known.length
  const rest = unknown === 0 ? '' : `, without ${countText(unknown, 'token')} of unknown value`
  return [`Total ${total}${rest}.`]
}

export function plainBalances(rows: readonly BalanceRow[]): string[] {
  return plainRows(
    [
      ...tokenColumns.map((column): PlainColumn<BalanceRow> => ({
        key: column.key,
        value: ({ token }) => column.value(token),
      })),
      { key: 'amount', value: ({ token, amount }) => formatAmount(amount, token.decimals) },
      { key: 'usd', value: ({ usd }) => (usd === null ? 'unknown' : String(usd)) },
    ],
    rows,
  )
}

function balanceColumns(rows: readonly BalanceRow[]): Column<BalanceRow>[] {
  const texts = rows.map(({ token, amount }) => formatAmount(amount, token.decimals))
  const shown = new Map(alignedPoints(texts).map((text, index) => [rows[index], text]))
  return [
    { key: 'chain', title: 'Chain', rank: 0, value: ({ token }) => plain(token.blockchain) },
    {
      key: 'amount',
      title: 'Balance',
      number: true,
      rank: 0,
      value: (row) => shown.get(row) ?? '',
    },
    { key: 'symbol', title: '', rank: 0, value: ({ token }) => plain(token.symbol, 16) },
    { key: 'usd', title: 'Value', number: true, rank: 0, value: ({ usd }) => usdText(usd) },
    {
      key: 'address',
      title: 'Token',
      whole: true,
      rank: 1,
      value: ({ token }) => plain(token.address),
    },
  ]
}

function footer(
  sentences: readonly string[],
  hidden: readonly string[],
  width: number,
  paint: Paint,
): string[] {
  const all = [
    ...sentences,
    ...(hidden.length === 0 ? [] : [`Hidden at this width: ${hidden.join(', ')}.`]),
  ]
  return all.flatMap((line) => wrap(line, width)).map((line) => paint.dim(line))
}
