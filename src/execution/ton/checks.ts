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

// The rules for messages on TON (SAFETY.md T1 to T7). All of it is pure: what the chain says is
// handed in.

/** What may be attached to one message for the exchange's work; most of it comes back. */
export const maxAttachedPerMessage = 1_100_000_000n
/** Left in the wallet after everything was sent: its own fees, and rent for a while. */
export const walletReserve = 50_000_000n
export const maxClockSkewSeconds = 30
/** How long a signed transfer is good (T6). */
export const validitySeconds = 360

export type TonMessageFacts = {
  messages: readonly TonMessage[]
  /** Reading of each message by our own code; null where nobody knows the instruction. */
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
}

/** A payment whose every message is accounted for. Amounts in nanoton. */
export type CheckedTonPayment = {
  /** What leaves the wallet with all messages. */
  value: bigint
  /** Of that, what is neither sold nor a fee of the network: attached for the exchange's work. */
  attached: bigint
  /** Least output that the instructions enforce together; null where one does not say. */
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
      throw unsafe('T3', `Message ${index + 1} is an instruction that nobody here can read.`, {
        message: index + 1,
      })
    }
    checkState(message, facts)
    if (srcToken.native) checkCoinMessage(message, decoded, facts)
    else checkJettonMessage(message, decoded, facts)
    checkParties(decoded, facts)
    const extra = message.amount - (srcToken.native ? decoded.srcAmount : 0n)
    checkAttached(extra, index)
    value += message.amount
    sold += decoded.srcAmount
    attached += extra
    minOut = minOut === null || decoded.minOut === null ? null : minOut + decoded.minOut
    targets.add(showTonAddress(decoded.target, 'contract'))
  }
  if (sold !== srcAmount) {
    throw unsafe('T1', 'The messages together spend another amount than the accepted one.', {
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

/** T1: what goes along besides the sold amount is bounded, whatever the service says. */
function checkAttached(extra: bigint, index: number): void {
  if (extra >= 0n && extra <= maxAttachedPerMessage) return
  throw unsafe('T1', `Message ${index + 1} takes ${formatAmount(extra, 9)} TON along.`, {
    message: index + 1,
    attached: String(extra),
    most: String(maxAttachedPerMessage),
  })
}

/** T4: only our own jetton wallet may come with its code, and only under its own address. */
function checkState({ address, stateInit }: TonMessage, facts: TonMessageFacts): void {
  if (stateInit === null) return
  const own = facts.ownJettonWallet
  let hash: string
  try {
    hash = addressOfState(readStateInit(readBoc(stateInit)))
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw unsafe('T4', 'A message carries a state that cannot be read.')
  }
  if (hash === toRawTonAddress(address) && hash === own) return
  throw unsafe('T4', 'A message would make another contract than the one it is addressed to.', {
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

/** T2 and T3 for a jetton: our own jetton wallet is told to pay the exchange, and nothing else. */
function checkJettonMessage(
  message: TonMessage,
  decoded: DecodedTonMessage,
  facts: TonMessageFacts,
): void {
  const { ownJettonWallet, from } = facts
  if (ownJettonWallet === null || toRawTonAddress(message.address) !== ownJettonWallet) {
    throw unsafe('T2', `A message goes to ${message.address} instead of the own jetton wallet.`, {
      address: message.address,
    })
  }
  const transfer = readTransfer(message)
  checkTarget(decoded, facts)
  if (transfer.destination !== decoded.target) {
    throw unsafe('T2', 'The jettons go to another contract than the instruction is for.', {
      destination: transfer.destination,
      target: decoded.target,
    })
  }
  if (transfer.amount !== decoded.srcAmount) {
    throw unsafe('T3', 'The jetton transfer is of another amount than its instruction.', {
      transferred: String(transfer.amount),
      instructed: String(decoded.srcAmount),
    })
  }
  if (transfer.responseDestination !== from) {
    throw unsafe('T3', 'What is left of the fees would not come back to the wallet.', {
      response: transfer.responseDestination,
    })
  }
  if (transfer.hasCustomPayload) {
    throw unsafe('T3', 'The jetton transfer carries an order to the jetton wallet itself.')
  }
  if (transfer.forwardAmount > message.amount) {
    throw unsafe('T3', 'The jetton transfer hands on more TON than goes along with it.')
  }
}

function readTransfer({ payload }: TonMessage): JettonTransfer {
  try {
    const transfer = payload === null ? null : readJettonTransfer(readBoc(payload))
    if (transfer !== null) return transfer
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
  throw unsafe('T3', 'A message to the jetton wallet is no transfer.')
}

/** T2: pinned, or derived from a pinned contract by our own code. */
function checkTarget({ target, trusted }: DecodedTonMessage, { pinned }: TonMessageFacts): void {
  if (trusted || pinned.some((address) => isSameTonAddress(address, target))) return
  throw unsafe('T2', `${showTonAddress(target, 'contract')} is not a contract of the provider.`, {
    target,
  })
}

/** T7: the receiver gets the right token, and a failed swap comes back to its owner. */
function checkParties(decoded: DecodedTonMessage, facts: TonMessageFacts): void {
  const { from, receiver, refundAddress, dstToken } = facts
  const recipient = decoded.recipient ?? from
  if (!isSameTonAddress(recipient, receiver)) {
    throw unsafe('T7', `The instruction pays ${showTonAddress(recipient, 'wallet')}.`, {
      recipient,
      receiver,
    })
  }
  const refundTo = decoded.refundTo ?? from
  const own = [from, ...(refundAddress === null ? [] : [refundAddress])]
  if (!own.some((address) => isSameTonAddress(address, refundTo))) {
    throw unsafe('T7', `A refund would go to ${showTonAddress(refundTo, 'wallet')}.`, { refundTo })
  }
  if (decoded.dstToken === null || !isBoughtToken(decoded.dstToken, dstToken)) {
    throw unsafe('T7', `The instruction does not buy ${dstToken.symbol}.`, {
      token: decoded.dstToken,
    })
  }
}

function isBoughtToken(address: string, token: Token): boolean {
  const isNative = address === zeroAddress
  return isNative || token.native
    ? isNative && token.native
    : isSameTonAddress(address, token.address)
}

/**
 * T5: the wallet holds everything that leaves it, and its own fees.
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
  const purpose = 'the swap, what goes along with it and the wallet’s own fees'
  throw shortage('NOT_ENOUGH_NATIVE', nativeToken, balance, needed, purpose)
}

function shortage(
  code: 'NOT_ENOUGH_BALANCE' | 'NOT_ENOUGH_NATIVE',
  token: Token,
  held: bigint,
  needed: bigint,
  purpose: string,
): SwaprouteError {
  const text = (amount: bigint): string => `${formatAmount(amount, token.decimals)} ${token.symbol}`
  const message = `The wallet holds ${text(held)} on TON; for ${purpose} it takes ${text(needed)}, so ${text(needed - held)} is missing.`
  return new SwaprouteError(code, message, {
    hint: 'Nothing was signed. Add the missing amount, or swap less.',
    context: {
      check: 'T5',
      tokenSymbol: token.symbol,
      blockchain: token.blockchain,
      held: String(held),
      needed: String(needed),
      missing: String(needed - held),
    },
  })
}

/** T6: a transfer is good for some minutes by the chain's clock, so ours must not be far off. */
export function checkClock(chainSeconds: number, nowMs: number): void {
  const skew = Math.floor(nowMs / 1000) - chainSeconds
  if (Math.abs(skew) <= maxClockSkewSeconds) return
  throw new SwaprouteError(
    'UNSAFE_ROUTE',
    `The clock of this machine and that of TON differ by ${Math.abs(skew)} seconds. (check T6)`,
    {
      hint: 'Nothing was signed. Set the clock of this machine, or use another node for TON.',
      context: { check: 'T6', skewSeconds: skew },
    },
  )
}
