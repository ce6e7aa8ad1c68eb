import { toRawTonAddress } from '../../chains/ton/address.ts'
import { type TonWalletVersion, walletId } from '../../chains/ton/wallets.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { Token } from '../../core/token.ts'
import type { TonWalletState } from '../../wallet/types.ts'
import { shortageError } from '../checks/gas.ts'
import type { PlanContext, TonOwner, TonTools } from '../context.ts'
import { stopIfInterrupted } from '../errors.ts'
import { outageAsNull } from '../outage.ts'
import type { Session } from '../session.ts'
import { validitySeconds } from './checks.ts'

const pauseMs = 4_000
/** Wait after a transfer's validity for the last block to be visible. */
const graceSeconds = 60

/**
 * The wallet's state once no earlier transfer of ours can use the next seqno (I6); call under the
 * account's lock. A wallet accepts one transfer at a time: a signed, unseen and still valid one
 * would block ours, or be blocked by it.
 * @throws SwaprouteError TIMED_OUT, INTERRUPTED
 */
export async function readyWallet(session: Session): Promise<TonWalletState> {
  const { context, state, report } = session
  const address = state().plan.fromAddress
  const { access, networkId } = requireTon(context)
  const deadline = context.now() + (validitySeconds + 2 * graceSeconds) * 1000
  let reported = false
  for (;;) {
    stopIfInterrupted(session)
    const wallet = await access.readWallet(address)
    const rival = rivalOf(session, address, networkId, wallet)
    if (rival === null) return wallet
    if (!reported) report('lock', 'waiting', `Waiting for the transfer of swap ${rival.swapId}`)
    reported = true
    // Sending the same bytes again is harmless, and nodes may not have them yet.
    await outageAsNull(access.broadcast(rival.boc))
    if (context.now() >= deadline) throw stillOpen(rival.swapId)
    await context.sleep(pauseMs)
  }
}

type Rival = { swapId: string; boc: string }

function rivalOf(
  { context, swapId }: Session,
  address: string,
  networkId: number,
  { seqno, atSeconds }: TonWalletState,
): Rival | null {
  const { journal } = context
  for (const pending of journal.pendingTransactions(networkId, address)) {
    if (pending.swapId === swapId || pending.nonce < seqno) continue
    const signed = journal
      .read(pending.swapId)
      .map(({ event }) => event)
      .find((event) => event.type === 'ton_signed' && event.hash === pending.hash)
    if (signed?.type !== 'ton_signed') continue
    if (atSeconds <= signed.validUntilSeconds + graceSeconds) {
      return { swapId: pending.swapId, boc: signed.boc }
    }
  }
  return null
}

/** Not under `receiptId`: the note about the money is that of the waiting swap. */
function stillOpen(openSwap: string): SwaprouteError {
  return new SwaprouteError('TIMED_OUT', `A transfer of swap ${openSwap} is still open.`, {
    hint: `Continue it first: \`swaproute resume ${openSwap}\`.`,
    context: { openSwap },
  })
}

/** The payer's data before a route is built. */
export type Payer = {
  ton: TonTools
  /** Raw address. */
  raw: string
  wallet: TonWalletState
  /** Key data of a wallet deployed by this payment, if known. */
  owner: TonOwner | null
  /** Version of the wallet, existing or deployed by this payment; null for other wallets. */
  walletVersion: TonWalletVersion | null
  /** Raw; null for the coin itself. */
  ownJettonWallet: string | null
  /** Whether only one host vouches for it (N1). */
  oneNode: boolean
}

/** @throws SwaprouteError CONFIG_INVALID where TON cannot be reached */
export function requireTon({ ton }: Pick<PlanContext, 'ton'>): TonTools {
  if (ton !== undefined) return ton
  throw new SwaprouteError('CONFIG_INVALID', 'No TON node is configured.', {
    hint: 'Set SWAPROUTE_TONCENTER_URL.',
  })
}

/** @throws SwaprouteError INVALID_ARGUMENT */
export function requireAddress(address: string): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ARGUMENT', `${address} is not a TON address.`, {
    hint: 'Choose a TON account with --account, or set its address with --from-address.',
  })
}

/** @param raw raw address */
export async function readPayer(
  raw: string,
  { srcToken }: Pick<RouteRequest, 'srcToken'>,
  ton: TonTools,
): Promise<Payer> {
  const { access } = ton
  const [wallet, jettonWallet] = await Promise.all([
    access.readWallet(raw),
    srcToken.native ? null : access.agreedJettonWallet(srcToken.address, raw),
  ])
  const ownJettonWallet = jettonWallet?.address ?? null
  const oneNode = jettonWallet?.oneNode ?? false
  const owner = wallet.status === 'uninitialized' ? await ton.ownerOf(raw) : null
  const walletVersion = owner?.walletVersion ?? wallet.walletVersion
  return { ton, raw, wallet, owner, walletVersion, ownJettonWallet, oneNode }
}

/** Why this program cannot sign for a wallet, as the end of a sentence; null if it can. */
export function whyNotSignable(wallet: TonWalletState, networkId: number): string | null {
  const { status, walletVersion, takesSignatures } = wallet
  if (status === 'frozen') return 'is frozen: it owed more rent than it held'
  if (status === 'uninitialized') return null
  if (walletVersion === null) return 'is not a V4R2 or V5R1 wallet'
  if (!takesSignatures) return 'accepts requests from its extensions only'
  return wallet.walletId === walletId(walletVersion, networkId)
    ? null
    : 'is a different wallet of its key, or on another network'
}

/** Reserve left in the wallet for its fees and storage rent. */
const walletReserve = 50_000_000n

/**
 * T5: the wallet covers everything that leaves it, and its own fees.
 * @throws SwaprouteError NOT_ENOUGH_BALANCE or NOT_ENOUGH_NATIVE, with what is missing
 */
export function requireTonFunds(facts: {
  srcToken: Token
  srcAmount: bigint
  nativeToken: Token
  /** Nanoton in the wallet. */
  balance: bigint
  /** Units of the source token; not read for the coin itself. */
  jettonBalance: bigint | null
  /** Nanoton that leave with the messages. */
  value: bigint
}): void {
  const { srcToken, srcAmount, nativeToken, balance, jettonBalance, value } = facts
  if (jettonBalance !== null && jettonBalance < srcAmount) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, jettonBalance, srcAmount, 'the swap')
  }
  const needed = value + walletReserve
  if (balance >= needed) return
  if (srcToken.native && balance < srcAmount) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, balance, srcAmount, 'the swap')
  }
  const purpose = 'the swap, its attached TON and the wallet’s fees'
  throw shortage('NOT_ENOUGH_NATIVE', nativeToken, balance, needed, purpose)
}

function shortage(
  code: 'NOT_ENOUGH_BALANCE' | 'NOT_ENOUGH_NATIVE',
  token: Token,
  held: bigint,
  needed: bigint,
  purpose: string,
): SwaprouteError {
  const say = (text: (amount: bigint) => string): string =>
    `The wallet holds ${text(held)} on TON; ${purpose} needs ${text(needed)}, so ${text(needed - held)} is missing.`
  return shortageError({ code, token, held, needed }, say, { check: 'T5' })
}
