// Bridgers (SWFT): a custodial exchange that is paid by one call, between chains and on one.
//
// API: https://docs-bridgers.bridgers.xyz (read 2026-11); forms of answers and calls as recorded by
// gemwalletcom/wallet, core/crates/swapper/src/bridgers (2026-09-30). Amounts of a quote are in token
// units as text, those of calls and records in base units; `chainFee` is still to be deducted.
// Slippage is a share. Quirks: every answer is a 200 with a `resCode`, a number or text, of which 100
// is success; records are asked for by payer, and list the newest first.
//
// Calls: the contract takes the payment and emits the call as an event; the service pays from funds
// of its own. What is paid, to whom, where and at least is in the call, the token and chain as a code
// in `<code>|<channel>|<slippage>|bridgers|0`; so only tokens whose codes are known are served.
// Swaps on one chain are not: nothing of them can be simulated, and their receipt shows no arrival.

import { isSameHex } from '../chains/evm/hex.ts'
import * as z from 'zod/mini'

import { type Call, call, type CallTerms, unsafeCall } from '../chains/evm/calls.ts'
import { builtInTokens } from '../chains/tokens.ts'
import { bpsToSlippage, cutAmount, minimumAfterSlippage } from '../core/amounts.ts'
import { type Token, isSameAddress } from '../core/token.ts'
import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import {
  parseWire,
  wireAddress,
  wireDecimal,
  wireHex,
  wireHexUint,
  wireUint,
} from '../http/wire.ts'
import codeRows from './bridgers.json' with { type: 'json' }
import type { BridgeOrders } from './kits/evm/bridgeStatus.ts'
import {
  type BridgeAsked,
  type BridgeCall,
  type BridgeOffer,
  evmBridge,
} from './kits/evm/bridge.ts'
import type { CallSite, Provider } from './types.ts'

const codeWire = z.object({
  resCode: z.union([z.number(), z.string()]),
  resMsg: z.nullish(z.string()),
})
const quoteWire = z.object({
  data: z.object({
    txData: z.object({
      toTokenAmount: wireDecimal,
      chainFee: wireDecimal,
      depositMin: z.nullish(wireDecimal),
      depositMax: z.nullish(wireDecimal),
      estimatedTime: z.nullish(z.number()),
    }),
  }),
})
const swapWire = z.object({
  data: z.object({
    txData: z.object({
      to: wireAddress,
      data: wireHex,
      value: z.union([wireHexUint, wireUint]),
    }),
  }),
})
const recordsWire = z.object({
  data: z.object({
    list: z.array(
      z.object({
        hash: z.string(),
        status: z.string(),
        fromChain: z.nullish(z.string()),
        toAmount: z.nullish(z.string()),
        toHash: z.nullish(z.string()),
        refundHash: z.nullish(z.string()),
      }),
    ),
  }),
})

/** Names of chains; bridgers.json has the codes of tokens, with their chains and symbols here. Both:
 * `core/crates/swapper/src/bridgers/asset.rs` of the same. */
const chains = {
  BSC: 'BSC',
  POLYGON: 'POLYGON',
  ARBITRUM: 'ARBITRUM',
  AVALANCHE: 'AVALANCHE',
  OPTIMISM: 'OPTIMISM',
  BASE: 'BASE',
  LINEA: 'LINEA',
  CELO: 'CELO',
  HYPER_EVM: 'HyperEVM',
  ETH: 'ETH',
  SOLANA: 'SOLANA',
} as const satisfies Partial<Record<BlockchainId, string>>

/** Contracts of the same list; the one before, of DefiLlama, is used on some chains still. */
const vault = '0xc1d13492285eb664951E201BF7C80c7c6318a1b5'
const older = '0xb685760ebd368a891f27ae547391f4e2a289895b'
const contracts = {
  BSC: [vault, older],
  POLYGON: [vault, older],
  ARBITRUM: [vault, older],
  AVALANCHE: [vault],
  OPTIMISM: [vault, older],
  BASE: ['0xa18968Cc31232724F1DBD0D1e8d0b323D89F3501'],
  LINEA: ['0x8159891DFe9de7fC3bF1b665EB1aDda60F2aCd0e'],
  CELO: ['0xD1088D3376C2384D469d1c0d55D503695e1BE3E6'],
  HYPER_EVM: ['0x89A70b162bE7dBc8b5e7579066fA58190C48d693'],
}

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const flag = 'swaproute'
/** Seconds by the service's classes of speed. */
const seconds: Readonly<Record<number, number>> = { 1: 180, 2: 600, 3: 1_800, 10: 600 }
/** Millionths. */
const mostSlippage = 100_000n

const tokensWithCode = Object.entries(codeRows).flatMap(([code, [blockchain = '', symbol]]) => {
  if (!isBlockchainId(blockchain)) return []
  const token = builtInTokens(blockchain).find((one) => one.symbol === symbol)
  return token === undefined ? [] : [[code, token] as const]
})

