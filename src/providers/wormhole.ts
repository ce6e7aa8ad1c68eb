// Wormhole: tokens of ETH to their wrapped forms on SUI, by the Token Bridge and a paid delivery.
//
// Contracts: TokenBridgeRelayer 0.4.0 of https://github.com/wormholelabs-xyz/example-permissionless-token-bridge-executor-shim
// (2025-12-09: evm and sui/token_bridge_relayer), whose code and selectors were found on ETH on 2026-09-29.
// Addresses, objects of SUI, the gas of a delivery and the API: @wormhole-foundation/sdk-base,
// sdk-definitions and sdk-sui-tokenbridge 6.1.5 (2026). Tokens: its list for SUI (`original: Ethereum`).
// Account and payee of the quotes: https://wormhole.com/docs, Wormhole Labs' Quoter, and quotes of mainnet
// of 2025-10-06, 2026-05 and 2026-10-07.
//
// The bridge locks the tokens, the guardians sign a message for the relayer's contract on SUI, and the
// executor, which is paid in advance, delivers it there: all of it to the receiver that the message names.
// Nothing is paid back. A message that is not delivered stays valid for ever, and anyone may deliver it
// (`execute_vaa_v1`), which this program does not do. Large transfers may be held for a day by the Governor.

import * as z from 'zod/mini'

import { isSameAccount } from '../chains/accountKey.ts'
import { call, type CallTerms, unsafeCall } from '../chains/evm/calls.ts'
import { asHex, view } from '../chains/evm/views.ts'
import { builtInTokens } from '../chains/tokens.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isSameAddress, type Token } from '../core/token.ts'
import { isTransactionHash } from '../evidence/hashes.ts'
import { parseWire, wireHex, wireUint } from '../http/wire.ts'
import { contractBridge } from './kits/evm/contractBridge.ts'
import type { ContractDelivery, MinedTransfer } from './kits/evm/contractStatus.ts'
import type { ContractTools } from './kits/evm/contractTools.ts'
import { noRoute } from './kits/errors.ts'
import { askServiceOrder, type Service } from './kits/service.ts'
import type { Provider } from './types.ts'

const capabilitiesWire = z.record(
  z.string(),
  z.object({ requestPrefixes: z.array(z.string()), maxGasLimit: z.nullish(wireUint) }),
)
const quoteWire = z.object({ signedQuote: wireHex, estimatedCost: z.nullish(wireUint) })
const statusWire = z.array(
  z.object({
    status: z.string(),
    txs: z.nullish(z.array(z.object({ txHash: z.string(), chainId: z.int() }))),
  }),
)

const relayer = '0xa8969F3f8D97b3Ed89D4e2EC19B6B0CfD504b212'
const core = '0x98f3c9e6E3fAce36bAAd05FE09d375Ef1464288B'
const tokenBridge = '0x3ee18B2214AFF97000D974cf647E7C347E8fa585'
/** On SUI: the capability that redeems, and the object that tells the executor how. */
const redeemer = '0xf5dffae04382c0c14379d551696f0751310c7fc35f454cc29263a4c862c82c82'
const resolver = '0x7a013e4ff895bf77d172b183004c844b86e34a5d9c5ee257cc846d26e49f139d'
/** Who signs the quotes, and whom the Executor pays. */
const quoter = '0xa54008017941EcE968623a0Dd8Ee907E2b133596'
const payee = '0x6A8bfc410A3cC7306D52872F116aFb12f1ceC6c6'
/** Chains as Wormhole numbers them. */
const [ethNumber, suiNumber] = [2, 21]

/** A GasInstruction: 0.1 SUI, and no coins. */
const suiGas = 100_000_000n
const instructions = `0x01${suiGas.toString(16).padStart(32, '0')}${'0'.repeat(32)}`
/** "Delivers a message that the guardians signed." */
const deliveryKind = 'ERV1'

/** Token on ETH, and what it is on SUI. */
const lanes: readonly (readonly [Token, Token])[] = (
  [
    ['USDC', 'wUSDC'],
    ['USDT', 'wUSDT'],
  ] as const
).flatMap(([from, to]) => {
  const [sold, bought] = [tokenOf('ETH', from), tokenOf('SUI', to)]
  return sold === undefined || bought === undefined ? [] : [[sold, bought] as const]
})

const transferTokensWithRelay =
  'function transferTokensWithRelay(address token, uint256 amount, uint16 targetChain, bytes32 targetRecipient, uint32 nonce, bytes32 dstTransferRecipient, bytes32 dstExecutionAddress, uint256 executionAmount, address refundAddr, bytes signedQuoteBytes, bytes relayInstructions) payable returns (uint64)'
const logMessagePublished =
  'event LogMessagePublished(address indexed sender, uint64 sequence, uint32 nonce, bytes payload, uint8 consistencyLevel)'

const service = { id: 'wormhole', name: 'Wormhole' } as const satisfies Service
const named = { name: service.name, keyVariable: null } as const

type Lane = { sold: Token; bought: Token }
type Transfer = {
  dst: 'SUI'
  hash: string
  blockNumber: bigint
  bought: Token
  receiver: string
  amount: bigint
}

