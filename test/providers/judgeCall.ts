import type { EvmTransaction } from '../../src/core/transaction.ts'
import { at, put } from '../support/bodies.ts'
import {
  argumentsOf,
  callBody,
  type CallCase,
  type CallSwap,
  dataOf,
  decodeCall,
  freePaths,
  honestArguments,
  lastOf,
  place,
} from './callCase.ts'
import type { Body } from './depositSupport.ts'

// The oracle of calls: viem and the declared paths; nothing of the program's own readers is used.

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
  for (const path of call.payer) place(args, path, accepted.payer)
  for (const path of call.receiver) place(args, path, accepted.receiver)
  for (const path of call.srcAmount) put(args, path, accepted.srcAmount)
  for (const path of floorsOf(call)) put(args, path, leastOf(call, accepted))
  return args
}

/** The contract that the honest call goes to. */
function contractOf(it: CallCase): string {
  const { to } = it.wire
  return typeof to === 'string' ? String(at(callBody(it), to)) : to.contract
}

export type Judgement = { verdict: 'safe' | 'odd' | 'unsafe'; why: string }

/**
 * What a transaction does, read by viem and the declared paths; nothing of the program's own readers
 * is used. `odd`: it is harmless, and may be refused.
 */
export function judgeCall(
  usual: CallCase,
  { to, data, value, approvalAddress }: EvmTransaction,
  accepted: AcceptedCall,
): Judgement {
  const forms = (usual.forms ?? []).map((form) => ({ ...usual, ...form }))
  const it = forms.find((form) => isRead(form, data)) ?? usual
  const unsafe = (why: string): Judgement => ({ verdict: 'unsafe', why })
  const odd = (why: string): Judgement => ({ verdict: 'odd', why })
  const { call, wire } = it
  const contract = contractOf(it)
  const spender = wire.spender === null ? contract : String(at(lastOf(it).body, wire.spender))
  if (!isSame(to, contract)) return unsafe(`it calls ${to}`)
  if (approvalAddress !== null && !isSame(approvalAddress, spender)) {
    return unsafe(`${approvalAddress} is approved`)
  }
  if (value > accepted.value) return unsafe(`${value} native units go along`)
  const canonical = dataOf(it, argumentsFor(it, accepted))
  if (!isSame(data.slice(0, 10), canonical.slice(0, 10))) return unsafe('another method')
  let args: Body
  try {
    decodeCall(call.signature, data.toLowerCase())
  } catch {
    return odd('it reverts')
  }
  try {
    args = argumentsOf(it, data.toLowerCase())
  } catch {
    return unsafe('data inside that cannot be read')
  }
  const expected = new Map(leavesOf(argumentsFor(it, accepted)))
  const found = leavesOf(args)
  const isOwn = isSame(accepted.receiver, accepted.payer)
  let strange = found.length === expected.size ? null : 'more or fewer arguments'
  for (const [path, leaf] of found) {
    const honest = expected.get(path)
    if (honest === leaf) continue
    if (freePaths(call).some((free) => path === free || path.startsWith(`${free}.`))) continue
    if (isSumKept(call, expected, found, path)) strange = 'a part of the amount besides'
    else if (isProductKept(call, expected, found, path)) strange = 'another factor of the minimum'
    else if (floorsOf(call).includes(path) && isLess(honest ?? '0', leaf))
      strange = 'a larger minimum'
    else if (call.within?.includes(path) === true) strange = path
    else if (leaf === call.payerWord && call.receiver.includes(path) && isOwn) strange = path
    else if (call.harmless?.includes(path) === true) strange = path
    else if (call.alike?.[path]?.some((one) => String(one) === leaf) === true) strange = path
    else return unsafe(`${path} is ${leaf} instead of ${honest}`)
  }
  // An argument that is gone, such as the entry of a list, is no longer what was accepted.
  if (strange !== null) return odd(strange)
  if (value < accepted.value) return odd('too little goes along')
  const needsNone = it.request.srcToken.native || wire.approvesNone === true
  if (approvalAddress === null && !needsNone) return odd('no approval')
  if (approvalAddress !== null && needsNone) return odd('an approval that nothing needs')
  return isCanonical(it, args, data) ? { verdict: 'safe', why: '' } : odd('an unusual form')
}

/** Whether data are calls of this form, to the innermost. */
function isRead(it: CallCase, data: string): boolean {
  try {
    argumentsOf(it, data.toLowerCase())
    return true
  } catch {
    return false
  }
}

/** Data that hold bits beside their values are written otherwise, or cannot be written at all. */
function isCanonical(it: CallCase, args: Body, data: string): boolean {
  try {
    return dataOf(it, args) === data
  } catch {
    return false
  }
}

/** Every value of arguments as text, hex in lower case, by its path. */
export function leavesOf(value: Body, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) {
    const text = String(value)
    return [[path, /^0x[\da-f]*$/i.test(text) ? text.toLowerCase() : text]]
  }
  return Object.keys(value).flatMap((key) =>
    leavesOf(value[key], path === '' ? key : `${path}.${key}`),
  )
}

/** The minimum as the call names it, rounded up. */
function leastOf({ kept = 0n, share }: CallSwap['call'], accepted: AcceptedCall): bigint {
  const { minimum, srcAmount } = accepted
  if (share === undefined) return minimum + kept
  return (minimum * share + srcAmount - 1n) / srcAmount
}

function floorsOf({ minimum, floors = [] }: CallSwap['call']): readonly string[] {
  return [...(minimum === '' ? [] : [minimum]), ...floors]
}

/** Whether a minimum and its factor hold what was accepted together, if not each by itself. */
function isProductKept(
  { minimum, factor }: CallSwap['call'],
  expected: ReadonlyMap<string, string>,
  found: readonly (readonly [string, string])[],
  path: string,
): boolean {
  if (factor === undefined || (path !== minimum && path !== factor)) return false
  if (!expected.has(factor)) throw new Error(`${factor} is no argument`)
  const product = (leaves: ReadonlyMap<string, string>): bigint =>
    BigInt(leaves.get(minimum) ?? 0) * BigInt(leaves.get(factor) ?? 0)
  return product(new Map(found)) >= product(expected)
}

/** Whether the amount and what is taken besides hold what was accepted together. */
function isSumKept(
  { srcAmount: [amount = ''], besides }: CallSwap['call'],
  expected: ReadonlyMap<string, string>,
  found: readonly (readonly [string, string])[],
  path: string,
): boolean {
  if (besides === undefined || path !== amount) return false
  if (!expected.has(besides)) throw new Error(`${besides} is no argument`)
  const leaves = new Map(found)
  const sum = BigInt(leaves.get(amount) ?? 0) + BigInt(leaves.get(besides) ?? 0)
  return sum === BigInt(expected.get(amount) ?? 0)
}

function isLess(found: string, honest: string | undefined): boolean {
  return honest !== undefined && BigInt(found) < BigInt(honest)
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
