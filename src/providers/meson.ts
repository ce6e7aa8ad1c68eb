// Meson: pools that pay the same kind of token on another chain, less a fee; trusted (E17).
//
// API: https://meson.dev/api (read 2026-11-29). Amounts are token units as text with at most 6 decimals,
// whatever the token has; assets are `chain:token`. Quirks: a swap is encoded in one number of 32 bytes;
// a refusal for want of balance or allowance holds the whole answer (`data.swapData`); the fee is named,
// the output is not. Accounts without code are asked to sign a message (`signingRequest`), which is never
// signed here: served is what comes with a ready transaction and no message, as for accounts with code
// (https://meson.dev/advanced/initiate-from-contract).
//
// Call: verified source of UpgradableMeson (ARBITRUM, solc 0.8.16; MesonSwap, MesonHelpers, MesonTokens).
// `simpleExecuteSwap` takes the payment into the vendor's own pool at once: `cancelSwap` finds nothing to
// pay back after it. It binds amount, both tokens, the chain and the fees; the receiver is nowhere in it,
// the relayer keeps it by the number. Codes of chains and indexes of tokens: the same source and reads of
// all proxies of 2026-09-29 (public address reference), with the tokens of the relayer's list; only those
// whose index is sure.

import * as z from 'zod/mini'

import { type Call, call, type CallTerms, unsafeCall } from '../chains/evm/calls.ts'
import { builtInTokens } from '../chains/tokens.ts'
import { cutAmount, formatAmount } from '../core/amounts.ts'
import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isSameAddress, type Token } from '../core/token.ts'
import {
  parseWire,
  wireAddress,
  wireDecimal,
  wireHash,
  wireHex,
  wireHexUint,
  wireUint,
} from '../http/wire.ts'
import {
  type BridgeAsked,
  type BridgeCall,
  type BridgeOffer,
  evmBridge,
} from './kits/evm/bridge.ts'
import type { BridgeOrders } from './kits/evm/bridgeStatus.ts'
import { type Limits, otherSwap, unnamedLimit } from './kits/errors.ts'
import type { Refusal, ServiceAsk } from './kits/service.ts'
import type { Provider } from './types.ts'

const priceWire = z.object({
  result: z.object({ totalFee: wireDecimal, converted: z.nullish(z.unknown()) }),
})
const swapWire = z.object({
  result: z.object({
    encoded: wireHash,
    fromAddress: z.nullish(wireAddress),
    fromContract: z.nullish(wireAddress),
    recipient: wireAddress,
    fee: z.object({ totalFee: wireDecimal }),
    converted: z.nullish(z.unknown()),
    signingRequest: z.nullish(z.unknown()),
    dataToSign: z.nullish(z.unknown()),
    tx: z.nullish(
      z.object({ to: wireAddress, data: wireHex, value: z.union([wireHexUint, wireUint]) }),
    ),
  }),
})
const refusalWire = z.object({
  error: z.object({ message: z.string(), data: z.nullish(z.unknown()) }),
})
const swapDataWire = z.object({ swapData: z.looseObject({ encoded: z.string() }) })
const limitsWire = z.object({
  result: z.array(
    z.object({
      id: z.string(),
      tokens: z.array(
        z.object({
          addr: z.nullish(z.string()),
          min: z.nullish(wireDecimal),
          max: z.nullish(wireDecimal),
        }),
      ),
    }),
  ),
})
const orderWire = z.object({ result: z.record(z.string(), z.unknown()) })

type Network = {
  /** As the API knows it. */
  id: string
  /** As a call names it, of 16 bits. */
  code: bigint
  /** Indexes of its tokens in a call, by their symbols here. */
  tokens: Readonly<Record<string, bigint>>
}

const networks: Readonly<Partial<Record<BlockchainId, Network>>> = {
  ARBITRUM: { id: 'arb', code: 0x2329n, tokens: { USDC: 1n, USDT: 2n, ETH: 255n } },
  AVALANCHE: { id: 'avax', code: 0x2328n, tokens: { USDC: 1n, USDT: 2n } },
  BASE: { id: 'base', code: 0x2105n, tokens: { USDC: 1n, ETH: 255n } },
  BSC: { id: 'bnb', code: 0x02can, tokens: { USDC: 33n, USDT: 34n } },
  ETH: { id: 'eth', code: 0x003cn, tokens: { USDC: 1n, USDT: 2n, ETH: 255n } },
  OPTIMISM: { id: 'opt', code: 0x0266n, tokens: { USDC: 1n, ETH: 255n } },
  POLYGON: { id: 'polygon', code: 0x03c6n, tokens: { USDC: 1n, USDT: 2n } },
}

