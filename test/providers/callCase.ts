import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'

import type { ErrorCode } from '../../src/core/errors.ts'
import type { QuoteRequest } from '../../src/core/quote.ts'
import type { StatusWord } from '../../src/core/status.ts'
import type { EvmTransaction } from '../../src/core/transaction.ts'
import type { Provider } from '../../src/providers/types.ts'
import { at, put } from '../support/bodies.ts'
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
  create: (baseUrl: string) => Provider
  /** Status and body in place of the quote, and the code. */
  refusals: readonly (readonly [number, Body, ErrorCode])[]
  /** How an order is told; absent where the service is not asked for a state. */
  orders?: {
    /** The calls of a status whose answer has this word and these transactions. */
    told(word: string, hashes?: OrderHashes): readonly Exchange[]
    /** Its words, and what they are without evidence; none of them is an end. */
    words: readonly (readonly [string, StatusWord])[]
    done: string
    refunded: string
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
  /** A quote and what follows it; the last answer holds the call. */
  honest: readonly Exchange[]
  /** Paths in the answers: of the quote, and of the call. */
  wire: {
    /** Expected output; the first is what the quote promises. */
    quotedOut: readonly string[]
    builtOut: readonly string[]
    srcAmount: string
    srcToken: string
    dstToken: string
    to: string
    data: string
    value: string
    /** Null where it is always the contract that is called. */
    spender: string | null
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
    minimum: string
    dstChain: string | null
    /** Arguments that may be anything; every other one is as in the honest call. */
    free: readonly string[]
    /** What stands for the payer in the place of the receiver; absent: the payer is named too. */
    payerWord?: string
    /** Further values that mean the same. */
    alike?: Readonly<Record<string, readonly unknown[]>>
  }
  /** What only this service could hide in a call. */
  hostile: readonly HostileCall[]
}

export type OrderHashes = { paid?: string; payout?: string; refund?: string }

export function encodeCall(signature: string, args: Body): Hex {
  return encodeFunctionData({ abi: parseAbi([signature]), args } as never)
}

/** @throws where it is another method, or no such data */
export function decodeCall(signature: string, data: string): Body {
  const { args } = decodeFunctionData({ abi: parseAbi([signature]), data: data as Hex }) as Body
  return structuredClone(args)
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

export function honestArguments(it: CallCase): Body {
  return decodeCall(it.call.signature, String(at(lastOf(it).body, it.wire.data)))
}

/** The body of an answer with its call bent. */
export function bendCall(it: CallCase, body: Body, bend: HostileCall[2]): void {
  const honest = String(at(body, it.wire.data))
  const answer = { body, args: decodeCall(it.call.signature, honest) }
  bend(answer)
  // Call data that the change wrote itself stay as they are.
  if (at(body, it.wire.data) === honest) {
    put(body, it.wire.data, encodeCall(it.call.signature, answer.args))
  }
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
      for (const path of paths) put(args, path, change(at(args, path)))
    }
  }
  const each = (name: string, paths: readonly string[]): HostileCall[] =>
    paths.map((path) => [`${name} at ${path}`, 'E8', inCall([path], () => mallory)])
  return [
    ['another contract', 'E2', inBody(wire.to, () => mallory)],
    ...(wire.spender === null
      ? []
      : ([['another spender', 'E3', inBody(wire.spender, () => mallory)]] as const)),
    ['extra value', 'E5', inBody(wire.value, (old) => String(BigInt(String(old)) + 1n))],
    ...each('another receiver', call.receiver),
    ...each('another payer', call.payer),
    ...each('another token sold', call.srcToken),
    ...each('another token bought', call.dstToken),
    ['a larger amount', 'E5', inCall(call.srcAmount, (old) => old + 1n)],
    ['a smaller minimum', 'E9', inCall([call.minimum], (old) => old / 2n)],
    ['no minimum', 'E9', inCall([call.minimum], () => 0n)],
    ...(call.dstChain === null
      ? []
      : ([['another chain', 'E8', inCall([call.dstChain], () => 10n)]] as const)),
    ['bytes behind the call', 'E8', inBody(wire.data, (old) => `${String(old)}00`)],
    ['half a call', 'E8', inBody(wire.data, (old) => String(old).slice(0, -64))],
    ['another method', 'E8', inBody(wire.data, (old) => `0x12345678${String(old).slice(10)}`)],
  ]
}

