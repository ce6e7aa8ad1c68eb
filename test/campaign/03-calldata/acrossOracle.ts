import {
  type Abi,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'

import {
  arbWeth,
  handler,
  logEntry,
  periphery,
  peripheryAbi,
  pool,
  poolAbi,
  usdc,
} from '../../providers/across/calls.ts'
import { weth } from './acrossCases.ts'
import type { Judgement } from '../../providers/judgeCall.ts'
import { type Case, payer } from './swapCase.ts'

// What a deposit is sure to do, by viem with the ABI of Across' own package and by the sources of
// its contracts: who is paid on arrival, and who gets the money back without a delivery.

const coin = '0x0000000000000000000000000000000000000000'
const instructions = parseAbiParameters(
  '((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient) instructions',
)
const handled: Abi = parseAbi([
  'function drainLeftoverTokens(address token, address destination)',
  'function makeCallWithBalance(address target, bytes callData, uint256 value, (address token, uint256 offset)[] replacement)',
  'function withdraw(uint256 amount)',
  'function transfer(address to, uint256 amount)',
])

const logged: Abi = parseAbi(['function emitData(bytes data)'])

class Unsafe extends Error {}
class Odd extends Error {}

type Deposit = {
  depositor: string
  recipient: string
  inputToken: string
  inputAmount: bigint
  outputToken: string
  outputAmount: bigint
  chainId: bigint
  message: Hex
}

export function judgeAcross(given: Case): Judgement {
  const odd: string[] = []
  try {
    const found = readCall(given, odd)
    checkTaken(given, found)
    checkPaid(given, found, odd)
    return odd.length === 0 ? { verdict: 'safe', why: '' } : { verdict: 'odd', why: odd.join(', ') }
  } catch (thrown) {
    if (thrown instanceof Unsafe) return { verdict: 'unsafe', why: thrown.message }
    if (thrown instanceof Odd) return { verdict: 'odd', why: thrown.message }
    throw thrown
  }
}

function readCall({ transaction }: Case, odd: string[]): Deposit {
  const to = transaction.to.toLowerCase()
  const data: Hex = `0x${transaction.data.slice(2).toLowerCase()}`
  const abi =
    to === pool.toLowerCase() ? poolAbi : to === periphery.toLowerCase() ? peripheryAbi : null
  if (abi === null) throw new Unsafe('another contract')
  const { functionName, args } = tried(() => decodeFunctionData({ abi, data }))
  if (args === undefined) throw new Unsafe(functionName)
  const again = attempt(() => encodeFunctionData({ abi, functionName, args }))
  if (again !== data) odd.push('not canonical')
  switch (functionName) {
    case 'deposit':
    case 'depositV3': {
      const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, chainId] =
        args
      return {
        depositor: asAddress(depositor),
        recipient: asAddress(recipient),
        inputToken: asAddress(inputToken),
        outputToken: asAddress(outputToken),
        inputAmount: inputAmount as bigint,
        outputAmount: outputAmount as bigint,
        chainId: chainId as bigint,
        message: args[11] as Hex,
      }
    }
    case 'depositNative': {
      requirePool(args[0])
      return {
        depositor: asAddress(args[1]),
        recipient: asAddress(args[2]),
        inputToken: asAddress(args[3]),
        inputAmount: args[4] as bigint,
        outputToken: asAddress(args[5]),
        outputAmount: args[6] as bigint,
        chainId: args[7] as bigint,
        message: args[12] as Hex,
      }
    }
    case 'swapAndBridge':
      return readSwap(args[0] as Record<string, unknown>, odd)
    default:
      throw new Unsafe(`calls ${functionName}`)
  }
}

