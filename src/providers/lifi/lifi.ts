// LI.FI: an aggregator of bridges (`lifi`) and of exchanges on one chain (`LIFI`).
//
// API: https://docs.li.fi (read 2026-11). One endpoint quotes and builds. Amounts are base units as
// text, the transaction's numbers are hexadecimal; the slippage is a share of 1. Outputs are after
// all fees, of which 0.25 % of the input is LI.FI's own; a fee that is not `included` comes on top
// in native coins. Quirks: a payer is required even for a quote, and a placeholder is refused; 75
// quotes in two hours without a key; a step may come with typed data in place of a transaction;
// orders have no numbers but the hash of their payment. Bridges whose calls name receiver, token and
// minimum are the only ones requested; calls.ts gives the reasons.

import type { ServiceOptions } from '../kits/service.ts'
import * as z from 'zod/mini'

import { minimumAfterSlippage } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { parseWire, wireAddress, wireHex, wireHexUint, wireUint } from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type AggregatorAsked, evmAggregator } from '../kits/evm/aggregator.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import { otherSwap } from '../kits/errors.ts'
import { isSameAsset } from '../kits/evm/swapBefore.ts'
import type { CallAnswer, EvmService } from '../kits/evm/service.ts'
import type { Provider } from '../types.ts'
import { lifiBridgeCalls, lifiSwapCalls } from './calls.ts'
import { bridgeChains, lifiChainNames, diamonds } from './contracts.ts'

const tokenWire = z.object({ address: z.string() })
const costWire = z.object({
  amount: wireUint,
  included: z.nullish(z.boolean()),
  token: tokenWire,
})
const gasWire = z.object({ limit: z.nullish(wireUint), price: z.nullish(wireUint) })
const stepWire = z.object({
  tool: z.string(),
  action: z.object({
    fromChainId: z.int(),
    toChainId: z.int(),
    fromToken: tokenWire,
    toToken: tokenWire,
    fromAmount: wireUint,
  }),
  estimate: z.object({
    toAmount: wireUint,
    toAmountMin: wireUint,
    approvalAddress: z.nullish(wireAddress),
    executionDuration: z.number().check(z.nonnegative(), z.maximum(604_800)),
    feeCosts: z.nullish(z.array(costWire)),
    gasCosts: z.nullish(z.array(gasWire)),
  }),
  includedSteps: z.nullish(
    z.array(
      z.object({
        type: z.string(),
        tool: z.string(),
        action: z.nullish(z.object({ fromToken: tokenWire })),
      }),
    ),
  ),
})
const wireNumber = z.union([wireHexUint, wireUint])
const builtWire = z.extend(stepWire, {
  transactionRequest: z.object({
    to: wireAddress,
    data: wireHex,
    value: z.nullish(wireNumber),
    chainId: z.nullish(z.int()),
  }),
})
const toolErrors = z.array(z.object({ code: z.nullish(z.string()) }))
const refusalWire = z.object({
  code: z.int(),
  message: z.nullish(z.string()),
  errors: z.nullish(
    z.union([
      toolErrors,
      z.object({
        failed: z.nullish(z.array(z.object({ subpaths: z.record(z.string(), toolErrors) }))),
      }),
    ]),
  ),
})
const statusWire = z.object({
  status: z.string(),
  substatus: z.nullish(z.string()),
  tool: z.nullish(z.string()),
  sending: z.nullish(z.object({ txHash: z.nullish(z.string()), chainId: z.nullish(z.int()) })),
  receiving: z.nullish(z.object({ txHash: z.nullish(z.string()), amount: z.nullish(wireUint) })),
})

type Step = z.output<typeof stepWire>

/** The bridges of the declared calls, by LI.FI's keys. */
const bridges = ['across', 'debridge']

/** LI.FI's own sample payer, for quotes without one: https://docs.li.fi. */
const samplePayer = '0x552008c0f6870c2f77e5cC1d2eb9bdff03e30Ea0'

