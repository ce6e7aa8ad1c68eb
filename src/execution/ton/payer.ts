import { toRawTonAddress } from '../../chains/ton/address.ts'
import { type TonWalletVersion, walletId } from '../../chains/ton/wallets.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { TonWalletState } from '../../wallet/types.ts'
import type { PlanContext, SwapOrder } from '../types.ts'
import type { TonOwner, TonTools } from './tools.ts'

/** What is known of the payer before a route is built. */
export type Payer = {
  ton: TonTools
  /** Raw address. */
  raw: string
  wallet: TonWalletState
  /** Of a wallet whose contract comes with this payment, where its key is known. */
  owner: TonOwner | null
  /** Of the wallet as it is, or as this payment makes it; null for other wallets. */
  walletVersion: TonWalletVersion | null
  /** Raw; null for the coin itself. */
  ownJettonWallet: string | null
}

/** @throws SwaprouteError CONFIG_INVALID where TON cannot be reached */
export function requireTon({ ton }: Pick<PlanContext, 'ton'>): TonTools {
  if (ton !== undefined) return ton
  throw new SwaprouteError('CONFIG_INVALID', 'No address is known for TON.', {
    hint: 'Set SWAPROUTE_TONCENTER_URL.',
  })
}

/** @throws SwaprouteError INVALID_ARGUMENT */
export function requireAddress(address: string): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ARGUMENT', `${address} is no TON address.`, {
    hint: 'Name a TON account with --account, or its address with --from-address.',
  })
}

/** @param raw raw address */
export async function readPayer(
  raw: string,
  { srcToken }: Pick<SwapOrder, 'srcToken'>,
  ton: TonTools,
): Promise<Payer> {
  const { access } = ton
  const [wallet, ownJettonWallet] = await Promise.all([
    access.readWallet(raw),
    srcToken.native ? null : access.readJettonWallet(srcToken.address, raw),
  ])
  const owner = wallet.status === 'uninitialized' ? await ton.ownerOf(raw) : null
  const walletVersion = owner?.walletVersion ?? wallet.walletVersion
  return { ton, raw, wallet, owner, walletVersion, ownJettonWallet }
}

/** Why this program cannot sign for a wallet, as the end of a sentence; null when it can. */
export function whyNotSignable(wallet: TonWalletState, networkId: number): string | null {
  const { status, walletVersion, takesSignatures } = wallet
  if (status === 'frozen') return 'is frozen: it owed more rent than it held'
  if (status === 'uninitialized') return null
  if (walletVersion === null) return 'is no wallet of version V4R2 or V5R1'
  if (!takesSignatures) return 'takes orders from its extensions only'
  return wallet.walletId === walletId(walletVersion, networkId)
    ? null
    : 'is another wallet of its key, or of another network'
}
