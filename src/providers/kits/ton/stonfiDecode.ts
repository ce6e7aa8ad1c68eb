import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { readBoc } from '../../../chains/ton/boc.ts'
import type { Cell } from '../../../chains/ton/cell.ts'
import { jettonOps } from '../../../chains/ton/jettons.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { type Token, zeroAddress } from '../../../core/token.ts'
import type { TonChainTransaction, TonTrace } from '../../../core/tonChain.ts'
import type { DecodedTonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { jettonWalletOf, walletFacts } from '../../../evidence/tonContracts.ts'
import { type TonEnvelope, foreignShare, opOf, toDeadline, type TonSwap } from './envelope.ts'
import { refundOwner } from './pinned.ts'
import type { ReportedTerms } from './status.ts'
import { type StonfiRouter, stonfiRouter, stonfiRouterOfPton } from './stonfiContracts.ts'
import { masterOf } from './tokens.ts'

// Decodes instructions to STON.fi's routers, from the bytes alone.
// https://docs.ston.fi/developer-section/dex/smart-contracts/v2/router (read 2026-11)

const swapV2 = 0x6664de2a
const swapV1 = 0x25938561

/** An instruction to a router; addresses raw. */
type StonfiSwap = {
  version: 1 | 2
  /** The router's wallet of the bought token. */
  askWallet: string | null
  minOut: bigint
  receiver: string | null
  refundTo: string | null
  /** Who gets excess TON; null: not named. */
  excessesTo: string | null
  deadlineSeconds: number | null
  /** Who gets a share of the output; null: no one, whatever share is stated. */
  referrer: string | null
}

/**
 * Null for anything but a plain STON.fi swap; one with a further instruction for the recipient is
 * not plain, since the output may end anywhere.
 * @throws SwaprouteError UNSAFE_ROUTE when excess TON goes to a foreign account, or a share of the
 * output to a referrer
 * @throws RangeError for an instruction that cannot be read
 */
export async function decodeStonfi(
  envelope: TonEnvelope,
  { dstToken, fromAddress }: TonSwap,
  context: ProviderContext,
): Promise<DecodedTonMessage | null> {
  const instruction = readStonfiSwap(envelope.body)
  if (instruction === null) return null
  const { version, minOut, receiver, deadlineSeconds } = instruction
  const from = toRawTonAddress(fromAddress)
  const owners = [from, receiver]
  const { excessesTo, referrer } = instruction
  if (referrer !== null) throw foreignShare(referrer)
  if (excessesTo !== null && !owners.includes(excessesTo)) throw strayFees(excessesTo)
  const router = routerOf(envelope, version)
  return {
    method: `stonfi_v${version} swap`,
    target: envelope.target,
    trusted: router !== null,
    srcAmount: envelope.amount,
    recipient: receiver,
    // pTON names its own address for TON it cannot forward.
    refundTo: refundOwner([envelope.refundTo, instruction.refundTo], from),
    dstToken: router === null ? null : await boughtToken(instruction, router, dstToken, context),
    minOut,
    deadlineSeconds,
  }
}

/**
 * The instruction alone; null for an unknown one.
 * @throws RangeError for an instruction that cannot be read
 */
function readStonfiSwap(body: Cell): StonfiSwap | null {
  const op = opOf(body)
  if (op === swapV2) return readV2(body)
  return op === swapV1 ? readV1(body) : null
}

function readV2(body: Cell): StonfiSwap | null {
  const reader = readCell(body)
  reader.uint(32)
  const askWallet = reader.address()
  const refundTo = reader.address()
  const excessesTo = reader.address()
  const deadlineSeconds = toDeadline(reader.big(64))
  const terms = readCell(reader.ref())
  reader.end()
  const minOut = terms.coins()
  const receiver = terms.address()
  terms.coins()
  const onward = terms.maybeRef()
  terms.coins()
  const onRefund = terms.maybeRef()
  terms.uint(16)
  const referrer = terms.address()
  terms.end()
  if (onward !== null || onRefund !== null) return null
  const who = { receiver, refundTo, excessesTo, referrer }
  return { version: 2, askWallet, minOut, deadlineSeconds, ...who }
}

function readV1(body: Cell): StonfiSwap {
  const reader = readCell(body)
  reader.uint(32)
  const askWallet = reader.address()
  const minOut = reader.coins()
  const receiver = reader.address()
  const referrer = reader.bit() ? reader.address() : null
  reader.end()
  const none = { refundTo: null, excessesTo: null, deadlineSeconds: null }
  return { version: 1, askWallet, minOut, receiver, referrer, ...none }
}

/** The paid router, if it is STON.fi's and of the instruction's version. */
function routerOf({ kind, target, passedTo }: TonEnvelope, version: 1 | 2): StonfiRouter | null {
  if (kind === 'coin' || kind === (version === 2 ? 'pton1' : 'pton2')) return null
  const router = kind === 'jetton' ? stonfiRouter(target) : stonfiRouterOfPton(target)
  if (router?.version !== version) return null
  return kind === 'pton1' && passedTo !== router.router ? null : router
}

/** The requested token, if the instruction names the router's wallet of it. */
async function boughtToken(
  { askWallet }: StonfiSwap,
  router: StonfiRouter,
  dstToken: Token,
  context: ProviderContext,
): Promise<string | null> {
  if (dstToken.native) return askWallet === router.ptonWallet ? zeroAddress : null
  const expected = await jettonWalletOf(masterOf(dstToken), router.router, context)
  return askWallet === expected ? dstToken.address : null
}

function strayFees(address: string): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    'Excess TON would go to a different account. (check T3)',
    { hint: 'Nothing was signed. Get a new quote.', context: { check: 'T3', address } },
  )
}