/** A token of a network, with its index. */
type Asset = { blockchain: BlockchainId; network: Network; token: Token; index: bigint }

const assets: readonly Asset[] = Object.entries(networks).flatMap(([blockchain, network]) =>
  isBlockchainId(blockchain)
    ? Object.entries(network.tokens).flatMap(([symbol, index]) => {
        const token = builtInTokens(blockchain).find((one) => one.symbol === symbol)
        return token === undefined ? [] : [{ blockchain, network, token, index }]
      })
    : [],
)

/** The one proxy (`/list` of the relayer, 2026-09-29). */
const contract = '0x25aB3Efd52e6470681CE037cD546Dc60726948D3'
const simpleExecuteSwap = 'function simpleExecuteSwap(uint256 encodedSwap) payable'
const selector = '0x264849e7'

/** Decimals of every amount of the API and in calls. */
const wholeDecimals = 6
/** `MIN_BOND_TIME_PERIOD`: the contract takes a swap until this long before it expires. */
const bondSeconds = 3_600n

const service = { id: 'meson', name: 'Meson' } as const
const named = { name: service.name, keyVariable: null } as const

/** @param options.baseUrl without a trailing slash */
export function createMesonProvider({ baseUrl }: { baseUrl: string }): Provider {
  const askSwap = <T>(
    asked: BridgeAsked,
    { from, to, read }: { from: string; to: string; read: (swap: Swap) => T },
  ): ServiceAsk<T> => ({
    url: `${baseUrl}/swap`,
    body: { ...wordsOf(asked), fromAddress: from, recipient: to },
    inside: swapInRefusal,
    read: (body) => {
      const swap = parseWire(swapWire, body, 'The swap of Meson').result
      const { fromAddress, fromContract, recipient } = swap
      if (!isSameAddress(fromAddress ?? fromContract ?? from, from)) throw otherSwap(service.name)
      if (!isSameAddress(recipient, to)) throw otherSwap(service.name)
      return read(swap)
    },
  })
  return evmBridge({
    ...service,
    blockchains: Object.keys(networks).filter(isBlockchainId),
    chainNames: Object.fromEntries(Object.entries(networks).map(([id, one]) => [id, one.id])),
    contracts: { '*': [contract] },
    trusted: 'Meson pays your account back, and no contract makes it do so',
    // A call states what its fees leave; what counts as agreed is less by the slippage.
    floats: true,
    serves: ({ srcToken, dstToken }) => {
      const [sold, bought] = [assetOf(srcToken), assetOf(dstToken)]
      return sold !== null && bought !== null && isCoin(sold) === isCoin(bought)
    },
    quote: (asked) => {
      const { sender } = asked
      if (sender !== null) {
        const read = (swap: Swap): BridgeOffer => toCall(asked, swap).offer
        return askSwap(asked, { from: sender, to: sender, read })
      }
      return {
        url: `${baseUrl}/price`,
        body: wordsOf(asked),
        read: (body) => toOffer(asked, parseWire(priceWire, body, 'The price of Meson').result),
      }
    },
    limits: (asked) => ({ url: `${baseUrl}/limits`, read: (body) => readLimits(asked, body) }),
    build: (asked) => {
      const { sender: from, recipient: to } = asked
      return askSwap(asked, { from, to, read: (swap) => toCall(asked, swap) })
    },
    refusal: toRefusal,
    refusals: {
      'no route': 'NO_ROUTE',
      'too low': 'AMOUNT_TOO_LOW',
      'too high': 'AMOUNT_TOO_HIGH',
    },
    calls: ({ blockchain }) => [swapCall(blockchain)],
    findOrder: findOrder(baseUrl),
    statusMap: {
      PENDING: 'exchanging',
      POSTED: 'exchanging',
      BONDED: 'exchanging',
      LOCKED: 'exchanging',
      EXECUTED: 'exchanging',
      RELEASED: 'done',
      CANCELLED: 'refunded',
      // The payment is in the pool, and nothing on a chain pays it back.
      UNLOCKED: 'stopped',
      expired: 'stopped',
    },
  })
}

type Swap = z.output<typeof swapWire>['result']