function readSwap(swap: Record<string, unknown>, odd: string[]): Deposit {
  requirePool(swap['spokePool'])
  const fees = swap['submissionFees'] as { amount: bigint }
  if (fees.amount > 0n) odd.push('a fee')
  if (Number(swap['transferType']) > 2) odd.push('fails: no such way of paying')
  const deposit = swap['depositData'] as Record<string, unknown>
  const outputAmount = deposit['outputAmount'] as bigint
  // An unfilled deposit gives back what the swap gave, which is this at the least.
  const isUsdc = asAddress(deposit['inputToken']) === usdc.toLowerCase()
  if (!isUsdc) throw new Unsafe('bridges something else')
  if ((swap['minExpectedInputTokenAmount'] as bigint) < outputAmount) {
    throw new Unsafe('the swap may give less than is promised')
  }
  return {
    depositor: asAddress(deposit['depositor']),
    recipient: asAddress(deposit['recipient']),
    inputToken: asAddress(swap['swapToken']),
    inputAmount: swap['swapTokenAmount'] as bigint,
    outputToken: asAddress(deposit['outputToken']),
    outputAmount,
    chainId: deposit['destinationChainId'] as bigint,
    message: deposit['message'] as Hex,
  }
}

/** What leaves the payer, and who gets it back. */
function checkTaken({ terms, transaction }: Case, found: Deposit): void {
  const { srcToken, srcAmount } = terms
  const { value, approvalAddress } = transaction
  const source = srcToken.native ? weth.toLowerCase() : srcToken.address.toLowerCase()
  if (value !== (srcToken.native ? srcAmount : 0n)) throw new Unsafe('another value')
  const spender = approvalAddress?.toLowerCase() ?? null
  if (spender !== null && spender !== transaction.to.toLowerCase()) throw new Unsafe('a spender')
  if (srcToken.native && found.inputToken !== source) throw new Odd('fails: coins for a token')
  if (found.inputToken !== source) throw new Unsafe('takes another token')
  if (found.inputAmount > srcAmount) throw new Unsafe('takes more than the amount')
  if (found.depositor !== payer) throw new Unsafe('a refund to another account')
  if (srcToken.native && spender !== null) throw new Odd('an approval of coins')
  if (found.inputAmount < srcAmount) throw new Odd('takes less than the amount')
}

function checkPaid({ terms }: Case, found: Deposit, odd: string[]): void {
  const { dstToken, receiver, minimum, dstChainId } = terms
  if (found.chainId !== BigInt(dstChainId ?? 0)) throw new Unsafe('another chain')
  const target = dstToken.native ? coin : dstToken.address.toLowerCase()
  if (found.message === '0x') {
    // The pool unwraps for people by itself: its wrapped token reaches them as coins.
    const given =
      found.outputToken === arbWeth.toLowerCase() && dstToken.native ? coin : found.outputToken
    if (found.recipient !== receiver.toLowerCase()) throw new Unsafe('another receiver')
    if (given !== target) throw new Unsafe('another token')
    if (found.outputAmount < minimum) throw new Unsafe('too little')
    return
  }
  if (found.recipient !== handler.toLowerCase()) {
    throw found.recipient === receiver.toLowerCase()
      ? new Odd('a message')
      : new Unsafe('another handler')
  }
  const gains = deliver(found, receiver.toLowerCase(), odd)
  if ((gains.get(`${receiver.toLowerCase()} ${target}`) ?? 0n) < minimum)
    throw new Unsafe('too little')
}