/** What was accepted: nothing of it comes from the service. */
export type AcceptedCall = {
  payer: string
  receiver: string
  srcAmount: bigint
  minimum: bigint
  /** Native coins that go along. */
  value: bigint
}

/** The honest arguments of a swap with these terms. */
export function argumentsFor(it: CallCase, accepted: AcceptedCall): Body {
  const args = honestArguments(it)
  const { call } = it
  for (const path of call.payer) put(args, path, accepted.payer)
  for (const path of call.receiver) put(args, path, accepted.receiver)
  for (const path of call.srcAmount) put(args, path, accepted.srcAmount)
  put(args, call.minimum, accepted.minimum)
  return args
}

export type Judgement = { verdict: 'safe' | 'odd' | 'unsafe'; why: string }

/**
 * What a transaction does, read by viem and the declared paths; nothing of the program's own readers
 * is used. `odd`: it harms none, and may be refused.
 */
export function judgeCall(
  it: CallCase,
  { to, data, value, approvalAddress }: EvmTransaction,
  accepted: AcceptedCall,
): Judgement {
  const unsafe = (why: string): Judgement => ({ verdict: 'unsafe', why })
  const odd = (why: string): Judgement => ({ verdict: 'odd', why })
  const { call, wire } = it
  const contract = String(at(lastOf(it).body, wire.to))
  const spender = wire.spender === null ? contract : String(at(lastOf(it).body, wire.spender))
  if (!isSame(to, contract)) return unsafe(`it calls ${to}`)
  if (approvalAddress !== null && !isSame(approvalAddress, spender)) {
    return unsafe(`${approvalAddress} is approved`)
  }
  if (value > accepted.value) return unsafe(`${value} native units go along`)
  const canonical = encodeCall(call.signature, argumentsFor(it, accepted))
  if (!isSame(data.slice(0, 10), canonical.slice(0, 10))) return unsafe('another method')
  let args: Body
  try {
    args = decodeCall(call.signature, data.toLowerCase())
  } catch {
    return odd('it reverts')
  }
  const expected = new Map(leavesOf(argumentsFor(it, accepted)))
  const found = leavesOf(args)
  const isOwn = isSame(accepted.receiver, accepted.payer)
  let strange = found.length === expected.size ? null : 'more or fewer arguments'
  for (const [path, leaf] of found) {
    const honest = expected.get(path)
    if (honest === leaf) continue
    if (call.free.some((free) => path === free || path.startsWith(`${free}.`))) continue
    if (path === call.minimum && BigInt(leaf) > accepted.minimum) strange = 'a larger minimum'
    else if (leaf === call.payerWord && call.receiver.includes(path) && isOwn) strange = path
    else if (call.alike?.[path]?.some((one) => String(one) === leaf) === true) strange = path
    else return unsafe(`${path} is ${leaf} instead of ${honest}`)
  }
  // An argument that is gone, such as the entry of a list, is no longer what was accepted.
  if (strange !== null) return odd(strange)
  if (value < accepted.value) return odd('too little goes along')
  const { native } = it.request.srcToken
  if (approvalAddress === null && !native) return odd('no approval')
  if (approvalAddress !== null && native) return odd('an approval of native coins')
  return isCanonical(call.signature, args, data)
    ? { verdict: 'safe', why: '' }
    : odd('an unusual form')
}

/** Data that hold bits beside their values are written otherwise, or cannot be written at all. */
function isCanonical(signature: string, args: Body, data: string): boolean {
  try {
    return encodeCall(signature, args) === data
  } catch {
    return false
  }
}

/** Every value of arguments, as lower-case text, by its path. */
export function leavesOf(value: Body, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value).toLowerCase()]]
  return Object.keys(value).flatMap((key) =>
    leavesOf(value[key], path === '' ? key : `${path}.${key}`),
  )
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
