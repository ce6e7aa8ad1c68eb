import { mulDivDown, parseAmount } from '../../../src/core/amounts.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { sandboxChains, type SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { amountWorth, hasPrice, priceDecimals, priceOf } from '../seed/prices.ts'
import { tokensOf } from '../seed/tokens.ts'
import type { Dialect, Offer, Place, Refusal, Token } from './dialect.ts'

/** US dollars of a sale that would halve its price: no order book is endless. */
const depthUsd = 50_000_000

/**
 * What a service offers for a payment, at the sandbox's prices less its own spread.
 * @throws the refusal of the dialect, as an error by `refuse`
 */
export function priceOffer(
  dialect: Dialect,
  asked: { from: Place; to: Place; amount: string },
  faults: FaultBoard,
  refuse: (refusal: Refusal) => Error,
): Offer {
  const { id, terms, trades = () => true } = dialect
  const has = (fault: string): boolean => faults.read(id, fault) !== null
  const from = tokenAt(dialect, asked.from, refuse)
  const to = tokenAt(dialect, asked.to, refuse)
  const isOneChain = from.blockchain === to.blockchain
  const isServed = dialect.kit === 'evmAggregator' ? isOneChain : !isOneChain || dialect.onChain
  const isPair =
    isServed &&
    !(isOneChain && from.address === to.address) &&
    trades('from', from) &&
    trades('to', to)
  if (!isPair || has('refuse')) throw refuse(dialect.noRoute('pair'))
  const amountIn = /^\d{1,77}$/.test(asked.amount) ? BigInt(asked.amount) : 0n
  const [least, most] = [amountWorth(terms.minUsd, from), amountWorth(terms.maxUsd, from)]
  const outside = (side: 'min' | 'max', amount: bigint): Error =>
    refuse(dialect.outOfRange(side, { token: from, amount }))
  if (has('too-low')) throw outside('min', amountIn * 2n)
  if (has('too-high')) throw outside('max', amountIn / 2n)
  if (amountIn < least) throw outside('min', least)
  if (amountIn > most) throw outside('max', most)
  const payoutCost = dialect.kit === 'evmBridge' ? worthOf(dialect.payoutUsd, to) : 0n
  const amountOut = sale(amountIn, from, to, terms.spreadBps) - payoutCost
  if (amountOut <= 0n) throw outside('min', amountIn * 2n)
  return { from, to, amountIn, amountOut }
}

/** A token's address as the service writes it. */
export function upstreamName({ coin }: Dialect, { native, address }: Token): string {
  return native ? coin : address
}

/** Base units worth a decimal of US dollars; rounded down. */
function worthOf(usd: string, token: Token): bigint {
  return (parseAmount(usd, priceDecimals) * 10n ** BigInt(token.decimals)) / priceOf(token.symbol)
}

function sale(amountIn: bigint, from: Token, to: Token, spreadBps: bigint): bigint {
  const fair = mulDivDown(
    amountIn,
    priceOf(from.symbol) * 10n ** BigInt(to.decimals),
    priceOf(to.symbol) * 10n ** BigInt(from.decimals),
  )
  const depth = amountWorth(depthUsd, from)
  return mulDivDown(mulDivDown(fair, 10_000n - spreadBps, 10_000n), depth, depth + amountIn)
}

function tokenAt(
  dialect: Dialect,
  { chain, token: word }: Place,
  refuse: (refusal: Refusal) => Error,
): Token {
  const blockchain = chainNamed(dialect, chain)
  if (blockchain === null) throw refuse(dialect.noRoute('chain'))
  const wanted = word.toLowerCase()
  const isNative = wanted === dialect.coin.toLowerCase()
  const token = tokensOf(blockchain)
    .filter(({ symbol }) => hasPrice(symbol))
    .find(({ native, address }) => (native ? isNative : address.toLowerCase() === wanted))
  if (token === undefined) throw refuse(dialect.noRoute('token'))
  return { ...token, address: token.native ? zeroAddress : token.address, blockchain }
}

function chainNamed(dialect: Dialect, name: string): SandboxBlockchain | null {
  const { chains } = dialect
  const named = (blockchain: SandboxBlockchain, chainId: number): string | undefined =>
    chains === undefined ? String(chainId) : chains[blockchain]
  const found = sandboxChains.find(({ blockchain, chainId }) => named(blockchain, chainId) === name)
  return found?.blockchain ?? null
}