/** Units by which the contract's own arithmetic may be below the answer. */
const rounding = 2n

const milli = 10n ** 15n

/** Swaps between chains. */
export function createLifiProvider(options: ServiceOptions): Provider {
  const { baseUrl } = options
  return evmBridge({
    ...serviceOf(options),
    id: 'lifi',
    blockchains: bridgeChains,
    // deBridge's fixed fee, as far as it is passed on.
    mostFixedFee: {
      ETH: milli,
      OPTIMISM: milli,
      BSC: 5n * milli,
      POLYGON: 500n * milli,
      BASE: milli,
      ARBITRUM: milli,
      LINEA: milli,
      AVALANCHE: 50n * milli,
    },
    rounding,
    pricesFirst: true,
    quote: (asked) => ({
      url: urlOf(baseUrl, toQuery(asked)),
      read: (body) => {
        const step = parseWire(stepWire, body, 'The quote of LI.FI')
        checkSwapBefore(step, asked.tokens)
        const offer = toOffer(step)
        // It is priced again before it is built, and promises the slippage until then.
        const least = minimumAfterSlippage(offer.dstAmount, asked.slippageBps)
        return offer.dstMinAmount < least ? offer : { ...offer, dstMinAmount: least }
      },
    }),
    build: (asked) => ({
      url: urlOf(baseUrl, toQuery(asked, asked.recipient)),
      read: (body) => {
        const wire = parseWire(builtWire, body, 'The transaction of LI.FI')
        const offer = toOffer(wire)
        const dstMinAmount = offer.dstMinAmount - rounding
        return { ...toCall(wire), offer: { ...offer, dstMinAmount }, orderId: null }
      },
    }),
    calls: lifiBridgeCalls,
    findOrder: findOrder(baseUrl),
    statusMap: {
      // @lifi/types, src/api.ts (read 2026-11): statuses with the substatuses of each.
      DONE: 'done',
      'DONE COMPLETED': 'done',
      'DONE PARTIAL': 'done',
      'DONE REFUNDED': 'refunded',
      'DONE NOT_PROCESSABLE_REFUND_NEEDED': 'needs_user',
      PENDING: 'exchanging',
      'PENDING WAIT_SOURCE_CONFIRMATIONS': 'confirming',
      'PENDING WAIT_DESTINATION_TRANSACTION': 'exchanging',
      'PENDING REFUND_IN_PROGRESS': 'refunding',
      'PENDING NOT_PROCESSABLE_REFUND_NEEDED': 'needs_user',
      'PENDING BRIDGE_NOT_AVAILABLE': 'delayed',
      'PENDING CHAIN_NOT_AVAILABLE': 'delayed',
      'PENDING UNKNOWN_ERROR': 'delayed',
      FAILED: 'stopped',
      'FAILED NOT_PROCESSABLE_REFUND_NEEDED': 'needs_user',
      'FAILED INSUFFICIENT_ALLOWANCE': 'stopped',
      'FAILED INSUFFICIENT_BALANCE': 'stopped',
      'FAILED OUT_OF_GAS': 'stopped',
      'FAILED EXPIRED': 'stopped',
      'FAILED SLIPPAGE_EXCEEDED': 'stopped',
      'FAILED UNKNOWN_FAILED_ERROR': 'stopped',
      'FAILED UNKNOWN_ERROR': 'stopped',
    },
  })
}