/**
 * @param id of swaps between chains, or of those on one
 * @param options.baseUrl without a trailing slash
 */
export function createBridgersProvider(
  id: 'bridgers' | 'BRIDGERS',
  { baseUrl }: { baseUrl: string },
): Provider {
  const wanted = (asked: BridgeAsked) => ({
    fromTokenAddress: asked.srcToken,
    toTokenAddress: asked.dstToken,
    fromTokenAmount: asked.srcAmount,
    fromTokenChain: asked.srcChain,
    toTokenChain: asked.dstChain,
    sourceFlag: flag,
  })
  return evmBridge({
    id,
    name: 'Bridgers',
    blockchains: Object.keys(id === 'BRIDGERS' ? contracts : chains).filter(isBlockchainId),
    chainNames: chains,
    ...(id === 'BRIDGERS' ? { onChain: true } : {}),
    coins: { '*': coin },
    contracts,
    trusted: 'Bridgers pays your account back, and no contract makes it do so',
    pricesFirst: true,
    quote: (asked) => ({
      url: `${baseUrl}/sswap/quote`,
      body: wanted(asked),
      read: (body) => toOffer(asked, body),
    }),
    build: (asked, price) => {
      if (price === null) throw new Error('the kit prices first')
      const dstMinAmount = minimumAfterSlippage(price.dstAmount, asked.slippageBps)
      return async (ask) => {
        const made = await ask<BridgeCall>({
          url: `${baseUrl}/sswap/swap`,
          body: {
            ...wanted(asked),
            fromAddress: asked.sender,
            toAddress: asked.recipient,
            amountOutMin: String(dstMinAmount),
            equipmentNo: asked.sender.slice(0, 32),
            slippage: String(bpsToSlippage(asked.slippageBps)),
          },
          read: (body) => {
            const { to, data, value } = parseWire(swapWire, body, 'The swap of Bridgers').data
              .txData
            const offer = { ...price, dstMinAmount }
            return { to, data, value, spender: to, offer, orderId: null }
          },
        })
        await requireSlippage(made.data, asked.slippageBps)
        return made
      }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(codeWire, body)
      if (!success || String(data.resCode) === '100') return null
      return { code: String(data.resCode), reason: data.resMsg ?? null }
    },
    refusals: { 412: 'NO_ROUTE', 1146: 'NO_ROUTE' },
    calls: bridgersCalls,
    findOrder: findOrder(baseUrl),
    asksByPayer: true,
    statusMap: {
      // The order page of the vendor's own front end (SWFT, `orderStatus` of its order detail, and
      // bridgers' `getStatus`; read 2026-11).
      wait_deposits: 'confirming',
      wait_detect: 'confirming',
      wait_deposit_send: 'exchanging',
      wait_deposit_send_fail: 'stopped',
      wait_deposit_send_error: 'stopped',
      exchange: 'exchanging',
      wait_exchange: 'exchanging',
      wait_exchange_push: 'exchanging',
      wait_exchange_return: 'exchanging',
      wait_exchange_return_success: 'exchanging',
      wait_receive_send: 'sending',
      wait_send: 'sending',
      wait_enough_send: 'sending',
      wait_receive_confirm: 'sending',
      wait_partial_send: 'sending',
      wait_partial_send_confirm: 'sending',
      wait_partial_send_confirm_error: 'stopped',
      receive_complete: 'done',
      complete: 'done',
      partial_complete: 'done',
      wait_refund: 'refunding',
      wait_refund_send: 'refunding',
      wait_refund_confirm: 'refunding',
      refund_sending: 'refunding',
      wait_partial_refund: 'refunding',
      wait_partial_refund_confirm: 'refunding',
      wait_partial_refund_confirm_error: 'stopped',
      refund_complete: 'refunded',
      wait_kyc: 'on_hold',
      WAIT_KYC: 'on_hold',
      trade_fail: 'stopped',
      fail: 'stopped',
      timeout: 'stopped',
      error: 'stopped',
      ERROR: 'stopped',
      wait_for_information: 'needs_user',
    },
  })
}

function toOffer(asked: BridgeAsked, body: unknown): BridgeOffer {
  const wire = parseWire(quoteWire, body, 'The quote of Bridgers').data.txData
  const bought = tokenOn(asked.dstChain, asked.dstToken)
  const sold = tokenOn(asked.srcChain, asked.srcToken)
  if (bought === null) {
    throw new SwaprouteError('NO_ROUTE', 'Bridgers has no code for the token to buy.', {
      hint: 'Choose another token, or another provider.',
    })
  }
  const [out = null, fee = null] = [wire.toTokenAmount, wire.chainFee].map((text) =>
    cutAmount(text, bought.decimals),
  )
  const dstAmount = out === null || fee === null || fee > out ? 0n : out - fee
  const limit = (text: string | null | undefined): bigint | null =>
    text == null || sold === null ? null : cutAmount(text, sold.decimals)
  return {
    srcToken: asked.srcToken,
    dstToken: asked.dstToken,
    srcAmount: BigInt(asked.srcAmount),
    dstAmount,
    dstMinAmount: minimumAfterSlippage(dstAmount, asked.slippageBps),
    gas: null,
    durationSeconds: seconds[wire.estimatedTime ?? 0] ?? 600,
    limits: { min: limit(wire.depositMin), max: limit(wire.depositMax) },
  }
}

