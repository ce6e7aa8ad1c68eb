// Jupiter: the aggregator of Solana, and the exchanges that are reached through it alone.
//
// API: https://developers.jup.ag/docs/api-reference/swap/build, schemas in jup-ag/docs,
// openapi-spec/swap/v2/swap.yaml (read 2026-11). One call gives the price, the instructions and the
// lookup tables; it takes no fee of Jupiter's, needs no key at 30 requests a minute, and is compiled
// here. `/order` takes a fee and may let another account pay for the gas, so it is not asked. Amounts
// are base units as text. `dexes` names the only exchanges of a route; a label that is not known is
// answered like a pair without liquidity. Instructions of the program, with the offsets of their
// arguments, are those of its IDL on the chain (8 bytes of method, little endian); the older forms
// hide their amounts behind the route, and the program refuses them today.

import * as z from 'zod/mini'

import { wrappedSol } from '../chains/solana/addresses.ts'
import {
  mostTransactionBytes,
  readU16,
  readU64,
  type SolanaInstruction,
  type WrittenInstruction,
  writeTransaction,
} from '../chains/solana/message.ts'
import { unsafeForeign } from '../chains/foreign.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { solanaForm } from './kits/foreign/solanaForm.ts'
import { type SwapInstruction, type SwapProgram, tradesWrapped } from './kits/foreign/solanaSwap.ts'
import {
  type ForeignAsked,
  foreignAggregator,
  type ForeignOffer,
} from './kits/foreign/aggregator.ts'
import type { ServiceAsk } from './kits/service.ts'
import type { Provider } from './types.ts'

const instructionWire = z.object({
  programId: z.string(),
  accounts: z.array(
    z.object({ pubkey: z.string(), isSigner: z.boolean(), isWritable: z.boolean() }),
  ),
  data: z.base64(),
})
const buildWire = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: wireUint,
  outAmount: wireUint,
  priceImpactPct: z.nullish(z.union([z.string(), z.number()])),
  routePlan: z.array(z.object({ swapInfo: z.object({ label: z.string() }) })),
  computeBudgetInstructions: z.array(instructionWire),
  setupInstructions: z.array(instructionWire),
  swapInstruction: instructionWire,
  cleanupInstruction: z.nullish(instructionWire),
  otherInstructions: z.nullish(z.array(instructionWire)),
  tipInstruction: z.nullish(instructionWire),
  addressesByLookupTableAddress: z.nullish(z.record(z.string(), z.array(z.string()))),
  blockhashWithMetadata: z.object({ blockhash: z.array(z.int()).check(z.length(32)) }),
})
const refusalWire = z.object({
  error: z.nullish(z.string()),
  errorCode: z.nullish(z.union([z.string(), z.number()])),
})

type Build = z.output<typeof buildWire>

const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** The account of the vendor's examples: a price without a payer is asked for it. */
const anyTaker = 'GkwFnmMDvn3HGMpJpWBg8tgJxr3NxNvg3AXxvXVPbRGJ'

export type JupiterOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  /** Another exchange, reached by the labels of its programs; absent: Jupiter itself. */
  exchange?: { id: ProviderId; name: string; labels: readonly string[] }
}

export function createJupiterProvider({ baseUrl, apiKey, exchange }: JupiterOptions): Provider {
  const name = exchange?.name ?? 'Jupiter'
  const asking = (asked: ForeignAsked, request: QuoteRequest): ServiceAsk<Build> => ({
    url: `${baseUrl}/swap/v2/build?${new URLSearchParams({
      inputMint: asked.srcToken,
      outputMint: asked.dstToken,
      amount: asked.srcAmount,
      taker: asked.sender ?? asked.receiver ?? anyTaker,
      slippageBps: String(asked.slippageBps),
      ...(exchange === undefined ? {} : { dexes: exchange.labels.join(',') }),
      ...(tradesWrapped(request) ? { wrapAndUnwrapSol: 'false' } : {}),
    }).toString()}`,
    read: (body) => parseWire(buildWire, body, `The route of ${name}`),
  })
  return foreignAggregator({
    id: exchange?.id ?? 'JUPITER',
    name,
    keyVariable: `SWAPROUTE_${exchange?.id ?? 'JUPITER'}_API_KEY`,
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { 'x-api-key': apiKey },
    form: solanaForm(name, [swapProgram], exchange === undefined ? 'all' : 'own'),
    coin: wrappedSol,
    quote: (asked, request) => {
      const { url, read } = asking(asked, request)
      return { url, read: (body) => toOffer(read(body), exchange?.labels ?? null) }
    },
    build: async (order, _offer, ask) => {
      const built = await ask(asking(order, order.request))
      const bytes = compile(order.sender, built, name)
      if (bytes.length > mostTransactionBytes) {
        throw noRoute({ name, keyVariable: null }, 'the route does not fit into one transaction')
      }
      const data = Buffer.from(bytes).toString('base64')
      return { transaction: { kind: 'solana', data }, dstAmount: built.outAmount }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      const code = success ? (data.errorCode ?? data.error) : null
      return code == null
        ? null
        : { code: String(code), reason: success ? (data.error ?? null) : null }
    },
    refusals: {
      'No routes found': 'NO_ROUTE',
      'Failed to get quotes': 'NO_ROUTE',
      COULD_NOT_FIND_ANY_ROUTE: 'NO_ROUTE',
      NO_ROUTES_FOUND: 'NO_ROUTE',
      TOKEN_NOT_TRADABLE: 'NO_ROUTE',
    },
  })
}