/** @param options.baseUrl without a trailing slash */
export function createWormholeProvider({ baseUrl }: { baseUrl: string }): Provider {
  return contractBridge<Lane, Transfer>({
    ...service,
    blockchains: ['ETH', 'SUI'],
    contracts: { ETH: [relayer] },
    // 24 times the cost of a delivery to BASE on 2026-10-07.
    mostFixedFee: { ETH: 2n * 10n ** 15n },
    lane: (srcToken, dstToken) => {
      const found = lanes.find(([sold, bought]) => isIt(sold, srcToken) && isIt(bought, dstToken))
      return found === undefined ? null : { sold: found[0], bought: found[1] }
    },
    quote: async ({ srcAmount }, tools) => {
      const [[messageFee], { signedQuote, estimatedCost }] = await Promise.all([
        tools.read('ETH', [view(core, 'function messageFee() view returns (uint256)', [])]),
        askQuote(baseUrl, tools),
        requireDelivery(baseUrl, tools),
      ])
      if (messageFee === undefined || !messageFee.ok) throw noRoute(named)
      return {
        dstAmount: srcAmount,
        exact: true,
        fixedFee: estimatedCost + messageFee.value,
        spender: relayer,
        // Until the guardians sign: two epochs of ETH.
        durationSeconds: 20 * 60,
        carry: { signedQuote, messageFee: String(messageFee.value) },
      }
    },
    calls: () => [declaredCall],
    encode: ({ srcToken, srcAmount, recipient, refundAddress, fixedFee, carry }, { encode }) => {
      const { signedQuote, messageFee } = parseWire(carryWire, carry, 'The quote of Wormhole')
      const data = encode(transferTokensWithRelay, [
        asHex(srcToken.address),
        srcAmount,
        suiNumber,
        asHex(suiAccount(recipient)),
        0,
        asHex(redeemer),
        asHex(resolver),
        fixedFee - messageFee,
        asHex(refundAddress),
        asHex(signedQuote),
        asHex(instructions),
      ])
      return { to: relayer, data }
    },
    transferOf,
    delivery: (transfer, tools) => deliveryOf(transfer, baseUrl, tools),
  })
}

const carryWire = z.object({ signedQuote: wireHex, messageFee: wireUint })

function tokenOf(blockchain: 'ETH' | 'SUI', symbol: string): Token | undefined {
  return builtInTokens(blockchain).find((one) => one.symbol === symbol)
}

function isIt(token: Token, { blockchain, address }: Token): boolean {
  return blockchain === token.blockchain && isSameAccount(blockchain, address, token.address)
}

/** 32 bytes in full: SUI omits leading zeros in its texts. */
function suiAccount(address: string): string {
  return `0x${address.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`
}

/** @throws SwaprouteError NO_ROUTE where it names no price, UNSAFE_ROUTE for a quote of another */
async function askQuote(
  baseUrl: string,
  { context }: ContractTools,
): Promise<{ signedQuote: string; estimatedCost: bigint }> {
  const found = await askServiceOrder(
    service,
    {
      url: `${baseUrl}/quote`,
      body: { srcChain: ethNumber, dstChain: suiNumber, relayInstructions: instructions },
      read: (body) => parseWire(quoteWire, body, 'The quote of Wormhole'),
    },
    context,
  )
  const { signedQuote, estimatedCost } = found ?? {}
  if (signedQuote === undefined || estimatedCost == null || estimatedCost === 0n) {
    throw noRoute(named)
  }
  expiryOf(signedQuote)
  return { signedQuote, estimatedCost }
}

/** @throws SwaprouteError NO_ROUTE while the executor does not deliver to SUI */
async function requireDelivery(baseUrl: string, { context }: ContractTools): Promise<void> {
  const found = await askServiceOrder(
    service,
    {
      url: `${baseUrl}/capabilities`,
      read: (body) => parseWire(capabilitiesWire, body, 'The capabilities of Wormhole'),
    },
    context,
  )
  const [from, to] = [found?.[ethNumber], found?.[suiNumber]]
  const isServed = to?.requestPrefixes.includes(deliveryKind) === true
  if (from !== undefined && isServed && (to.maxGasLimit ?? suiGas) >= suiGas) return
  throw noRoute(named, 'Its executor does not deliver to SUI now.')
}

/**
 * When a quote of the executor (EQ01) ends, Unix seconds. The Executor's contract compares chains and
 * time, and pays the payee; everything else is the executor's own.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8 for one of another, or that pays another
 */
function expiryOf(quote: string): bigint {
  const form =
    /^0x45513031([\da-f]{40})0{24}([\da-f]{40})([\da-f]{4})([\da-f]{4})([\da-f]{16})[\da-f]{194}$/i
  const [, by = '', paid = '', from = '', to = '', until = ''] = form.exec(quote) ?? []
  if (!isSameAddress(`0x${by}`, quoter)) throw refuse('has a quote that is not of its executor')
  if (!isSameAddress(`0x${paid}`, payee)) throw refuse(`pays its fee to 0x${paid}`)
  if (Number(`0x${from}`) !== ethNumber || Number(`0x${to}`) !== suiNumber) {
    throw refuse('has a quote for other chains')
  }
  return BigInt(`0x${until}`)
}

