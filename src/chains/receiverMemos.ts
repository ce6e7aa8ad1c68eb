import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { checkAddress } from './addresses.ts'
import { classicXrpAddress } from './addresses/xrp.ts'
import { type Chain, chainById } from './chains.ts'
import { quoted } from './text.ts'

// The memo, tag or comment by which an exchange assigns a payment to its customer, written beside the
// receiver's address or inside it.

/** A receiver as the user writes it: the address, followed by its memo. */
export type WrittenReceiver = { address: string; memo: string | null }

/** Characters a memo may have on chains that limit it; others carry 256. */
const longestMemo: Partial<Record<BlockchainId, number>> = { STELLAR: 28, TON: 120 }
const usualLongest = 256

/** Why a payment on the chain cannot carry the memo, as a clause after "it"; null: it can. */
export function memoFault(blockchain: BlockchainId, memo: string): string | null {
  if (blockchain === 'RIPPLE') {
    return /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= 0xffff_ffff
      ? null
      : 'is not a whole number from 0 to 4294967295'
  }
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(memo)) {
    return 'has a character that wallets write differently, or a space at its end'
  }
  const longest = longestMemo[blockchain] ?? usualLongest
  return memo.length <= longest ? null : `is longer than ${longest} characters`
}

/**
 * A memo for the receiver of a payment on the chain, checked.
 * @throws SwaprouteError INVALID_ARGUMENT if the chain has no memos, or cannot carry this one
 */
export function checkReceiverMemo(blockchain: BlockchainId, memo: string): string {
  const { memo: name } = chainById(blockchain)
  if (name === null) {
    throw new SwaprouteError('INVALID_ARGUMENT', `Payments on ${blockchain} carry no memo.`, {
      hint: 'Leave out --receiver-memo (receiverMemo).',
      context: { blockchain },
    })
  }
  const fault = memoFault(blockchain, memo)
  if (fault === null) return memo
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `The ${name} ${quoted(memo.slice(0, 60))} ${fault}.`,
    {
      hint: `Copy the ${name} as the receiver's exchange shows it.`,
      context: { blockchain },
    },
  )
}

/**
 * Splits what XRP wallets and exchanges write: `r…:12345` and `r…?dt=12345`. Other texts, and
 * X-addresses, which contain their tag, stay whole.
 */
export function splitReceiver(blockchain: BlockchainId, text: string): WrittenReceiver {
  const [, address, memo] =
    (blockchain === 'RIPPLE' ? /^([rX][^:?]{20,50})(?::|\?(?:dt|tag)=)(.*)$/.exec(text) : null) ??
    []
  return address === undefined || memo === undefined
    ? { address: text, memo: null }
    : { address, memo: checkReceiverMemo(blockchain, memo) }
}

/** The chain's name for memos, with the memo of a payment; null if absent. */
export function namedMemo(
  blockchain: BlockchainId,
  { memo }: Pick<WrittenReceiver, 'memo'>,
): { name: string; value: string } | null {
  return memo === null ? null : { name: chainById(blockchain).memo ?? 'memo', value: memo }
}

/** The tag inside an address (X-address, muxed account); null if absent. */
export function memoInside(chain: Chain, address: string): string | null {
  return checkAddress(chain, address).memo
}

/**
 * The address and the memo that a payment goes to. An X-address is written as the classic address
 * and its tag.
 * @throws SwaprouteError INVALID_ARGUMENT for two different memos
 */
export function payeeOf(
  blockchain: BlockchainId,
  receiver: string,
  memo: string | null,
): WrittenReceiver {
  const checked = checkAddress(chainById(blockchain), receiver)
  if (memo !== null && checked.memo !== null && checked.memo !== memo) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `The address contains the tag ${checked.memo}, which is not the memo given with it.`,
      { hint: 'Leave out --receiver-memo (receiverMemo), or use the plain address.' },
    )
  }
  const all = memo ?? checked.memo
  const classic = all === null ? null : classicXrpAddress(checked.address)
  return { address: classic ?? checked.address, memo: all }
}