/** Runs the instructions of a handler for the money. */
function deliver(
  { message, outputToken, outputAmount }: Deposit,
  receiver: string,
  odd: string[],
): Map<string, bigint> {
  const [{ calls, fallbackRecipient }] = tried(() => decodeAbiParameters(instructions, message))
  const again = attempt(() => encodeAbiParameters(instructions, [{ calls, fallbackRecipient }]))
  if (again !== message) odd.push('a message that is not canonical')
  const fallback = fallbackRecipient.toLowerCase()
  // Any call may fail for reasons of its own, and then this account has it all.
  if (![coin, receiver, payer].includes(fallback)) throw new Unsafe('another fallback')
  const held = new Map([[outputToken, outputAmount]])
  const gains = new Map<string, bigint>()
  const of = (token: string): bigint => held.get(token) ?? 0n
  const move = (token: string, to: string, amount: bigint): void => {
    if (amount > of(token)) throw failed(fallback)
    held.set(token, of(token) - amount)
    gains.set(`${to} ${token}`, (gains.get(`${to} ${token}`) ?? 0n) + amount)
  }
  const unwrap = (amount: bigint): void => {
    if (outputToken !== arbWeth.toLowerCase() || amount > of(outputToken)) throw failed(fallback)
    held.set(outputToken, of(outputToken) - amount)
    held.set(coin, of(coin) + amount)
  }
  for (const { target, callData, value } of calls) {
    const to = target.toLowerCase()
    if (to === logEntry.target.toLowerCase() && value === 0n) {
      if (!callData.startsWith(logEntry.callData.slice(0, 10))) throw failed(fallback)
      const log = attempt(() => decodeFunctionData({ abi: logged, data: callData }))
      if (log === null || attempt(() => encodeFunctionData({ abi: logged, ...log })) !== callData) {
        odd.push('a log entry that is not canonical')
      }
      continue
    }
    if (callData === '0x') {
      move(coin, to, value)
      continue
    }
    if (value > 0n) throw new Unsafe('coins along with a call')
    const call = attempt(() => decodeFunctionData({ abi: handled, data: callData }))
    if (call === null) throw new Unsafe('an unknown call on arrival')
    if (attempt(() => encodeFunctionData({ abi: handled, ...call })) !== callData) {
      odd.push('a call on arrival that is not canonical')
    }
    const args: readonly unknown[] = call.args ?? []
    if (to === handler.toLowerCase() && call.functionName === 'drainLeftoverTokens') {
      const [token, to] = [asAddress(args[0]), asAddress(args[1])]
      if (of(token) === 0n && to !== receiver) odd.push('hands nothing to another account')
      move(token, to, of(token))
    } else if (to === handler.toLowerCase() && call.functionName === 'makeCallWithBalance') {
      const said = JSON.stringify(args, (_, one: unknown) =>
        typeof one === 'bigint' ? String(one) : one,
      ).toLowerCase()
      const all = `"0x2e1a7d4d${'0'.repeat(64)}","0",[{"token":"${outputToken}","offset":"4"}]`
      if (said !== `["${outputToken}",${all}]`) throw new Unsafe('another call with the balance')
      unwrap(of(outputToken))
    } else if (to === outputToken && call.functionName === 'transfer') {
      move(outputToken, asAddress(args[0]), args[1] as bigint)
    } else if (to === outputToken && call.functionName === 'withdraw') {
      unwrap(args[0] as bigint)
    } else throw new Unsafe('an unknown call on arrival')
  }
  if (fallback !== coin) {
    for (const token of [outputToken, coin]) if (of(token) > 0n) move(token, fallback, of(token))
  }
  const kinds = [...gains].filter(([name, amount]) => name.startsWith(receiver) && amount > 0n)
  if (kinds.length > 1) odd.push('in several kinds')
  if (fallback === coin && (of(outputToken) > 0n || of(coin) > 0n)) odd.push('leaves some behind')
  return gains
}

/** A delivery that fails goes to the fallback; without one the deposit goes back to the payer. */
function failed(fallback: string): Error {
  if (fallback === coin || fallback === payer) return new Odd('cannot be delivered')
  return new Unsafe('fails, and another account may get it')
}

function requirePool(address: unknown): void {
  if (String(address).toLowerCase() !== pool.toLowerCase()) throw new Unsafe('another pool')
}

/** An address, or the word that holds one; anything in its upper bytes is another address. */
function asAddress(value: unknown): string {
  const text = String(value).toLowerCase()
  if (text.length === 42) return text
  if (!text.startsWith(`0x${'0'.repeat(24)}`)) throw new Unsafe('no address of an EVM chain')
  return `0x${text.slice(26)}`
}

function tried<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new Unsafe('cannot be read')
  }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