function assetOf({ blockchain, address }: Token): Asset | null {
  const isIt = (one: Asset): boolean =>
    one.blockchain === blockchain && isSameAddress(one.token.address, address)
  return assets.find(isIt) ?? null
}

/** Stablecoins have the indexes up to 64; of the others, ETH alone is served. */
function isCoin({ index }: Asset): boolean {
  return index > 64n
}

/** Base units of a token in one unit of the API. */
function unitOf({ decimals }: Token): bigint {
  return 10n ** BigInt(decimals - wholeDecimals)
}

/** @throws SwaprouteError NO_ROUTE for an amount with more than 6 decimals */
function wordsOf({ tokens }: BridgeAsked): { from: string; to: string; amount: string } {
  const { srcToken, dstToken } = tokens
  return { from: wordOf(srcToken), to: wordOf(dstToken), amount: formatAmount(sentOf(tokens), 6) }
}

function wordOf(token: Token): string {
  const asset = assetOf(token)
  if (asset === null) throw new Error('only its tokens are served')
  return `${asset.network.id}:${asset.token.symbol.toLowerCase()}`
}

/** The amount in units of the API. */
function sentOf({ srcToken, srcAmount }: BridgeAsked['tokens']): bigint {
  const unit = unitOf(srcToken)
  if (srcAmount % unit === 0n) return srcAmount / unit
  const less = formatAmount(srcAmount - (srcAmount % unit), srcToken.decimals)
  throw refused('Meson takes amounts of at most 6 decimals.', `Ask for ${less} ${srcToken.symbol}.`)
}

function refused(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', message, { hint })
}

const chooseAnother = 'Choose another provider.'

/** @throws SwaprouteError NO_ROUTE where it would pay another token, AMOUNT_TOO_LOW for its fee alone */
function toOffer(
  asked: BridgeAsked,
  { totalFee, converted }: { totalFee: string; converted?: unknown },
): BridgeOffer {
  if (converted != null) throw refused('Meson would pay another token here.', chooseAnother)
  const { srcToken, dstToken, srcAmount } = asked.tokens
  const sent = sentOf(asked.tokens)
  const fee = feeOf(totalFee)
  if (fee > sent) throw unnamedLimit(named, 'AMOUNT_TOO_LOW', srcToken)
  const dstAmount = (sent - fee) * unitOf(dstToken)
  return {
    srcToken: asked.srcToken,
    dstToken: asked.dstToken,
    srcAmount,
    dstAmount,
    dstMinAmount: dstAmount,
    gas: null,
    // "A swap typically completes within 1-2 minutes" (meson.dev, check-swap).
    durationSeconds: 120,
  }
}

/** Units of the API, rounded up. */
function feeOf(text: string): bigint {
  const fee = cutAmount(text, wholeDecimals)
  if (fee === null) throw new Error('a fee that is no amount')
  return (text.split('.')[1] ?? '').slice(wholeDecimals).replaceAll('0', '') === '' ? fee : fee + 1n
}

/** @throws SwaprouteError NO_ROUTE where a message has to be signed */
function toCall(asked: BridgeAsked, swap: Swap): BridgeCall {
  const { encoded, recipient, fee, converted, signingRequest, dataToSign, tx } = swap
  const offer = toOffer(asked, { totalFee: fee.totalFee, converted })
  if (tx == null || signingRequest != null || dataToSign != null) {
    throw refused(
      'Meson asks for a signed message here, which is never signed.',
      'Choose another provider. Meson asks for no message where the paying account is a contract.',
    )
  }
  // The receiver of the answer is that of the encoded swap, so that is what has to be paid.
  if (tx.data.toLowerCase() !== `${selector}${encoded.slice(2).toLowerCase()}`) {
    throw unsafeCall(service.name, 'is not the swap that its answer names')
  }
  return { ...tx, spender: tx.to, receiver: recipient, offer, orderId: null }
}

/** The answer in a refusal for want of balance or allowance. */
function swapInRefusal(body: unknown): unknown {
  const { data } = z.safeParse(refusalWire, body)
  const found = z.safeParse(swapDataWire, data?.error.data)
  return found.success ? { result: found.data.swapData } : null
}

/** Codes of refusals are not published: its sentences count. */
function toRefusal(body: unknown): Refusal | null {
  const { success, data } = z.safeParse(refusalWire, body)
  if (!success) return null
  const { message } = data.error
  return { code: kindOf(message.toLowerCase().replaceAll('-', ' ')), reason: message }
}

