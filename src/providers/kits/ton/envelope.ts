import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { readBoc } from '../../../chains/ton/boc.ts'
import type { Cell } from '../../../chains/ton/cell.ts'
import { readJettonTransfer } from '../../../chains/ton/jettons.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import type { TonMessage } from '../../../core/transaction.ts'

/** Tokens and payer of a swap; `fromAddress` in any form. */
export type TonSwap = { srcToken: Token; dstToken: Token; fromAddress: string }

/** A payment to an exchange and its instruction. Addresses raw. */
export type TonEnvelope = {
  /**
   * How the source token travels: by proxy TON of version 2 or 1, as a jetton, or as TON that the
   * exchange itself takes.
   */
  kind: 'pton2' | 'pton1' | 'jetton' | 'coin'
  /** Contract that takes the source token; for TON the destination of the message. */
  target: string
  /** Exchange to which pTON version 1 forwards; null for other kinds. */
  passedTo: string | null
  amount: bigint
  /** Who gets TON back that could not be forwarded; null if not named. */
  refundTo: string | null
  /** The instruction with its op code. */
  body: Cell
}

/** pTON 2: transfer TON and notify the owner. https://github.com/ston-fi/pton-contracts */
const ptonTransfer = 0x01f3835d

/** Minimum nanoton for an exchange to act; exchanges ask for ten times as much. */
const leastForwarded = 10_000_000n

/**
 * Unwraps a message down to its instruction; null if it does not pay the source token.
 * @throws RangeError for a payload that cannot be read
 * @throws SwaprouteError UNSAFE_ROUTE when the exchange would get the money without its instruction,
 * or the wallet that carries it an order of its own
 */
export function readEnvelope(
  message: TonMessage,
  { srcToken, fromAddress }: TonSwap,
): TonEnvelope | null {
  const to = toRawTonAddress(message.address)
  if (to === null || message.payload === null) return null
  const body = readBoc(message.payload)
  const transfer = readJettonTransfer(body)
  if (transfer !== null) {
    const { destination, amount, forwardAmount, forwardPayload, responseDestination } = transfer
    if (forwardAmount < leastForwarded) throw unheard(forwardAmount)
    if (transfer.hasCustomPayload) throw unsafe('The transfer carries a custom payload.')
    if (!srcToken.native) {
      const jettons = { target: destination, passedTo: null, refundTo: null }
      return { kind: 'jetton', ...jettons, amount, body: forwardPayload }
    }
    if (responseDestination !== null && responseDestination !== toRawTonAddress(fromAddress))
      throw unsafe('Excess TON would go to a different account.')
    const coins = { target: to, passedTo: destination, refundTo: null }
    return { kind: 'pton1', ...coins, amount, body: forwardPayload }
  }
  if (!srcToken.native) return null
  const proxied = readPtonTransfer(body)
  if (proxied !== null) return { kind: 'pton2', target: to, passedTo: null, ...proxied }
  return { kind: 'coin', target: to, passedTo: null, amount: 0n, refundTo: null, body }
}

/**
 * The exchange is notified only if TON is forwarded; otherwise it retains jettons it does not know
 * of.
 */
function unheard(forwardAmount: bigint): SwaprouteError {
  return unsafe('The exchange would get the tokens, but too little TON to process the swap.', {
    forwarded: String(forwardAmount),
  })
}

function unsafe(what: string, context: Readonly<Record<string, string>> = {}): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${what} (check T3)`, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { check: 'T3', ...context },
  })
}

function readPtonTransfer(body: Cell): Pick<TonEnvelope, 'amount' | 'refundTo' | 'body'> | null {
  if (opOf(body) !== ptonTransfer) return null
  const reader = readCell(body)
  reader.uint(32)
  reader.big(64)
  const amount = reader.coins()
  const refundTo = reader.address()
  const instruction = reader.eitherRef()
  reader.end()
  return { amount, refundTo, body: instruction }
}

/** First 32 bits; null for a shorter body. */
export function opOf(body: Cell): number | null {
  return body.exotic || body.bits < 32 ? null : readCell(body).uint(32)
}

/** Unix seconds from a contract's number; null for zero or an absurdly late one. */
export function toDeadline(seconds: bigint): number | null {
  return seconds === 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(seconds)
}

/** E16: an account that the user did not name would receive a share of the payout. */
export function foreignShare(address: string): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    `A share of the output would go to ${address}, which is not yours. (check T3)`,
    { hint: 'Nothing was signed. Get a new quote.', context: { check: 'T3', address } },
  )
}
