import { isSameTonAddress, showTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { type JettonTransfer, readJettonTransfer } from '../../chains/ton/jettons.ts'
import { addressOfState, readStateInit } from '../../chains/ton/message.ts'
import { maxMessages, type TonWalletVersion } from '../../chains/ton/wallets.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import { unsafe } from '../checks/unsafe.ts'

// The rules for messages on TON (docs/safety.md T1 to T7). Pure functions: chain data is passed in.

/** Maximum nanoton attached to one message for the exchange's work; most is returned. */
export const maxAttachedPerMessage = 1_100_000_000n
/** The same for all messages of a transfer, of which some wallets take 255. */
export const maxAttachedInAll = 4n * maxAttachedPerMessage
export const maxClockSkewSeconds = 30
/** TON exchanges use 15 minutes; a price that holds much longer is a free option for others. */
const longestDeadlineSeconds = 6 * 3_600
/** Validity of a signed transfer (T6). */
export const validitySeconds = 360

export type TonMessageFacts = {
  messages: readonly TonMessage[]
  /** Each message decoded by our own code; null for an unknown instruction. */
  decoded: readonly (DecodedTonMessage | null)[]
  /** Raw. */
  from: string
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  receiver: string
  refundAddress: string | null
  pinned: readonly string[]
  /** Raw address of the wallet contract that holds the source token; null for the coin itself. */
  ownJettonWallet: string | null
  /** Null while the wallet contract does not exist. */
  walletVersion: TonWalletVersion | null
  /** Unix seconds by the chain's clock. */
  chainSeconds: number
}

/** A payment with all messages checked. Amounts in nanoton. */
export type CheckedTonPayment = {
  /** Total that leaves the wallet with the messages. */
  value: bigint
  /** Part of `value` that is not sold: attached for the exchange's work. */
  attached: bigint
  /** Minimum output enforced by the instructions together; null if one has no minimum. */
  minOut: bigint | null
  /** Contracts that take the source token, in the form of contracts. */
  targets: string[]
}

/** T1 to T4 and T7 for every message, and that together they spend exactly the accepted amount. */
export function checkTonMessages(facts: TonMessageFacts): CheckedTonPayment {
  const { messages, srcToken, srcAmount } = facts
  checkCount(facts)
  let [value, sold, attached] = [0n, 0n, 0n]
  let minOut: bigint | null = 0n
  const targets = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const decoded = facts.decoded[index] ?? null
    if (decoded === null) {
      throw unsafe('T3', `Message ${index + 1} has an instruction this program cannot read.`, {
        message: index + 1,
      })
    }
    checkState(message, facts)
    if (srcToken.native) checkCoinMessage(message, decoded, facts)
    else checkJettonMessage(message, decoded, facts)
    checkParties(decoded, facts)
    checkDeadline(decoded, facts)
    const extra = message.amount - (srcToken.native ? decoded.srcAmount : 0n)
    checkAttached(extra, maxAttachedPerMessage, `Message ${index + 1} attaches`)
    value += message.amount
    sold += decoded.srcAmount
    attached += extra
    minOut = minOut === null || decoded.minOut === null ? null : minOut + decoded.minOut
    targets.add(showTonAddress(decoded.target, 'contract'))
  }
  checkAttached(attached, maxAttachedInAll, 'The messages together attach')
  if (sold !== srcAmount) {
    throw unsafe('T1', 'The messages together spend a different amount than accepted.', {
      spent: String(sold),
      accepted: String(srcAmount),
    })
  }
  return { value, attached, minOut, targets: [...targets] }
}

/** T1 */
function checkCount({ messages, walletVersion }: TonMessageFacts): void {
  const most = maxMessages[walletVersion ?? 'v4r2']
  if (messages.length >= 1 && messages.length <= most) return
  throw unsafe('T1', `${messages.length} messages do not fit into one transfer of this wallet.`, {
    messages: messages.length,
    most,
  })
}

/** T1: the TON attached beyond the sold amount is bounded. */
function checkAttached(extra: bigint, most: bigint, who: string): void {
  if (extra >= 0n && extra <= most) return
  const what =
    extra < 0n ? 'less than the amount' : `${formatAmount(extra, 9)} TON on top of the amount`
  throw unsafe('T1', `${who} ${what}.`, { attached: String(extra), most: String(most) })
}

/** T6: an expired swap would only cost fees. */
function checkDeadline(
  { deadlineSeconds }: DecodedTonMessage,
  { chainSeconds }: TonMessageFacts,
): void {
  if (deadlineSeconds === null) return
  const facts = { deadlineSeconds, chainSeconds }
  if (deadlineSeconds <= chainSeconds) {
    throw unsafe('T6', 'The exchange would refuse the swap: it has already expired.', facts)
  }
  if (deadlineSeconds > chainSeconds + longestDeadlineSeconds) {
    throw unsafe('T6', 'The swap stays valid far longer than it takes.', facts)
  }
}