/** Swaps on one chain. */
export function createLifiSwapProvider(options: ServiceOptions): Provider {
  const { baseUrl } = options
  const readStep = (asked: AggregatorAsked, wire: Step) => {
    const { dstMinAmount: _, durationSeconds: __, srcChain, dstChain, ...offer } = toOffer(wire)
    if (srcChain === asked.chain && dstChain === asked.chain) return { ...offer, carry: null }
    throw otherSwap('LI.FI')
  }
  return evmAggregator({
    ...serviceOf(options),
    id: 'LIFI',
    chargesFee: true,
    chains: lifiChainNames,
    quote: (asked) => ({
      url: urlOf(baseUrl, toQuery({ ...asked, srcChain: asked.chain, dstChain: asked.chain })),
      read: (body) => readStep(asked, parseWire(stepWire, body, 'The quote of LI.FI')),
    }),
    build: (asked) => ({
      url: urlOf(
        baseUrl,
        toQuery({ ...asked, srcChain: asked.chain, dstChain: asked.chain }, asked.recipient),
      ),
      read: (body) => {
        const wire = parseWire(builtWire, body, 'The transaction of LI.FI')
        const { dstAmount, via } = readStep(asked, wire)
        // The chain's name is its number, and has been compared.
        const { chainId: _, ...call } = toCall(wire)
        return { ...call, dstAmount, ...(via === undefined ? {} : { via }) }
      },
    }),
    calls: lifiSwapCalls,
  })
}

function serviceOf({ apiKey = null }: ServiceOptions): Omit<EvmService, 'id'> {
  return {
    name: 'LI.FI',
    keyVariable: 'SWAPROUTE_LIFI_API_KEY',
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { 'x-lifi-api-key': apiKey },
    excludes: 'lifi',
    contracts: diamonds,
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      if (!success) return null
      return { code: toolCode(data) ?? String(data.code), reason: data.message ?? null }
    },
    refusals: {
      AMOUNT_TOO_LOW: 'AMOUNT_TOO_LOW',
      FEES_HIGHER_THAN_AMOUNT: 'AMOUNT_TOO_LOW',
      AMOUNT_TOO_HIGH: 'AMOUNT_TOO_HIGH',
      1002: 'NO_ROUTE',
      1003: 'NO_ROUTE',
    },
  }
}

/** A tool's code about the amount, if it has one; LI.FI's own code is then only "no quote". */
function toolCode({ errors }: z.output<typeof refusalWire>): string | null {
  if (errors == null) return null
  const failed = Array.isArray(errors)
    ? errors
    : (errors.failed ?? []).flatMap(({ subpaths }) => Object.values(subpaths).flat())
  const codes = failed.map(({ code }) => code ?? '')
  const amounts = ['AMOUNT_TOO_LOW', 'FEES_HIGHER_THAN_AMOUNT', 'AMOUNT_TOO_HIGH']
  return amounts.find((code) => codes.includes(code)) ?? null
}

type Pair = Pick<
  BridgeAsked,
  | ('srcChain' | 'dstChain' | 'srcToken' | 'dstToken' | 'srcAmount')
  | ('sender' | 'slippageBps' | 'exclusions')
>

/** @throws SwaprouteError NO_ROUTE where the user excluded every bridge */
function toQuery(asked: Pair, receiver?: string): Record<string, string> {
  const { srcChain, dstChain, exclusions } = asked
  const excluded = exclusions.map((name) => name.toLowerCase())
  const allowed = bridges.filter((name) => !excluded.includes(name))
  const denied = exclusions.filter((name) => !bridges.includes(name.toLowerCase()))
  const isOneChain = srcChain === dstChain
  if (!isOneChain && allowed.length === 0) {
    throw new SwaprouteError('NO_ROUTE', 'You excluded every bridge that is requested from LI.FI.')
  }
  return {
    fromChain: srcChain,
    toChain: dstChain,
    fromToken: asked.srcToken,
    toToken: asked.dstToken,
    fromAmount: asked.srcAmount,
    fromAddress: asked.sender ?? samplePayer,
    ...(receiver === undefined ? {} : { toAddress: receiver }),
    slippage: String(asked.slippageBps / 10_000),
    integrator: 'swaproute',
    order: 'CHEAPEST',
    ...(isOneChain ? {} : { allowBridges: allowed.join(','), allowDestinationCall: 'false' }),
    ...(denied.length === 0 ? {} : { denyExchanges: denied.join(',') }),
  }
}