function refuse(what: string): SwaprouteError {
  return unsafeCall(service.name, what)
}

const declaredCall = call(
  transferTokensWithRelay,
  ([
    token,
    amountIn,
    chain,
    recipient,
    nonce,
    to,
    executed,
    ,
    refundTo,
    quote,
    relayInstructions,
  ]): CallTerms => {
    const lane = lanes.find(([sold]) => isSameAddress(sold.address, token))
    if (lane === undefined) throw refuse('spends a token whose form on SUI is not known')
    if (chain !== suiNumber) throw refuse(`pays out on chain ${chain}, which is not SUI`)
    if (to !== redeemer) throw refuse('is for another contract on SUI')
    if (executed !== resolver) throw refuse('is executed by another object on SUI')
    if (relayInstructions !== instructions) throw refuse('pays for another delivery')
    if (nonce !== 0) throw refuse('has a number of its own')
    return {
      recipient,
      srcToken: token,
      dstToken: lane[1].address,
      amountIn,
      minOut: amountIn,
      dst: 'SUI',
      refundTo,
      late: 'If its executor does not deliver, the tokens wait on SUI for a call that this program does not make, and that anyone can make for the receiver.',
      deadlineSeconds: expiryOf(quote),
    }
  },
)

/** By the message of the Token Bridge: TransferWithPayload, whose payload is the receiver. */
function transferOf(
  { blockchain, hash, blockNumber, logs }: MinedTransfer,
  { events }: ContractTools,
): Transfer | null {
  if (blockchain !== 'ETH') return null
  const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
  const form = new RegExp(
    `^0x03([\\da-f]{64})([\\da-f]{64})0002${redeemer.slice(2)}0015${word(relayer)}([\\da-f]{64})$`,
  )
  for (const { args } of events(logMessagePublished, logs, core)) {
    const [, amount, token, receiver] = form.exec(args.payload.toLowerCase()) ?? []
    const lane = lanes.find(([sold]) => word(sold.address) === token)
    if (lane === undefined || !isSameAddress(args.sender, tokenBridge)) continue
    // Both tokens have six decimals, which the bridge leaves as they are.
    return {
      dst: 'SUI',
      hash,
      blockNumber,
      bought: lane[1],
      receiver: `0x${receiver}`,
      amount: BigInt(`0x${amount}`),
    }
  }
  return null
}

/** RelayStatus of sdk-definitions: after these the executor does not try again. */
const failures: readonly string[] = ['failed', 'unsupported', 'underpaid', 'aborted']

/** By SUI's own record of the delivery; the service only names it. */
async function deliveryOf(
  transfer: Transfer,
  baseUrl: string,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { hash, blockNumber, bought, receiver, amount } = transfer
  const told = await askStatus(hash, baseUrl, tools)
  const upstream = told === null ? {} : { upstreamStatus: told.status }
  const waiting = (note: string): ContractDelivery => ({ kind: 'waiting', note, ...upstream })
  const digest = told?.txs?.find(({ chainId }) => chainId === suiNumber)?.txHash ?? null
  if (digest === null || !isTransactionHash('SUI', digest)) {
    if (told === null || !failures.includes(told.status)) {
      return waiting(
        'The tokens left ETH; their delivery to SUI takes twenty minutes, or a day for a large amount.',
      )
    }
    const note =
      'The executor of Wormhole did not deliver: the tokens wait on SUI for a call that pays them to the receiver. This program does not make it; the Portal of Wormhole does, with the hash of the payment.'
    return { kind: 'stuck', note, ...upstream }
  }
  const { readSuiTransaction } = await import('../evidence/sui.ts')
  const effects = (await readSuiTransaction(digest, tools.context))?.effects ?? null
  if (effects === null) return waiting('SUI does not show the delivery yet.')
  const isPaid = effects.changes.some(
    ({ account, coinType, change }) =>
      change === amount &&
      isSameAccount('SUI', account, receiver) &&
      isSameAccount('SUI', coinType, bought.address),
  )
  const sentAtMs = await tools.reader.readBlockTime('ETH', blockNumber)
  const isEarlier = effects.atMs === null || sentAtMs === null || effects.atMs < sentAtMs
  if (effects.failed || !isPaid || isEarlier) {
    return waiting('The transaction that Wormhole names does not pay this transfer.')
  }
  return { kind: 'arrived', hash: digest, amount }
}

/** What the executor knows of a payment; null: nothing, or an outage. */
async function askStatus(
  txHash: string,
  baseUrl: string,
  { context }: ContractTools,
): Promise<z.output<typeof statusWire>[number] | null> {
  try {
    const found = await askServiceOrder(
      service,
      {
        url: `${baseUrl}/status/tx`,
        body: { txHash, chainId: ethNumber },
        read: (body) => parseWire(statusWire, body, 'The status of Wormhole'),
      },
      context,
    )
    return found?.[0] ?? null
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return null
    throw thrown
  }
}