/** T4: only our own jetton wallet may carry a StateInit, and only at its own address. */
function checkState({ address, stateInit }: TonMessage, facts: TonMessageFacts): void {
  if (stateInit === null) return
  const own = facts.ownJettonWallet
  let hash: string
  try {
    hash = addressOfState(readStateInit(readBoc(stateInit)))
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw unsafe('T4', 'A message carries a StateInit that cannot be read.')
  }
  if (hash === toRawTonAddress(address) && hash === own) return
  throw unsafe('T4', 'The StateInit of a message does not match its address.', {
    address,
  })
}

/** T2 for native TON: the message goes to the exchange itself. */
function checkCoinMessage(
  message: TonMessage,
  decoded: DecodedTonMessage,
  facts: TonMessageFacts,
): void {
  checkTarget(decoded, facts)
  if (toRawTonAddress(message.address) === decoded.target) return
  throw unsafe('T2', `A message goes to ${message.address} instead of the exchange.`, {
    address: message.address,
  })
}

/**
 * T2 and T3 for a jetton: the message orders our jetton wallet to pay the exchange and does nothing else.
 */
function checkJettonMessage(
  message: TonMessage,
  decoded: DecodedTonMessage,
  facts: TonMessageFacts,
): void {
  const { ownJettonWallet, from } = facts
  if (ownJettonWallet === null || toRawTonAddress(message.address) !== ownJettonWallet) {
    throw unsafe('T2', `A message goes to ${message.address} instead of your jetton wallet.`, {
      address: message.address,
    })
  }
  const transfer = readTransfer(message)
  checkTarget(decoded, facts)
  if (transfer.destination !== decoded.target) {
    throw unsafe('T2', 'The jettons go to a different contract than the instruction.', {
      destination: transfer.destination,
      target: decoded.target,
    })
  }
  if (transfer.amount !== decoded.srcAmount) {
    throw unsafe('T3', 'The jetton transfer and its instruction have different amounts.', {
      transferred: String(transfer.amount),
      instructed: String(decoded.srcAmount),
    })
  }
  if (transfer.responseDestination !== from) {
    throw unsafe('T3', 'Excess TON would not return to the wallet.', {
      response: transfer.responseDestination,
    })
  }
  if (transfer.hasCustomPayload) {
    throw unsafe('T3', 'The jetton transfer carries a custom payload for the jetton wallet.')
  }
  if (transfer.forwardAmount > message.amount) {
    throw unsafe('T3', 'The jetton transfer forwards more TON than it carries.')
  }
}

function readTransfer({ payload }: TonMessage): JettonTransfer {
  try {
    const transfer = payload === null ? null : readJettonTransfer(readBoc(payload))
    if (transfer !== null) return transfer
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
  throw unsafe('T3', 'A message to the jetton wallet is not a transfer.')
}

/** T2: pinned, or derived from a pinned contract by our own code. */
function checkTarget({ target, trusted }: DecodedTonMessage, { pinned }: TonMessageFacts): void {
  if (trusted || pinned.some((address) => isSameTonAddress(address, target))) return
  throw unsafe('T2', `${showTonAddress(target, 'contract')} is not a contract of the provider.`, {
    target,
  })
}

/** T7: the receiver gets the right token, and a failed swap is refunded to its owner. */
function checkParties(decoded: DecodedTonMessage, facts: TonMessageFacts): void {
  const { from, receiver, refundAddress, dstToken } = facts
  const recipient = decoded.recipient ?? from
  if (!isSameParty(recipient, receiver)) {
    throw unsafe('T7', `The instruction pays ${shown(recipient)}.`, { recipient, receiver })
  }
  const refundTo = decoded.refundTo ?? from
  const own = [from, ...(refundAddress === null ? [] : [refundAddress])]
  if (!own.some((address) => isSameParty(address, refundTo))) {
    throw unsafe('T7', `A refund would go to ${shown(refundTo)}.`, { refundTo })
  }
  if (decoded.dstToken === null || !isBoughtToken(decoded.dstToken, dstToken)) {
    throw unsafe('T7', `The instruction does not buy ${dstToken.symbol}.`, {
      token: decoded.dstToken,
    })
  }
}

function isBoughtToken(address: string, token: Token): boolean {
  const isNative = address === zeroAddress
  return isNative || token.native ? isNative && token.native : isSameParty(address, token.address)
}

/** Addresses of other chains (deposit orders) must be identical text. */
function isSameParty(a: string, b: string): boolean {
  return a === b || isSameTonAddress(a, b)
}

function shown(address: string): string {
  const raw = toRawTonAddress(address)
  return raw === null ? address : showTonAddress(raw, 'wallet')
}

/** T6: a transfer is valid for some minutes by the chain's clock, so ours must not be far off. */
export function checkClock(chainSeconds: number, nowMs: number): void {
  const skew = Math.floor(nowMs / 1000) - chainSeconds
  if (Math.abs(skew) <= maxClockSkewSeconds) return
  throw new SwaprouteError(
    'UNSAFE_ROUTE',
    `The clocks of this machine and of TON differ by ${Math.abs(skew)}s. (check T6)`,
    {
      hint: 'Nothing was signed. Set the clock of this machine, or use another node for TON.',
      context: { check: 'T6', skewSeconds: skew },
    },
  )
}