function urlOf(baseUrl: string, query: Record<string, string>): string {
  return `${baseUrl}/quote?${new URLSearchParams(query).toString()}`
}

/**
 * A swap before the bridge has to yield what the bridge pays out (calls.ts).
 * @throws SwaprouteError NO_ROUTE where it yields another asset
 */
function checkSwapBefore({ includedSteps }: Step, { srcToken, dstToken }: BridgeAsked['tokens']) {
  const steps = includedSteps ?? []
  const crossing = steps.findIndex(({ type }) => type === 'cross')
  const bridged = steps[crossing]?.action?.fromToken.address
  const isSwapped = steps.slice(0, Math.max(crossing, 0)).some(({ type }) => type === 'swap')
  if (!isSwapped || bridged === undefined) return
  if (isSameAsset({ blockchain: srcToken.blockchain, address: bridged }, dstToken)) return
  throw new SwaprouteError(
    'NO_ROUTE',
    'LI.FI would swap into a token other than the one paid out; no contract protects what is in between.',
  )
}

function toOffer({ tool, action, estimate, includedSteps }: Step): BridgeOffer {
  const [gas] = estimate.gasCosts ?? []
  const steps = includedSteps ?? []
  const onTop = (estimate.feeCosts ?? []).filter(({ included }) => included === false)
  const foreign = onTop.find(({ token }) => !isSameAddress(token.address, zeroAddress))
  if (foreign !== undefined) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'LI.FI asks for an additional fee in a token.')
  }
  return {
    srcChain: String(action.fromChainId),
    dstChain: String(action.toChainId),
    srcToken: action.fromToken.address,
    dstToken: action.toToken.address,
    srcAmount: action.fromAmount,
    dstAmount: estimate.toAmount,
    dstMinAmount: estimate.toAmountMin,
    fixedFee: onTop.reduce((sum, { amount }) => sum + amount, 0n),
    gas: gas?.limit == null || gas.price == null ? null : { limit: gas.limit, price: gas.price },
    durationSeconds: estimate.executionDuration,
    ...(steps.some(({ tool: name }) => name === 'feeCollection') ? { feePercent: 0.25 } : {}),
    via: [tool, ...steps.flatMap(({ type, tool: name }) => (type === 'protocol' ? [] : [name]))],
  }
}

function toCall({ transactionRequest, estimate }: z.output<typeof builtWire>): CallAnswer {
  const { to, data, value, chainId } = transactionRequest
  return {
    to,
    data,
    value: value ?? 0n,
    spender: estimate.approvalAddress ?? to,
    ...(chainId == null ? {} : { chainId }),
  }
}

/** docs.li.fi, "Checking the status of a transaction" (read 2026-11): PARTIAL may be another token. */
const partialNote =
  'It reports a partial delivery: check the receiver on the destination chain for another token.'

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    return await ask({
      url: `${baseUrl}/status?${new URLSearchParams({ txHash: hash }).toString()}`,
      read: (body) => {
        const wire = parseWire(statusWire, body, 'The status of LI.FI')
        const { status, substatus, sending, receiving, tool } = wire
        if (status === 'NOT_FOUND' || status === 'INVALID') return null
        const end = receiving?.txHash == null ? [] : [receiving.txHash]
        return {
          orderId: null,
          status: substatus == null ? status : `${status} ${substatus}`,
          ...(sending?.chainId == null ? {} : { srcChain: String(sending.chainId) }),
          srcTxHash: sending?.txHash ?? null,
          payoutHashes: end,
          payoutAmount: receiving?.amount ?? null,
          refundHashes: end,
          ...(tool == null ? {} : { carrier: tool }),
          ...(substatus === 'PARTIAL' ? { note: partialNote } : {}),
        }
      },
    })
  }
}