function kindOf(text: string): string {
  if (/too (?:low|small)|less than|below|minimum/.test(text)) return 'too low'
  if (/too (?:high|large|big)|more than|exceed|maximum/.test(text)) return 'too high'
  return /support|no route|unavailable|not available|liquidity/.test(text) ? 'no route' : text
}

/** Of the token that is sold. */
function readLimits({ srcChain, tokens: { srcToken } }: BridgeAsked, body: unknown): Limits {
  const chains = parseWire(limitsWire, body, 'The limits of Meson').result
  const found = chains
    .find(({ id }) => id === srcChain)
    ?.tokens.find(({ addr }) =>
      addr == null ? srcToken.native : isSameAddress(addr, srcToken.address),
    )
  const limit = (text: string | null | undefined): bigint | null =>
    text == null ? null : cutAmount(text, srcToken.decimals)
  return { min: limit(found?.min), max: limit(found?.max) }
}

/** Flags of the first byte of the salt. */
const flags = { toAccount: 0x80n, waived: 0x40n, intoCoin: 0x04n, shared: 0x02n, byPoints: 0x01n }

function swapCall(blockchain: BlockchainId): Call {
  return call(simpleExecuteSwap, ([encoded]): CallTerms => {
    const bits = (from: bigint, count: bigint): bigint => (encoded >> from) & ((1n << count) - 1n)
    const asset = (code: bigint, index: bigint): Asset | null =>
      assets.find((one) => one.network.code === code && one.index === index) ?? null
    const has = (flag: bigint): boolean => (bits(200n, 8n) & flag) !== 0n
    if (bits(248n, 8n) !== 1n) throw invalid('is encoded in a version that is not known')
    if (!has(flags.toAccount)) throw invalid('pays out by a call of a contract')
    if (has(flags.intoCoin)) throw invalid('pays a part in another coin')
    if (has(flags.shared)) throw invalid('pays a share to a partner')
    if (has(flags.byPoints)) throw invalid('spends points')
    const [sold, bought] = [
      asset(bits(8n, 16n), bits(0n, 8n)),
      asset(bits(32n, 16n), bits(24n, 8n)),
    ]
    if (sold?.blockchain !== blockchain) throw invalid('spends a token that is not known')
    if (bought === null || bought.blockchain === blockchain || isCoin(sold) !== isCoin(bought)) {
      throw invalid('pays a token that is not known')
    }
    const amount = bits(208n, 40n)
    const left = amount - bits(88n, 40n) - (has(flags.waived) ? 0n : serviceFee(sold, amount))
    return {
      recipient: null,
      receiverBy: 'answer',
      srcToken: sold.token.address,
      dstToken: bought.token.address,
      amountIn: amount * unitOf(sold.token),
      minOut: left < 0n ? 0n : left * unitOf(bought.token),
      dst: bought.blockchain,
      refundTo: null,
      deadlineSeconds: bits(48n, 40n) - bondSeconds,
    }
  })
}

/** `_serviceFee` of MesonHelpers. */
function serviceFee(sold: Asset, amount: bigint): bigint {
  const [share, least] = [(amount * 5n) / 10_000n, isCoin(sold) ? 500n : 500_000n]
  return share > least ? share : least
}

function invalid(what: string): SwaprouteError {
  return unsafeCall(service.name, what)
}

/** Members of the answer that are there once the step is done, the last step first. */
const steps = 'RELEASED CANCELLED UNLOCKED expired EXECUTED LOCKED BONDED POSTED'.split(' ')

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    const found = await ask({
      url: `${baseUrl}/swap?hash=${hash}`,
      read: (body) => parseWire(orderWire, body, 'The swap of Meson').result,
    })
    if (found === null) return null
    const isDone = (step: string): boolean =>
      found[step] === true || typeof found[step] === 'string'
    const other = Object.keys(found).find((key) => /^[A-Z]+$/.test(key) && isDone(key))
    const hashesOf = (step: string): string[] => {
      const { success, data } = z.safeParse(wireHash, found[step])
      return success ? [data] : []
    }
    return {
      orderId: null,
      status: steps.find(isDone) ?? other ?? 'PENDING',
      srcTxHash: null,
      payoutHashes: hashesOf('RELEASED'),
      payoutAmount: null,
      refundHashes: hashesOf('CANCELLED'),
    }
  }
}
