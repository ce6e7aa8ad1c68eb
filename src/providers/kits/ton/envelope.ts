import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { readBoc } from '../../../chains/ton/boc.ts'
import type { Cell } from '../../../chains/ton/cell.ts'
import { readJettonTransfer } from '../../../chains/ton/jettons.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import type { TonMessage } from '../../../core/transaction.ts'

/** What a swap is between; `fromAddress` in any form. */
export type TonSwap = { srcToken: Token; dstToken: Token; fromAddress: string }

/** A payment to an exchange, and the instruction that goes with it. Addresses raw. */
export type Envelope = {
  /**
   * How the source token travels: by proxy TON of version 2 or 1, as a jetton, or as TON that the
   * exchange itself takes.
   */
  kind: 'pton2' | 'pton1' | 'jetton' | 'coin'
  /** Who takes the source token; for TON where the message goes. */
  target: string
  /** The exchange that proxy TON of version 1 is passed on to; null for the other kinds. */
  passedTo: string | null
  amount: bigint
  /** Who gets TON back that could not be passed on; null where nobody is named. */
  refundTo: string | null
  /** The instruction with its op code; null for `coin`, where it is the body itself. */
  body: Cell
}

/** pTON 2: take these coins and tell your owner. https://github.com/ston-fi/pton-contracts */
const ptonTransfer = 0x01f3835d

/**
 * Nanoton without which no exchange does anything at all; its own words ask for ten times as much.
 */
const leastForwarded = 10_000_000n

/**
 * Opens a message up to the instruction; null for one that is no payment of the source token.
 * @throws RangeError for a payload that cannot be read
 * @throws SwaprouteError UNSAFE_ROUTE when the exchange would get the money without its instruction
 */
export function readEnvelope(message: TonMessage, { srcToken }: TonSwap): Envelope | null {
  const to = toRawTonAddress(message.address)
  if (to === null || message.payload === null) return null
  const body = readBoc(message.payload)
  const transfer = readJettonTransfer(body)
  if (transfer !== null) {
    const { destination, amount, forwardAmount, forwardPayload } = transfer
    if (forwardAmount < leastForwarded) throw unheard(forwardAmount)
    if (!srcToken.native) {
      const jettons = { target: destination, passedTo: null, refundTo: null }
      return { kind: 'jetton', ...jettons, amount, body: forwardPayload }
    }
    const coins = { target: to, passedTo: destination, refundTo: null }
    return { kind: 'pton1', ...coins, amount, body: forwardPayload }
  }
  if (!srcToken.native) return null
  const proxied = readPtonTransfer(body)
  if (proxied !== null) return { kind: 'pton2', target: to, passedTo: null, ...proxied }
  return { kind: 'coin', target: to, passedTo: null, amount: 0n, refundTo: null, body }
}

/**
 * The exchange is told of what came only with coins for its work: without them it keeps jettons
 * that it knows nothing about, and nobody gives them back.
 */
function unheard(forwardAmount: bigint): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    'The exchange would get the tokens, but too little TON to be told what to do. (check T3)',
    {
      hint: 'Nothing was signed. Quote again, or choose another provider with --provider.',
      context: { check: 'T3', forwarded: String(forwardAmount) },
    },
  )
}

function readPtonTransfer(body: Cell): Pick<Envelope, 'amount' | 'refundTo' | 'body'> | null {
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

/** First 32 bits; null for a body that is shorter or holds no data of its own. */
export function opOf(body: Cell): number | null {
  return body.exotic || body.bits < 32 ? null : readCell(body).uint(32)
}

/** Unix seconds out of a contract's number; null for none, and for one beyond all time. */
export function toDeadline(seconds: bigint): number | null {
  return seconds === 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(seconds)
}
