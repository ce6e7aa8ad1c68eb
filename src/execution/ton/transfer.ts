import type { SwapAnswer } from '../../api/schemas.ts'
import { toRawTonAddress } from '../../chains/ton/address.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import { unsafe } from '../checks/unsafe.ts'

/** Attached to the transfer of a jetton; most of it comes back. */
const jettonTransferValue = 60_000_000n
/** The least that makes the receiving wallet tell its owner, with the comment. */
const notificationValue = 1n

export type TransferFacts = {
  transaction: SwapAnswer['transaction'] & { depositAddress: string }
  srcToken: Token
  srcAmount: bigint
  /** Raw. */
  from: string
  /** Null for the coin itself. */
  ownJettonWallet: string | null
  /** Deposit address of the order as read back from the provider; null: there is no such order. */
  confirmedDeposit: string | null
}

/**
 * The plain transfer that pays an order (D5, D8): exactly the accepted amount, the memo as the
 * comment that every exchange reads.
 * @throws SwaprouteError UNSAFE_ROUTE (T2) when the address is not the order's own
 */
export async function depositMessage(facts: TransferFacts): Promise<TonMessage> {
  const { transaction, srcToken, srcAmount, from, ownJettonWallet, confirmedDeposit } = facts
  const { depositAddress, extraFields } = transaction
  const destination = toRawTonAddress(depositAddress)
  if (destination === null) {
    throw new SwaprouteError('UPSTREAM_REFUSED', 'The deposit address is none of TON.', {
      hint: 'Nothing was signed. Choose another provider with --provider.',
    })
  }
  if (confirmedDeposit === null || toRawTonAddress(confirmedDeposit) !== destination) {
    throw unsafe('T2', `No order confirms the address ${depositAddress}.`, {
      address: depositAddress,
    })
  }
  const { commentBody, jettonTransferBody } = await import('../../chains/ton/build/bodies.ts')
  const memo = extraFields?.value ?? extraFields?.memo ?? null
  const comment = memo === null || memo === '' ? null : commentBody(memo)
  if (srcToken.native) {
    return { address: depositAddress, amount: srcAmount, payload: comment, stateInit: null }
  }
  if (ownJettonWallet === null) throw new Error('a jetton without its wallet')
  const payload = jettonTransferBody({
    queryId: 0n,
    amount: srcAmount,
    destination,
    responseDestination: from,
    forwardAmount: notificationValue,
    comment,
  })
  return { address: ownJettonWallet, amount: jettonTransferValue, payload, stateInit: null }
}

/** What our own transfer says, in the words of the checks: the order stands for the rest. */
export function readDeposit(
  depositAddress: string,
  { srcAmount, receiver, dstToken }: { srcAmount: bigint; receiver: string; dstToken: Token },
): DecodedTonMessage {
  return {
    method: 'transfer',
    target: toRawTonAddress(depositAddress) ?? depositAddress,
    trusted: true,
    srcAmount,
    recipient: receiver,
    refundTo: null,
    dstToken: dstToken.native ? zeroAddress : dstToken.address,
    minOut: null,
    deadlineSeconds: null,
  }
}
