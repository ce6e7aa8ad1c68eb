import BigNumber from 'bignumber.js'
import {
  type AbiFunction,
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'

import type { ErrorCode } from '../../src/core/errors.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { QuoteRequest } from '../../src/core/quote.ts'
import type { StatusName } from '../../src/core/status.ts'
import type { Provider } from '../../src/providers/types.ts'
import { at, put } from '../support/bodies.ts'
import type { CaseSource } from './caseSource.ts'
import { type Body, evm, type Exchange } from './depositSupport.ts'

/** Base address of every service of such a case. */
export const serviceUrl = 'https://service.test'

/** The answer with the call, both to be bent: its body, and the decoded arguments. */
export type CallAnswer = { body: Body; args: Body }

/** Name, rule that refuses it, and the change. */
export type HostileCall = readonly [
  name: string,
  rule: string,
  bend: (answer: CallAnswer) => unknown,
]

/** A provider on one of the kits of EVM calls, as data for every suite. */
export type CallCase = CallSwap & {
  source?: CaseSource
  create: (baseUrl: string) => Provider
  /** Whose payment its own is by the hash alone: it calls that provider's contract; absent: its own. */
  foundAs?: ProviderId
  /** Status and body in place of the quote, and the code. */
  refusals: readonly (readonly [number, Body, ErrorCode])[]
  /** How an order is reported; absent where the service is not asked for a state. */
  orders?: {
    /** The calls of a status whose answer has this word and these transactions. */
    told(word: string, hashes?: OrderHashes): readonly Exchange[]
    /** The same where only the payment is known; absent: the same calls. */
    byPayment?(told: readonly Exchange[], paid: string): readonly Exchange[]
    /**
     * The payment does not name the bought token, and the service does not report it: by the hash alone
     * nothing is confirmed.
     */
    isUnread?: true
    /** The provider that finds it so, where it needs a key for that. */
    finder?: (baseUrl: string) => Provider
    /** Its words, and what they are without evidence; no word alone is an end. */
    words: readonly (readonly [string, StatusName])[]
    done: string
    /** Absent: it reports no refund. */
    refunded?: string
    /** Changes that make an answer that of another order. */
    foreign: readonly (readonly [string, (body: Body) => void])[]
  }
  /**
   * Further swaps that every suite runs, by what they are ("native coins", "through the forwarder"):
   * what differs from the first one.
   */
  more?: Readonly<Record<string, Partial<CallSwap>>>
}

/** One swap of a case: what is asked for, what the service answers, and the call of it. */
export type CallSwap = {
  request: QuoteRequest & { fromAddress: string; receiver: string }
  /** A quote and what follows it; the last answer holds the call, unless it is made here. */
  honest: readonly Exchange[]
  /**
   * The transaction where the program writes the call itself, from the terms of the answers: `to`,
   * `data` and `value` are paths of it. The service cannot bend it; a foreign backend can.
   */
  made?: { to: string; data: Hex; value: string }
  /**
   * Calls that the program may write in place of its own where the answers ask for another form,
   * such as another version of the contract. Each is judged by its own paths, by the same terms.
   */
  forms?: readonly Required<Pick<CallSwap, 'made' | 'call'>>[]
  /** Paths in the answers: of the quote, and of the call. */
  wire: {
    /** Expected output; the first is what the quote promises. */
    quotedOut: readonly string[]
    /** Decimals of these amounts, where they are in whole tokens; absent: in base units. */
    outDecimals?: number
    /**
     * Where the answers name a fee in place of the output: what it is deducted from, in whole tokens.
     */
    feeIsOf?: string
    /** Absent where only the quote has it. */
    builtOut: readonly string[]
    /** Each is null where the quote does not repeat it. */
    srcAmount: string | null
    srcToken: string | null
    dstToken: string | null
    /** The contract itself where the answer does not name it. */
    to: string | { contract: string }
    data: string
    value: string
    /** Null where it is always the contract that is called. */
    spender: string | null
    /** The contract burns the tokens or is paid in coins: an approval is not asked for. */
    approvesNone?: true
    /** Of a fixed fee in native coins, in both answers. */
    fee: string | null
  }
  /** The call it may ask for, by paths of its decoded arguments. */
  call: {
    signature: string
    payer: readonly string[]
    receiver: readonly string[]
    srcToken: readonly string[]
    dstToken: readonly string[]
    srcAmount: readonly string[]
    /** Empty: the amount is the minimum, or the output floats. */
    minimum: string
    /** Units of the minimum that the contract retains, so that the argument is above it; absent: 0. */
    kept?: bigint
    /** The minimum is named as its share of the amount, in parts of this number; absent: as itself. */
    share?: bigint
    /** Further amounts above which the contract pays nothing: as high as the minimum, or higher. */
    floors?: readonly string[]
    dstChain: string | null
    /**
     * Arguments that may be anything, and why no value of them harms (docs/safety.md E16); every
     * other one is as in the honest call.
     */
    free: Readonly<Record<string, string>>
    /**
     * Arguments that are data themselves, which are decoded in their place, outer ones first: by the
     * signature of a function, or by types.
     */
    inner?: readonly (readonly [path: string, form: string])[]
    /** Base units in one unit of the amount as the call counts; absent: 1. */
    unit?: bigint
    /**
     * The minimum is what the fees in the call leave of the amount: base units bought for one sold, as
     * numerator and denominator. Absent: it is named as such.
     */
    rest?: readonly [bigint, bigint]
    /** A factor of the minimum: their product is at least that of the honest call. */
    factor?: string
    /** What is taken besides the amount: together they are that of the honest call. */
    besides?: string
    /** Arguments that are allowed within limits, such as moments; the hostile calls hold the limits. */
    within?: readonly string[]
    /** What replaces the payer in the place of the receiver; absent: the payer is named too. */
    payerWord?: string
    /** Further values that mean the same. */
    alike?: Readonly<Record<string, readonly unknown[]>>
    /** Arguments whose other values are harmless, and may be refused: a deadline. */
    harmless?: readonly string[]
    /** The destination chain of another call, as its argument has it; absent: 10. */
    otherChain?: unknown
    /** Of calls with an order behind their arguments; absent: by the signature alone. */
    codec?: CallCodec
  }
  /** What only this service could hide in a call. */
  hostile: readonly HostileCall[]
}

/** How the arguments of a call and the order behind them are read and written. */
export type CallCodec = {
  encode(args: Body): Hex
  /** @throws where it is another method, or no such data */
  decode(data: string): Body
  /** The same in the answer with the call. */
  readBody(body: Body): Body
  writeBody(body: Body, args: Body): void
}

export type OrderHashes = { paid?: string; payout?: string; refund?: string }

/** Arguments of which every value is harmless, for one reason. */
export function because(reason: string, ...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, reason]))
}

