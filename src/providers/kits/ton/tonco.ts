import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import { type Token, zeroAddress } from '../../../core/token.ts'
import type { DecodedTonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { jettonWalletOf } from '../../../evidence/tonContracts.ts'
import { type TonEnvelope, opOf, type TonSwap } from './envelope.ts'
import { pinnedAddress, refundOwner } from './pinned.ts'
import { masterOf } from './tokens.ts'

// TONCO's contracts, and decoding of instructions to its router from the bytes alone.
// https://github.com/cryptoalgebra/tonco-sdk `.env.local` and
// https://docs.tonco.io/technical-reference/contracts/router (read 2026-11)

const swapOp = 0xa7fb58f8
const router = 'EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5'
const ptonWallet = 'EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23'

/** The router and its pTON wallet, where TON is sent to be swapped; both raw. */
export function toncoContracts(): { router: string; ptonWallet: string } {
  return { router: pinnedAddress(router), ptonWallet: pinnedAddress(ptonWallet) }
}

/**
 * Null for anything but a TONCO swap over one pool.
 * @throws RangeError for an instruction that cannot be read
 */
export async function decodeTonco(
  { kind, target, amount, refundTo, body }: TonEnvelope,
  { dstToken, fromAddress }: TonSwap,
  context: ProviderContext,
): Promise<DecodedTonMessage | null> {
  if (opOf(body) !== swapOp) return null
  const reader = readCell(body)
  reader.uint(32)
  const askWallet = reader.address()
  reader.big(160)
  const minOut = reader.coins()
  const owner = reader.address()
  const onward = reader.maybeRef()
  reader.end()
  if (onward !== null) return null
  const { router, ptonWallet } = toncoContracts()
  const trusted =
    (kind === 'jetton' && target === router) || (kind === 'pton2' && target === ptonWallet)
  return {
    method: 'tonco swap',
    target,
    trusted,
    srcAmount: amount,
    recipient: owner,
    // The owner of a swap also gets what the pool does not take; pTON names its own address.
    refundTo: refundOwner([refundTo, owner], toRawTonAddress(fromAddress)),
    dstToken: trusted ? await boughtToken(askWallet, dstToken, context) : null,
    minOut,
    deadlineSeconds: null,
  }
}

async function boughtToken(
  askWallet: string | null,
  dstToken: Token,
  context: ProviderContext,
): Promise<string | null> {
  const { router, ptonWallet } = toncoContracts()
  if (dstToken.native) return askWallet === ptonWallet ? zeroAddress : null
  const expected = await jettonWalletOf(masterOf(dstToken), router, context)
  return askWallet === expected ? dstToken.address : null
}
