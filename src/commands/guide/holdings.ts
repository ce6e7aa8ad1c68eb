import type { BlockchainId } from '../../core/blockchainIds.ts'
import { isSameToken, type Token } from '../../core/token.ts'
import { usdToNumber, usdValueE18 } from '../../core/usd.ts'
import type { Account } from '../../wallet/types.ts'
import type { Ctx } from '../frame/command.ts'
import type { Assets } from '../frame/services.ts'
import { accountKindOf } from '../request/payer.ts'

/** An account whose address is known. */
export type OwnAccount = Account & { address: string }

/** A token that an own account has. */
export type Holding = {
  account: OwnAccount
  token: Token
  amount: bigint
  /** At current prices, for display only; null if unknown. */
  usd: number | null
}

/** Balances of own accounts, as far as nodes have answered. */
export type Holdings = {
  accounts: readonly OwnAccount[]
  /** Those found so far. */
  found(): readonly Holding[]
  /** Settles when every node has answered, and after two seconds at the latest. */
  settled: Promise<void>
}

const mostWaitMs = 2_000
/** Maximum number of accounts read in advance. */
const mostAccounts = 6

/**
 * Starts reading balances; a slow or failing node means no balance, never an error.
 * @param only the named account; null: all
 */
export async function readHoldings(
  only: string | null,
  assets: Assets,
  ctx: Ctx<'sleep' | 'wallet'>,
): Promise<Holdings> {
  const accounts = (await ownAccounts(ctx)).filter(({ name, address, watchOnly }) =>
    only === null ? watchOnly !== true : name === only || address === only,
  )
  const found: Holding[] = []
  const wallet = await ctx.services.wallet()
  const reads = accounts.slice(0, mostAccounts).flatMap((account) =>
    wallet
      .chains(account.kind)
      .filter((chain: BlockchainId) => accountKindOf(chain, assets) === account.kind)
      .map(async (chain) => {
        const balances = await wallet.balances(chain, account.address).catch(() => [])
        for (const { token, amount } of balances) {
          if (amount > 0n) found.push({ account, token, amount, usd: null })
        }
      }),
  )
  const valued = async (): Promise<void> => {
    await Promise.all(reads)
    const priced = await wallet.prices?.(found.map(({ token }) => token)).catch(() => null)
    if (priced == null) return
    for (const holding of found) {
      const price = priced(holding.token)
      if (price === null) continue
      holding.usd = usdToNumber(usdValueE18(holding.amount, holding.token.decimals, price))
    }
  }
  const settled = Promise.race([valued(), ctx.services.sleep(mostWaitMs)])
  return { accounts, found: () => found, settled: settled.then(() => undefined) }
}

/** Accounts of this machine, without keystores that lack their address. */
export async function ownAccounts(ctx: Ctx<'wallet'>): Promise<OwnAccount[]> {
  const { accounts } = await (await ctx.services.wallet()).list()
  return accounts.flatMap((account) => {
    const { address } = account
    return address === null ? [] : [{ ...account, address }]
  })
}

/** Balance of a token in an account; null while unknown. */
export function balanceIn(holdings: Holdings, account: OwnAccount, token: Token): bigint | null {
  const found = holdings
    .found()
    .find((one) => one.account.address === account.address && isSameToken(one.token, token))
  return found?.amount ?? null
}