/**
 * What a case calls free.
 * @throws where it does not say why
 */
export function freePaths({ free }: Pick<CallSwap['call'], 'free'>): string[] {
  for (const [path, reason] of Object.entries(free)) {
    if (!/\w+(?:\W+\w+){3}/.test(reason)) throw new Error(`why is any value of ${path} harmless?`)
  }
  return Object.keys(free)
}

type Inner = CallSwap['call']['inner']

export function encodeCall(signature: string, args: Body, inner: Inner = []): Hex {
  const whole = structuredClone(args)
  for (const [path, form] of inner.toReversed()) put(whole, path, encoded(form, at(whole, path)))
  return encoded(signature, whole)
}

/** @throws where it is another method, or no such data */
export function decodeCall(signature: string, data: string, inner: Inner = []): Body {
  const whole = decoded(signature, data)
  for (const [path, form] of inner) put(whole, path, decoded(form, String(at(whole, path))))
  return whole
}

function encoded(form: string, args: Body): Hex {
  const { selector, inputs } = readForm(form)
  return `0x${selector}${encodeAbiParameters(inputs, args).slice(2)}`
}

function decoded(form: string, data: string): Body {
  const { selector, inputs } = readForm(form)
  const start = 2 + selector.length
  if (data.slice(2, start).toLowerCase() !== selector) throw new Error('another method')
  return structuredClone(decodeAbiParameters(inputs, `0x${data.slice(start)}`))
}

type Form = { selector: string; inputs: readonly AbiParameter[] }
const forms = new Map<string, Form>()

/** A form as read once: the campaign writes and reads each many thousand times. Types have no selector. */
function readForm(form: string): Form {
  const known = forms.get(form)
  if (known !== undefined) return known
  const read = form.startsWith('function')
    ? {
        selector: toFunctionSelector(form).slice(2),
        inputs: (parseAbi([form]) as readonly AbiFunction[]).flatMap(({ inputs }) => inputs),
      }
    : { selector: '', inputs: parseAbiParameters(form) }
  forms.set(form, read)
  return read
}

/** The call data of these arguments. */
export function dataOf({ call }: Pick<CallCase, 'call'>, args: Body): Hex {
  const { codec, signature, inner } = call
  return codec === undefined ? encodeCall(signature, args, inner) : codec.encode(args)
}

/**
 * The arguments in call data.
 * @throws where it is another method, or no such data
 */
export function argumentsOf({ call }: Pick<CallCase, 'call'>, data: string): Body {
  const { codec, signature, inner } = call
  return codec === undefined ? decodeCall(signature, data, inner) : codec.decode(data)
}

/** Puts an account or token into arguments, as a 32-byte word where the honest one is written so. */
export function place(args: Body, path: string, value: unknown): void {
  const isWord = /^0x[\da-f]{64}$/i.test(String(at(args, path)))
  const isAccount = /^0x[\da-f]{40}$/i.test(String(value))
  put(args, path, isWord && isAccount ? wordOf(String(value)) : value)
}

