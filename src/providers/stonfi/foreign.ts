import { jettonOps } from '../../chains/ton/jettons.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { readCell } from '../../chains/ton/reader.ts'
import type { TonChainTransaction, TonTrace } from '../../core/tonChain.ts'
import type { ProviderContext } from '../types.ts'
import { jettonWalletOf, walletFacts } from '../../evidence/tonContracts.ts'
import { type StonfiRouter, stonfiRouter } from '../kits/ton/stonfiContracts.ts'
import { readStonfiSwap, type StonfiSwap } from '../kits/ton/stonfiDecode.ts'
import type { ToldTerms } from '../kits/ton/status.ts'

/** What a router was told of a payment that had reached one of its wallets. */
type Notice = {
  router: StonfiRouter
  wallet: string
  amount: bigint
  payer: string
  swap: StonfiSwap
}

/**
 * The terms of a swap that was made elsewhere: what one of STON.fi's routers was told in its trace.
 * Null for a trace without such a swap, and for one with several of them.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not tell whose wallets they are
 */
export async function stonfiTermsIn(
  { transactions }: TonTrace,
  context: ProviderContext,
): Promise<ToldTerms | null> {
  const [notice, ...more] = transactions.flatMap((transaction) => readNotice(transaction) ?? [])
  if (notice === undefined || more.length > 0) return null
  const { router, wallet, amount, payer, swap } = notice
  const { askWallet, minOut } = swap
  const receiver = swap.receiver ?? payer
  const sold = await purseOf(wallet, payer, router, context)
  const bought = await purseOf(askWallet, receiver, router, context)
  if (sold === null || bought === null) return null
  return {
    sold: { ...sold, amount },
    bought: { ...bought, minimum: minOut },
    toldBy: router.router,
  }
}

/** Null for a transaction that is no news of a swap for one of the routers. */
function readNotice({ account, inMessage }: TonChainTransaction): Notice | null {
  const router = stonfiRouter(account)
  const isNews = inMessage?.opcode === jettonOps.transferNotification && !inMessage.bounced
  if (router === null || !isNews || inMessage.body === null || inMessage.source === null)
    return null
  try {
    const reader = readCell(readBoc(inMessage.body))
    reader.uint(32)
    reader.big(64)
    const amount = reader.coins()
    const payer = reader.address()
    const swap = readStonfiSwap(reader.eitherRef())
    if (payer === null || swap?.version !== router.version) return null
    return { router, wallet: inMessage.source, amount, payer, swap }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** Where the token of one of the router's wallets comes to an owner; null: it is not the router's. */
async function purseOf(
  wallet: string | null,
  owner: string,
  router: StonfiRouter,
  context: ProviderContext,
): Promise<{ owner: string; jettonWallet: string | null } | null> {
  if (wallet === null) return null
  if (wallet === router.ptonWallet) return { owner, jettonWallet: null }
  const facts = await walletFacts(wallet, context)
  if (facts === null) return null
  const own = await jettonWalletOf(facts.master, router.router, context)
  if (own !== wallet) return null
  return { owner, jettonWallet: await jettonWalletOf(facts.master, owner, context) }
}
