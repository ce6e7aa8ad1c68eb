// Owlto: its maker takes coins on one chain and pays them out on another, less a fee.
//
// API: https://docs.owlto.finance/integration-guides/api (read 2026-11). Amounts as text, in base units
// beside token units; a refusal is a code in a 200. Calls: Depositor, verified on Sourcify (chain 1,
// 0x0e83DEd9f80e1C92549615D96842F5cB64A08762), destination codes as its receipts had them on 2026-09-29.
// Quirks: the contract hands the money to the maker of the call at once, and takes no minimum; the maker
// pays `receive_value`. Receiver and destination are in the call, the bought token is not: it is of the
// same name, so only ETH is served, which no chain here has in two forms. Most routes go through
// contracts for Relay and Across instead, whose code is not published; those are not taken.

import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import { formatAmount } from '../core/amounts.ts'
import type { SwaprouteError } from '../core/errors.ts'
import { parseWire, wireAddress, wireHash, wireHex, wireUint } from '../http/wire.ts'
import type { BridgeOrders } from './kits/evm/bridgeStatus.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from './kits/evm/bridge.ts'
import type { ServiceAsk, Refusal } from './kits/service.ts'
import type { Provider } from './types.ts'

const amountWire = z.object({ raw_value: wireUint })
const limitWire = z.nullish(z.object({ raw_value: z.nullish(wireUint) }))
const builtWire = z.object({
  token_name: z.nullish(z.string()),
  from_chain_name: z.nullish(z.string()),
  to_chain_name: z.nullish(z.string()),
  send_value: amountWire,
  receive_value: amountWire,
  min_value: limitWire,
  max_value: limitWire,
  txs: z.object({
    transfer_body: z.object({ to: wireAddress, data: wireHex, value: wireUint }),
  }),
})
const codeWire = z.union([z.int(), z.string()])
const answerWire = z.object({
  status: z.object({ code: codeWire, message: z.nullish(z.string()) }),
})
const callWire = z.object({
  data: z.object({ txs: z.object({ transfer_body: z.object({ data: z.string() }) }) }),
})
const receiptWire = z.extend(answerWire, {
  data: z.nullish(z.object({ to_chain_hash: z.nullish(z.string()) })),
})

/** https://docs.owlto.finance/basics/smart-contracts-and-maker (read 2026-09-29). */
const depositors = {
  ETH: ['0x0e83DEd9f80e1C92549615D96842F5cB64A08762'],
  ARBITRUM: ['0x0e83DEd9f80e1C92549615D96842F5cB64A08762'],
  OPTIMISM: ['0x0e83DEd9f80e1C92549615D96842F5cB64A08762'],
  BASE: ['0xB5CeDAF172425BdeA4c186f6fCF30b367273DA19'],
  LINEA: [
    '0xF40448F38d99A2Db70de37416B22B4338A1c2Ad7',
    '0xA562e2510ECDACAa1DB482fd287454AD2B979fa6',
  ],
  SCROLL: ['0x575Dbe0023d2602515a73d4f0B5Ee857E8EbA805'],
} as const satisfies Partial<Record<BlockchainId, readonly string[]>>
type Served = keyof typeof depositors
const served = [
  'ETH',
  'ARBITRUM',
  'OPTIMISM',
  'BASE',
  'LINEA',
  'SCROLL',
] as const satisfies readonly Served[]

/** The same page: the account that gets every deposit, and pays. */
const makers = ['0x74F665BE90ffcd9ce9dcA68cB5875570B711CEca']

const chainNames: Readonly<Record<Served, string>> = {
  ETH: 'EthereumMainnet',
  ARBITRUM: 'ArbitrumOneMainnet',
  OPTIMISM: 'OptimismMainnet',
  BASE: 'BaseMainnet',
  LINEA: 'LineaMainnet',
  SCROLL: 'ScrollMainnet',
}
const codes: Readonly<Record<Served, bigint>> = {
  ETH: 1n,
  OPTIMISM: 3n,
  ARBITRUM: 4n,
  SCROLL: 6n,
  LINEA: 7n,
  BASE: 12n,
}
const coinName = 'ETH'
/** Of a quote that names no account. */
const placeholder = '0x1111111111111111111111111111111111111111'
/** Into Relay, and into contracts like those of Across. */
const elsewhere = ['0x2a0b3013', '0x5e3bd9e9']

const deposit =
  'function deposit(string target, address token, address maker, uint256 amount, uint256 destination, uint256 channel) payable'

export type OwltoOptions = {
  /** No trailing slash. */
  baseUrl: string
}