/** @param labels of the exchange that was asked for; null: any may be on the route */
function toOffer(
  { inputMint, outputMint, inAmount, outAmount, priceImpactPct, routePlan }: Build,
  labels: readonly string[] | null,
): ForeignOffer {
  const isOther = ({ swapInfo }: (typeof routePlan)[number]): boolean =>
    labels !== null && !labels.includes(swapInfo.label)
  if (routePlan.some(isOther)) throw new Error('a route over another exchange')
  const impact = Number(priceImpactPct ?? Number.NaN) * 100
  return {
    srcToken: inputMint,
    dstToken: outputMint,
    srcAmount: inAmount,
    dstAmount: outAmount,
    ...(Number.isFinite(impact) && impact >= 0 ? { priceImpactPercent: impact } : {}),
    carry: null,
  }
}

/** The default, 200,000 for each instruction, is not enough for long routes. */
const unitLimit: WrittenInstruction = {
  program: 'ComputeBudget111111111111111111111111111111',
  accounts: [],
  data: Uint8Array.of(2, 0xc0, 0x5c, 0x15, 0), // 1,400,000, the most there is
}

/** Everything of the answer, in its order: what a swap does not need is refused by the reader. */
function compile(payer: string, built: Build, name: string): Uint8Array {
  const around = [
    ...built.computeBudgetInstructions,
    ...built.setupInstructions,
    ...(built.otherInstructions ?? []),
  ].map(toInstruction)
  const swap = toInstruction(built.swapInstruction)
  const after = [built.cleanupInstruction, built.tipInstruction].flatMap((one) =>
    one == null ? [] : [toInstruction(one)],
  )
  const named = [...around, ...after].flatMap(({ accounts }) => accounts)
  // What decides is listed in full, so that no table has to be believed.
  const plain = new Set([...named, ...swap.accounts.slice(0, 8)].map(({ address }) => address))
  try {
    return writeTransaction(
      payer,
      Uint8Array.from(built.blockhashWithMetadata.blockhash),
      [unitLimit, ...around, swap, ...after],
      built.addressesByLookupTableAddress ?? {},
      plain,
    )
  } catch (cause) {
    // Invalid addresses, another signer, more accounts than a transaction holds.
    throw unsafeForeign(name, 'E8', 'cannot be compiled', cause)
  }
}

function toInstruction({
  programId,
  accounts,
  data,
}: z.output<typeof instructionWire>): WrittenInstruction {
  return {
    program: programId,
    accounts: accounts.map(({ pubkey: address, ...use }) => ({ address, ...use })),
    data: Buffer.from(data, 'base64'),
  }
}

/** Method, where its amounts begin, and the places of what is checked among its accounts. */
const methods = [
  {
    name: 'route_v2',
    id: 'bb64facc31c4af14',
    at: 8,
    owner: 0,
    from: 1,
    to: 2,
    mint: 3,
    other: 7,
    self: 9,
  },
  {
    name: 'shared_accounts_route_v2',
    id: 'd19853937cfed8e9',
    at: 9,
    owner: 1,
    from: 2,
    to: 5,
    mint: 6,
    other: null,
    self: 11,
  },
] as const

const swapProgram: SwapProgram = { address: program, read: readRoute }

function readRoute({ accounts, data }: SolanaInstruction): SwapInstruction | null {
  const id = Buffer.from(data.subarray(0, 8)).toString('hex')
  const method = methods.find((one) => one.id === id)
  if (method === undefined || data.length < method.at + 22) return null
  const { at, owner, from, to, mint, other, self } = method
  const quoted = readU64(data, at + 8)
  const slippageBps = readU16(data, at + 16)
  // A fee of an integrator, or a share of the surplus above the price: neither was requested.
  if (readU16(data, at + 18) !== 0 || readU16(data, at + 20) !== 0) return null
  if (slippageBps > 10_000) return null
  // The program itself means no other receiver.
  if (other !== null && accounts[other] !== program) return null
  // The program lists itself for its events, and fails otherwise.
  if (accounts[self] !== program) return null
  return {
    method: method.name,
    owner: accounts[owner] ?? null,
    source: accounts[from] ?? null,
    destination: accounts[to] ?? null,
    srcMint: accounts[mint] ?? null,
    dstMint: accounts[mint + 1] ?? null,
    srcAmount: readU64(data, at),
    minOut: (quoted * BigInt(10_000 - slippageBps)) / 10_000n,
  }
}
