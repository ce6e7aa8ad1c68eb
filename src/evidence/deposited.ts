import { chainById, isEvmChain } from '../chains/chains.ts'
import { encodeBalanceOf } from '../chains/evm/erc20.ts'
import { toRawTonAddress } from '../chains/ton/address.ts'
import { readBoc } from '../chains/ton/boc.ts'
import { readComment } from '../chains/ton/message.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import type { TonChainTransaction } from '../core/tonChain.ts'
import { readAnswer, resultOf } from '../http/nodeAnswers.ts'
import { wireHexUint } from '../http/wire.ts'
import { isTooEarly, type Sources } from './expected.ts'
import { gainsIn, sumOf } from './ton.ts'
import { jettonWalletOf } from './tonContracts.ts'

// Whether an order's own deposit address was paid, by its chain: whatever the provider has detected, an
// order whose address holds the money is paid (docs/safety.md S1).

/** What the address of an order shows of its payment. */
export type Deposited =
  /** Base units; null: money came, and was moved on since. */
  | { kind: 'paid'; amount: bigint | null }
  | { kind: 'empty' }
  /** Not read; `why` is a sentence. */
  | { kind: 'unread'; why: string }

/** An account at one time: exchanges may give one address to several orders. */
export type AddressState = { balance: bigint; sent: bigint }

export type DepositPlace = {
  token: Pick<Token, 'blockchain' | 'address' | 'native'>
  address: string
  /** Distinguishes payments to a shared address. */
  memo: string | null
  /** Unix milliseconds; null: unknown. */
  sinceMs: number | null
  /** The address when the order was opened; null: not read then. */
  before: AddressState | null
}

const mostTransactions = 100

/** @throws SwaprouteError INTERRUPTED */
export async function readDeposited(place: DepositPlace, sources: Sources): Promise<Deposited> {
  const { blockchain } = place.token
  try {
    if (chainById(blockchain).kind === 'ton') return await onTon(place, sources)
    const now = await readAddressState(place, sources)
    if (now === null) return unread(`This program cannot read its address on ${blockchain}`)
    const { balance: before, sent } = place.before ?? { balance: 0n, sent: 0n }
    if (now.balance > before) return { kind: 'paid', amount: now.balance - before }
    if (now.sent === sent) return { kind: 'empty' }
    // Of an address with an unknown past, what was sent from it may be of another order.
    return place.before === null
      ? unread(
          `Its address on ${blockchain} has already forwarded money, so its balance proves nothing`,
        )
      : { kind: 'paid', amount: null }
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERRUPTED') throw thrown
    return unread(`No ${blockchain} node responded for its address`)
  }
}

/**
 * Balance and number of transactions of an EVM account; null where it cannot be read, or is shared.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readAddressState(
  { token, address, memo }: Pick<DepositPlace, 'token' | 'address' | 'memo'>,
  { rpc, signal }: Pick<Sources, 'rpc' | 'signal'>,
): Promise<AddressState | null> {
  const { blockchain, native } = token
  const isReadable = isEvmChain(chainById(blockchain)) && rpc.has(blockchain) && memo === null
  if (!isReadable || !/^0x[0-9a-f]{40}$/i.test(address)) return null
  const call = { to: token.address, data: encodeBalanceOf(address) }
  const calls = [
    native
      ? { method: 'eth_getBalance', params: [address, 'latest'] }
      : { method: 'eth_call', params: [call, 'latest'] },
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
  ]
  const answers = await rpc.batch(blockchain, calls, { signal })
  const [balance, sent] = calls.map(({ method }, index) =>
    readAnswer(wireHexUint, resultOf(answers[index], blockchain, method), blockchain, method),
  )
  return balance === undefined || sent === undefined ? null : { balance, sent }
}

/** The payments of a TON address since the order, by the memo where it is shared. */
async function onTon(
  { token, address, memo, sinceMs }: DepositPlace,
  sources: Sources,
): Promise<Deposited> {
  const owner = toRawTonAddress(address)
  // The memo of a jetton is part of another message.
  if (owner === null || !sources.ton.has() || (memo !== null && !token.native)) {
    return unread('This program cannot read its address on TON')
  }
  const jettonWallet = token.native ? null : await jettonWalletOf(token.address, owner, sources)
  const { signal } = sources
  const all = await sources.ton.transactions(jettonWallet ?? owner, mostTransactions, { signal })
  const isLater = ({ atSeconds }: TonChainTransaction): boolean =>
    !isTooEarly(1000 * atSeconds, { token, to: address, notBeforeMs: sinceMs })
  const paid = all.filter(
    (one) => !one.emulated && isLater(one) && (memo === null || memoOf(one) === memo),
  )
  const amount = sumOf(gainsIn({ transactions: paid }, { owner, jettonWallet }))
  if (amount > 0n) return { kind: 'paid', amount }
  const reachesBack = all.length < mostTransactions || all.some((one) => !isLater(one))
  return reachesBack ? { kind: 'empty' } : unread('Its address on TON has too many transactions')
}

function memoOf({ inMessage }: TonChainTransaction): string | null {
  const body = inMessage?.body ?? null
  try {
    return body === null ? null : readComment(readBoc(body))
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function unread(why: string): Deposited {
  return { kind: 'unread', why }
}