/** Notification to a router of a payment to one of its wallets. */
type Notice = {
  router: StonfiRouter
  wallet: string
  amount: bigint
  payer: string
  swap: StonfiSwap
}

/**
 * Terms of a foreign swap, from the notification to a STON.fi router in its trace. Null for a trace
 * with no such swap or several.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not say who owns the wallets
 */
export async function stonfiTermsIn(
  { transactions }: TonTrace,
  context: ProviderContext,
): Promise<ReportedTerms | null> {
  const [notice, ...more] = transactions.flatMap((transaction) => readNotice(transaction) ?? [])
  if (notice === undefined || more.length > 0) return null
  const { router, wallet, amount, payer, swap } = notice
  const { askWallet, minOut } = swap
  const receiver = swap.receiver ?? payer
  const sold = await purseOf(wallet, payer, router, context)
  const bought = await purseOf(askWallet, receiver, router, context)
  if (sold === null || bought === null) return null
  return {
    sold: { ...sold, amount },
    bought: { ...bought, minimum: minOut },
    reportedBy: router.router,
  }
}

/** Null unless the transaction notifies a router of a swap. */
function readNotice({ account, inMessage }: TonChainTransaction): Notice | null {
  const router = stonfiRouter(account)
  const isNews = inMessage?.opcode === jettonOps.transferNotification && !inMessage.bounced
  if (router === null || !isNews || inMessage.body === null || inMessage.source === null)
    return null
  try {
    const reader = readCell(readBoc(inMessage.body))
    reader.uint(32)
    reader.big(64)
    const amount = reader.coins()
    const payer = reader.address()
    const swap = readStonfiSwap(reader.eitherRef())
    if (payer === null || swap?.version !== router.version) return null
    return { router, wallet: inMessage.source, amount, payer, swap }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** The owner's purse for the token of a router's wallet; null if the wallet is not the router's. */
async function purseOf(
  wallet: string | null,
  owner: string,
  router: StonfiRouter,
  context: ProviderContext,
): Promise<{ owner: string; jettonWallet: string | null } | null> {
  if (wallet === null) return null
  if (wallet === router.ptonWallet) return { owner, jettonWallet: null }
  const facts = await walletFacts(wallet, context)
  if (facts === null) return null
  const own = await jettonWalletOf(facts.master, router.router, context)
  if (own !== wallet) return null
  return { owner, jettonWallet: await jettonWalletOf(facts.master, owner, context) }
}