export function createOwltoProvider({ baseUrl }: OwltoOptions): Provider {
  const build = (asked: BridgeAsked, sender: string, recipient: string): ServiceAsk<Built> => ({
    url: `${baseUrl}/get_build_tx`,
    body: {
      token_name: coinName,
      from_chain_name: asked.srcChain,
      to_chain_name: asked.dstChain,
      ui_value: formatAmount(asked.tokens.srcAmount, asked.tokens.srcToken.decimals),
      from_address: sender,
      to_address: recipient,
      value_include_gas_fee: true,
    },
    read: (body) => parseWire(z.object({ data: builtWire }), body, 'The transaction of Owlto').data,
  })
  return evmBridge({
    id: 'owl_to_bridge',
    name: 'Owlto',
    blockchains: served,
    chainNames,
    contracts: depositors,
    serves: ({ srcToken, dstToken }) => srcToken.native && dstToken.native,
    floats: true,
    quote: (asked) => {
      const sender = asked.sender ?? placeholder
      const ask = build(asked, sender, sender)
      return { ...ask, read: (body) => toOffer(ask.read(body)) }
    },
    build: (asked) => {
      const ask = build(asked, asked.sender, asked.recipient)
      return {
        ...ask,
        read: (body) => {
          const wire = ask.read(body)
          const offer = toOffer(wire)
          return { ...wire.txs.transfer_body, spender: null, offer, orderId: null }
        },
      }
    },
    refusal: toRefusal,
    refusals: {
      901: 'NO_ROUTE',
      902: 'NO_ROUTE',
      903: 'NO_ROUTE',
      904: 'NO_ROUTE',
      905: 'NO_ROUTE',
      elsewhere: 'NO_ROUTE',
    },
    calls: () => [depositCall],
    findOrder: findOrder(baseUrl),
    // docs.owlto.finance, get_receipt (read 2026-11): 901 is a chain it does not know, 907 no payment.
    statusMap: { 0: 'done', 908: 'exchanging', 909: 'stopped' },
  })
}

type Built = z.output<typeof builtWire>

function toRefusal(body: unknown): Refusal | null {
  const { success, data } = z.safeParse(answerWire, body)
  if (!success) return null
  const { code, message = null } = data.status
  if (String(code) !== '0') return { code: String(code), reason: message }
  const { data: made } = z.safeParse(callWire, body)
  const selector = made?.data.txs.transfer_body.data.slice(0, 10).toLowerCase() ?? ''
  if (!elsewhere.includes(selector)) return null
  return { code: 'elsewhere', reason: 'the route goes through a contract without published code' }
}

function toOffer(wire: Built): BridgeOffer {
  const { send_value, receive_value, from_chain_name, to_chain_name, min_value, max_value } = wire
  const [srcAmount, dstAmount] = [send_value.raw_value, receive_value.raw_value]
  if ((wire.token_name ?? coinName) !== coinName || dstAmount > srcAmount) {
    throw new Error('an offer of another token, or of more than is sent')
  }
  return {
    srcToken: zeroAddress,
    dstToken: zeroAddress,
    ...(from_chain_name == null ? {} : { srcChain: from_chain_name }),
    ...(to_chain_name == null ? {} : { dstChain: to_chain_name }),
    srcAmount,
    dstAmount,
    dstMinAmount: dstAmount,
    gas: null,
    durationSeconds: 90,
    limits: { min: min_value?.raw_value ?? null, max: max_value?.raw_value ?? null },
  }
}

const depositCall: Call = call(deposit, ([target, token, maker, amount, destination]) => {
  if (!makers.some((one) => isSameAddress(one, maker))) {
    throw invalidCall(`pays ${maker}, which is not its maker`)
  }
  if (token !== zeroAddress) throw invalidCall('pays a token without naming its payout')
  const dst = served.find((blockchain) => codes[blockchain] === destination)
  if (dst === undefined) throw invalidCall(`pays out by the code ${destination}, which is unknown`)
  return {
    recipient: target,
    srcToken: token,
    dstToken: zeroAddress,
    amountIn: amount,
    minOut: null,
    floats: true,
    dst,
    refundTo: null,
  }
})

/** A receipt is found by the hash of the payment alone, which it does not repeat. */
function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    const found = await ask({
      url: `${baseUrl}/get_receipt`,
      body: { from_chain_hash: hash },
      read: (body) => parseWire(receiptWire, body, 'The receipt of Owlto'),
    })
    if (found === null) return null
    const status = String(found.status.code)
    if (status === '901' || status === '907') return null
    const payout = z.safeParse(wireHash, found.data?.to_chain_hash)
    return {
      orderId: null,
      status,
      srcTxHash: null,
      payoutHashes: payout.success ? [payout.data] : [],
      payoutAmount: null,
      refundHashes: [],
    }
  }
}

function invalidCall(what: string): SwaprouteError {
  return unsafeCall('Owlto', what)
}