/** An EVM address as a 32-byte word. */
export function wordOf(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** An output in an answer; where that names a fee, what the fee leaves. */
export function outAt({ wire }: Pick<CallSwap, 'wire'>, body: Body, path: string): unknown {
  return restOf(wire, at(body, path))
}

/** Puts an output, or the fee that leaves it; what is no amount as it is. */
export function putOut(
  { wire }: Pick<CallSwap, 'wire'>,
  body: Body,
  path: string,
  amount: unknown,
): void {
  put(body, path, restOf(wire, amount))
}

function restOf({ feeIsOf }: CallSwap['wire'], amount: unknown): unknown {
  const isAmount = typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount)
  return feeIsOf === undefined || !isAmount
    ? amount
    : new BigNumber(feeIsOf).minus(amount).toFixed()
}

export function lastOf({ honest }: CallCase): Exchange {
  const last = honest.at(-1)
  if (last === undefined) throw new Error('a case ends with its call')
  return last
}

export function firstOf({ honest }: CallCase): Exchange {
  const [first] = honest
  if (first === undefined) throw new Error('a case begins with its quote')
  return first
}

/** Where the honest call is: the last answer, or what is made of it. */
export function callBody(it: CallCase): Body {
  return it.made ?? lastOf(it).body
}

export function honestArguments(it: CallCase): Body {
  return argumentsIn(it, callBody(it))
}

function argumentsIn(it: CallCase, body: Body): Body {
  const { codec } = it.call
  return codec === undefined
    ? argumentsOf(it, String(at(body, it.wire.data)))
    : structuredClone(codec.readBody(body))
}

/** The body of an answer with its call bent. */
export function bendCall(it: CallCase, body: Body, bend: HostileCall[2]): void {
  const honest = String(at(body, it.wire.data))
  const answer = { body, args: argumentsIn(it, body) }
  bend(answer)
  // Call data that the change wrote itself stay as they are.
  if (at(body, it.wire.data) !== honest) return
  if (it.call.codec === undefined) put(body, it.wire.data, dataOf(it, answer.args))
  else it.call.codec.writeBody(body, answer.args)
}

/** The calls of the case, its own call bent. */
export function bentExchanges(it: CallCase, bend: HostileCall[2]): Exchange[] {
  const last = lastOf(it)
  const body: Body = structuredClone(last.body)
  bendCall(it, body, bend)
  return [...it.honest.slice(0, -1), { ...last, body }]
}

const mallory = evm('mallory')

/** What every service of this kind could ask for, and the rule that refuses it. */
export function usualBends({ wire, call }: CallCase): readonly HostileCall[] {
  const inBody = (path: string, change: (old: unknown) => unknown): HostileCall[2] => {
    return ({ body }) => put(body, path, change(at(body, path)))
  }
  const inCall = (paths: readonly string[], change: (old: Body) => unknown): HostileCall[2] => {
    return ({ args }) => {
      for (const path of paths) place(args, path, change(at(args, path)))
    }
  }
  const each = (name: string, paths: readonly string[]): HostileCall[] =>
    paths.map((path) => [`${name} at ${path}`, 'E8', inCall([path], () => mallory)])
  return [
    ...(typeof wire.to === 'string'
      ? ([['another contract', 'E2', inBody(wire.to, () => mallory)]] as const)
      : []),
    ...(wire.spender === null
      ? []
      : ([['another spender', 'E3', inBody(wire.spender, () => mallory)]] as const)),
    ['extra value', 'E5', inBody(wire.value, (old) => String(BigInt(String(old)) + 1n))],
    ...each('another receiver', call.receiver),
    ...each('another payer', call.payer),
    ...each('another token sold', call.srcToken),
    ...each('another token bought', call.dstToken),
    ...(call.srcAmount.length === 0
      ? []
      : ([['a larger amount', 'E5', inCall(call.srcAmount, (old) => old + 1n)]] as const)),
    ...(call.minimum === ''
      ? []
      : ([
          ['a smaller minimum', 'E9', inCall([call.minimum], (old) => old / 2n)],
          ['no minimum', 'E9', inCall([call.minimum], () => 0n)],
        ] as const)),
    ...(call.floors ?? []).map(
      (path) => [`less at ${path}`, 'E9', inCall([path], (old) => old / 2n)] as const,
    ),
    ...(call.dstChain === null
      ? []
      : ([
          ['another chain', 'E8', inCall([call.dstChain], () => call.otherChain ?? 10n)],
        ] as const)),
    ['bytes behind the call', 'E8', inBody(wire.data, (old) => `${String(old)}00`)],
    ['half a call', 'E8', inBody(wire.data, (old) => String(old).slice(0, -64))],
    ['another method', 'E8', inBody(wire.data, (old) => `0x12345678${String(old).slice(10)}`)],
  ]
}
