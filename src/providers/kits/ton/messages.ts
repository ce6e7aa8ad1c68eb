import { isSameTonAddress, showTonAddress, toRawTonAddress } from '../../../chains/ton/address.ts'
import { readBoc } from '../../../chains/ton/boc.ts'
import { readJettonTransfer } from '../../../chains/ton/jettons.ts'
import { addressOfState, readStateInit } from '../../../chains/ton/message.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Quote } from '../../../core/quote.ts'
import { zeroAddress } from '../../../core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { priceMoved, type ProviderName } from '../errors.ts'
import { jettonWalletOf } from '../../../evidence/tonContracts.ts'
import { decodeTonSwap, type TonExchange } from './decode.ts'
import { mostMessages } from './offer.ts'
import { masterOf, tonParties } from './tokens.ts'

/** Maximum nanoton attached to one message for the exchange's work; most is returned. */
const mostAttached = 1_100_000_000n

/** A message from a service; amounts are nanoton. */
export type ForeignMessage = {
  address: string
  amount: bigint
  payload: string
  stateInit: string | null
}

/**
 * Converts a service's messages to the contract's form: bounceable addresses, each payload one bag
 * of cells. Amount and payload content are unchanged.
 * @throws SwaprouteError UPSTREAM_FAILED for one that cannot be converted
 */
export function toTonMessages(
  provider: ProviderName,
  given: readonly ForeignMessage[],
): TonMessage[] {
  return given.map(({ address, amount, payload, stateInit }) => {
    const raw = toRawTonAddress(address)
    const isWhole = [payload, stateInit].every((boc) => boc === null || isBag(boc))
    if (raw === null || !isWhole || amount <= 0n) {
      throw new SwaprouteError('UPSTREAM_FAILED', `${provider.name} returned no usable message.`, {
        context: { fault: 'malformed' },
      })
    }
    const init = stateInit === null ? null : inStandardBase64(stateInit)
    return {
      address: showTonAddress(raw, 'contract'),
      amount,
      payload: inStandardBase64(payload),
      stateInit: init,
    }
  })
}

/** Combined promise of messages that passed all checks. */
export type ValidSwap = {
  /** Minimum output, base units of the bought token. */
  minOut: bigint
}

/**
 * Decodes messages with code that is independent of the code that built them, and checks them against the
 * quote: they spend exactly the accepted amount, at contracts of the exchanges, for the requested
 * token, to the receiver, for at least the quoted minimum.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, PRICE_MOVED
 */
export async function checkSwapMessages(
  provider: ProviderName,
  exchanges: readonly TonExchange[],
  messages: readonly TonMessage[],
  quote: Quote,
  context: ProviderContext,
): Promise<ValidSwap> {
  const { request, dstMinAmount } = quote
  const { srcToken, dstToken, srcAmount, refundAddress } = request
  const { from, receiver } = tonParties(request)
  const refuse = (check: string, what: string): SwaprouteError => unsafe(provider, check, what)
  if (messages.length < 1 || messages.length > mostMessages) {
    throw refuse('T1', `returned ${messages.length} messages, more than a wallet sends at once`)
  }
  const ownWallet = srcToken.native ? null : await jettonWalletOf(masterOf(srcToken), from, context)
  const own = [from, refundAddress === null ? null : toRawTonAddress(refundAddress)]
  let [sold, minOut] = [0n, 0n]
  for (const message of messages) {
    const swap = { srcToken, dstToken, fromAddress: from }
    const decoded = await decodeTonSwap(exchanges, message, swap, context)
    if (decoded === null) throw refuse('T3', 'returned an instruction this program cannot read')
    const fault = targetFault(message, decoded, ownWallet)
    if (fault !== null) throw refuse('T2', fault)
    const orderFault = transferFault(message, from, ownWallet)
    if (orderFault !== null) throw refuse('T3', orderFault)
    if (!isOwnState(message, ownWallet)) throw refuse('T4', 'would deploy an unexpected contract')
    const attached = message.amount - (ownWallet === null ? decoded.srcAmount : 0n)
    if (attached < 0n || attached > mostAttached)
      throw refuse('T1', 'would take a different amount')
    if ((decoded.recipient ?? from) !== receiver)
      throw refuse('T7', 'would pay a different receiver')
    if (!own.includes(decoded.refundTo ?? from))
      throw refuse('T7', 'would send refunds to a different account')
    if (!isBought(decoded, dstToken.native ? zeroAddress : dstToken.address)) {
      throw refuse('T7', `does not buy ${dstToken.symbol}`)
    }
    sold += decoded.srcAmount
    minOut += decoded.minOut ?? 0n
  }
  if (sold !== srcAmount) throw refuse('T1', 'would spend a different amount than accepted')
  if (minOut < dstMinAmount) throw priceMoved(provider, dstMinAmount, minOut)
  return { minOut }
}

/** Money goes to a contract of the exchange: TON directly, a jetton through the payer's wallet. */
function targetFault(
  { address }: TonMessage,
  { target, trusted }: DecodedTonMessage,
  ownWallet: string | null,
): string | null {
  if (!trusted) return `would pay ${showTonAddress(target, 'contract')}, which is not an exchange`
  const to = toRawTonAddress(address)
  return to === (ownWallet ?? target) ? null : `would send a message to ${address}`
}

/** The message to the payer's jetton wallet pays the exchange and nothing else. */
function transferFault(
  { payload, amount }: TonMessage,
  from: string,
  ownWallet: string | null,
): string | null {
  if (ownWallet === null || payload === null) return null
  const transfer = readJettonTransfer(readBoc(payload))
  if (transfer?.responseDestination !== from) return 'would send excess TON to a different account'
  return transfer.forwardAmount > amount ? 'would forward more TON than it carries' : null
}

/** Only a message to the payer's jetton wallet may carry a StateInit. */
function isOwnState({ address, stateInit }: TonMessage, ownWallet: string | null): boolean {
  if (stateInit === null) return true
  try {
    const made = addressOfState(readStateInit(readBoc(stateInit)))
    return made === ownWallet && made === toRawTonAddress(address)
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

function isBought({ dstToken }: DecodedTonMessage, expected: string): boolean {
  if (dstToken === null) return false
  return expected === zeroAddress ? dstToken === zeroAddress : isSameTonAddress(dstToken, expected)
}

function isBag(boc: string): boolean {
  try {
    readBoc(boc)
    return true
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

/** The same bytes in the usual alphabet. */
function inStandardBase64(boc: string): string {
  return Buffer.from(boc, 'base64').toString('base64')
}

function unsafe({ name }: ProviderName, check: string, what: string): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${name} ${what}. (check ${check})`, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { check },
  })
}