const swap =
  'function swap(address fromToken, string toToken, string destination, uint256 fromAmount, uint256 minReturnAmount)'
const swapEth =
  'function swapEth(string toToken, string destination, uint256 minReturnAmount) payable'

const bridgersCalls = ({ blockchain }: CallSite): readonly Call[] => [
  call(swap, ([srcToken, bought, recipient, amountIn, minOut]) => ({
    ...boughtBy(bought, blockchain),
    recipient,
    srcToken,
    amountIn,
    minOut,
    refundTo: null,
  })),
  call(swapEth, ([bought, recipient, minOut]) => ({
    ...boughtBy(bought, blockchain),
    recipient,
    srcToken: coin,
    amountIn: null,
    minOut,
    refundTo: null,
  })),
]

/** Token and chain of `USDT(BSC)|ht6zut|0.005|bridgers|0`. */
function boughtBy(
  text: string,
  from: BlockchainId,
): Pick<CallTerms, 'dst' | 'dstToken' | 'statedSlippage'> {
  const [code = '', channel = '', slippage = '', service, rest, ...more] = text.split('|')
  const isChannel = /^[\da-z]{1,16}$/i.test(channel)
  const isWhole = isChannel && service === 'bridgers' && rest === '0' && more.length === 0
  const stated = millionthsOf(slippage)
  const isSmall = stated !== null && stated <= mostSlippage
  const token = tokenOfCode(code)
  if (!isWhole || !isSmall || token === null) {
    throw unsafeCall('Bridgers', 'does not say what it buys')
  }
  const dstToken = token.native ? coin : token.address
  const dst = token.blockchain === from ? 'same' : token.blockchain
  return { dst, dstToken, statedSlippage: stated }
}

/**
 * Refuses a call that states more slippage than requested, even if its minimum is enforced. The rest
 * of a call is left to its proof.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
async function requireSlippage(data: string, slippageBps: number): Promise<void> {
  const { decodeMethod } = await import('../chains/evm/codec.ts')
  const bought = decodeMethod(swap, data)?.[1] ?? decodeMethod(swapEth, data)?.[0]
  const stated = millionthsOf(bought?.split('|')[2] ?? '')
  if (stated === null || stated <= BigInt(slippageBps) * 100n) return
  throw unsafeCall('Bridgers', 'states more slippage than requested')
}

/** A share of at most six decimals; null for other texts. */
function millionthsOf(share: string): bigint | null {
  return /^0(\.\d{1,6})?$/.test(share) ? cutAmount(share, 6) : null
}

function tokenOfCode(wanted: string): Token | null {
  return tokensWithCode.find(([code]) => code === wanted)?.[1] ?? null
}

/** The token with a code at an address in the service's terms. */
function tokenOn(chain: string, address: string): Token | null {
  const isIt = ({ blockchain, native, address: own }: Token): boolean =>
    nameOf(blockchain) === chain && isSameAddress(native ? coin : own, address)
  return tokensWithCode.find(([, token]) => isIt(token))?.[1] ?? null
}

function nameOf(blockchain: BlockchainId): string | null {
  return Object.entries(chains).find(([id]) => id === blockchain)?.[1] ?? null
}

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash, payer }, ask) => {
    if (hash === null || payer === null) return null
    const records = await ask({
      url: `${baseUrl}/exchangeRecord/getTransData`,
      body: { fromAddress: payer, pageNo: 1, pageSize: 50 },
      read: (body) => parseWire(recordsWire, body, 'The records of Bridgers').data.list,
    })
    const found = records?.find((record) => isSameHex(record.hash, hash))
    if (found === undefined) return null
    const { status, fromChain, toAmount, toHash, refundHash } = found
    return {
      orderId: null,
      status,
      ...(fromChain == null ? {} : { srcChain: fromChain }),
      srcTxHash: found.hash,
      payoutHashes: toHash == null || toHash === '' ? [] : [toHash],
      payoutAmount: toAmount != null && /^\d{1,77}$/.test(toAmount) ? BigInt(toAmount) : null,
      refundHashes: refundHash == null || refundHash === '' ? [] : [refundHash],
      ...(/^wait_kyc$/i.test(status)
        ? {
            note: 'Bridgers asks for an identity check (KYC) before it goes on; contact its support.',
          }
        : {}),
    }
  }
}
