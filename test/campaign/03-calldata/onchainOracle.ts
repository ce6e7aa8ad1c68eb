import type { Hex } from 'viem'

import type { PoolRow } from '../../../src/providers/onchain/families/families.ts'
import type { Judgement } from '../../providers/judgeCall.ts'
import { familyCases } from '../../providers/onchain/families/cases.ts'
import { caller, readAsked } from '../../providers/onchain/families/familyCase.ts'
import { blockchainsWithRows } from '../../../src/providers/onchain/registry.ts'
import { chainRows, type DeploymentRow } from '../../../src/providers/onchain/rows.ts'
import { add, coin, give, heldOf, type Ledger, openLedger, Reverts, Unknown } from './ledger.ts'
import { isPlanForm, planOddness } from './planForm.ts'
import { type Call, readers, type RouterKind } from './routerAbis.ts'
import { type Form, runV3 } from './routerOracle.ts'
import { type Case, payer } from './swapCase.ts'
import { runUnoswap } from './unoswapOracle.ts'

/** 1inch's router, which swaps pools of plain pairs and of Uniswap V3 on these chains. */
const joiner = '0x111111125421ca6dc452d289314280a0f8842a65'
const joinedChains = 'ARBITRUM AVALANCHE BASE BSC ETH GNOSIS LINEA OPTIMISM POLYGON UNICHAIN'

function isJoined(row: DeploymentRow): boolean {
  if (!joinedChains.split(' ').includes(row.blockchain)) return false
  if (row.family === 'uniswap-v3') return row.id === 'UNI_SWAP_V3' && row.factory !== null
  return row.family === 'uniswap-v2' && row.variant === 'plain' && row.factory !== null
}

const rowAt = new Map<string, DeploymentRow>()
for (const blockchain of blockchainsWithRows()) {
  for (const row of chainRows(blockchain)?.rows ?? []) {
    const at = row.family === 'wrapped' ? row.wrapped : row.router
    rowAt.set(`${row.id} ${blockchain} ${at.toLowerCase()}`, row)
    if (isJoined(row)) rowAt.set(`${row.id} ${blockchain} ${joiner}`, row)
  }
}

/**
 * - `safe`: pays the receiver the minimum at least, takes the amount at most, does nothing else,
 *   and is written as its provider writes it: the one form of the family (one swap of an exact
 *   input, then unwrapping it where coins are bought, in the router's own wrapping), every byte as
 *   the ABI's encoder gives it. It has to be accepted.
 * - `odd`: fails as a whole, or is safe but written otherwise. Either verdict is right.
 * - `unsafe`: all the rest, also what cannot be read. It has to be refused.
 */
export function judgeOnchain({ terms, transaction }: Case): Judgement {
  const to = transaction.to.toLowerCase()
  const row = rowAt.get(`${terms.provider} ${terms.srcToken.blockchain} ${to}`)
  if (row === undefined) return { verdict: 'unsafe', why: 'no contract of the provider' }
  const ledger = openLedger(transaction.value)
  const form: Form = { isCanonical: true, names: [] }
  let failed: string | null = null
  try {
    if (to === joiner) runJoiner(row, dataOf(transaction), ledger, form)
    else run(row, dataOf(transaction), ledger, form)
  } catch (thrown) {
    if (thrown instanceof Unknown) return { verdict: 'unsafe', why: `unknown: ${thrown.message}` }
    if (!(thrown instanceof Reverts)) throw thrown
    failed = thrown.message
  }
  const harm = harmOf({ terms, transaction }, row, ledger)
  const isHarmless = harm === null || failed !== null
  if (!isHarmless) return { verdict: 'unsafe', why: harm ?? '' }
  if (failed !== null) return { verdict: 'odd', why: `reverts: ${failed}` }
  const why =
    amountTaken({ terms, transaction }, ledger) === terms.srcAmount
      ? oddness({ terms, transaction }, row, form)
      : 'swaps less than the amount'
  return why === null ? { verdict: 'safe', why: '' } : { verdict: 'odd', why }
}

function dataOf({ data }: Case['transaction']): Hex {
  return `0x${data.slice(2).toLowerCase()}`
}

function runJoiner(row: DeploymentRow, data: Hex, ledger: Ledger, form: Form): void {
  const uniswap = rowAt.get(`UNI_SWAP_V3 ${row.blockchain} ${joiner}`)
  const v3Factory = uniswap?.family === 'uniswap-v3' ? uniswap.factory : null
  const facts = { router: joiner, wrapped: row.wrapped.toLowerCase(), payer }
  runUnoswap(data, { ...facts, v3Factory: v3Factory?.toLowerCase() ?? null }, ledger, form)
}

function run(row: DeploymentRow, data: Hex, ledger: Ledger, form: Form): void {
  switch (row.family) {
    case 'wrapped':
      runWrapped(row.wrapped.toLowerCase(), data, ledger, form)
      return
    case 'uniswap-v2': {
      const call = readV2(row, data)
      if (call === null) throw new Unknown('no function of this router')
      form.isCanonical &&= call.isCanonical
      form.names.push(call.name)
      runV2(call, row.router.toLowerCase(), row.wrapped.toLowerCase(), ledger)
      return
    }
    case 'uniswap-v3': {
      const facts = { router: row.router.toLowerCase(), wrapped: row.wrapped.toLowerCase(), payer }
      runV3(data, { kind: kindOf(row, data), ...facts }, ledger, form)
      return
    }
    case 'algebra':
    case 'balancer-v2':
    case 'clober':
    case 'curve':
    case 'izumi':
    case 'maverick-v2':
    case 'polydex':
    case 'smoothy':
    case 'solidly':
    case 'synapse':
    case 'syncswap':
    case 'woofi':
      runFamily(row, data, ledger, form)
  }
}

/** The effect of a call by the family's case, with the coins that came along. */
function runFamily(row: PoolRow, data: Hex, ledger: Ledger, form: Form): void {
  const one = familyCases.find(({ family }) => family === row.family)
  const call = one === undefined ? null : readAsked(one, data)
  if (one === undefined || call === null) throw new Unknown('no function of this router')
  const value = heldOf(ledger, coin)
  if (value > 0n && !call.payable) throw new Reverts('not payable')
  const effect = one.effect(row, call, (inner) => readAsked(one, inner))
  if (effect === null) throw new Reverts(call.name)
  if (effect.coins !== undefined && effect.coins !== value) throw new Reverts('another value')
  form.names.push(call.name)
  if (effect.odd !== undefined) form.odd = effect.odd
  const { takes, to, token, least } = effect
  const isCoins = takes?.token.toLowerCase() === row.wrapped.toLowerCase() && value >= takes.amount
  if (takes === null) ledger.held.set(coin, 0n)
  else if (isCoins) add(ledger.held, coin, -takes.amount)
  else add(ledger.takes, takes.token.toLowerCase(), takes.amount)
  const account = to === caller ? payer : to.toLowerCase()
  give(ledger, row.router.toLowerCase(), account, token.toLowerCase(), least)
}

/** A router whose generation is not known is the one that the call is for. */
function kindOf(row: Extract<DeploymentRow, { family: 'uniswap-v3' }>, data: Hex): RouterKind {
  if (row.routerKind !== 'unconfirmed') return row.routerKind
  return data.startsWith('0x5ae401dc') ? 'router02' : 'router01'
}

function readV2(row: Extract<DeploymentRow, { family: 'uniswap-v2' }>, data: Hex): Call | null {
  if (row.variant === 'referrer') return readers.referrer(data)
  if (row.variant === 'stableFlags') return readers.stableFlags(data)
  const words = row.nativeWords.length === 0 ? ['ETH'] : row.nativeWords
  for (const word of words) {
    const call = readers.v2.get(word)?.(data) ?? null
    if (call !== null) return call
  }
  return null
}

/** Swaps of V2 routers: exact in or exact out, tokens or coins at either end. */
function runV2({ name, args }: Call, router: string, wrapped: string, ledger: Ledger): void {
  const isExactOut = name.includes('ForExact')
  const takesCoins = /^swap(?:Exact)?(?:ETH|AVAX|KLAY|Metis|SYS|SEI)For/.test(name)
  const givesCoins = !/For(?:Exact)?Tokens/.test(name)
  const path = args.find((arg): arg is readonly string[] => Array.isArray(arg))
  if (path === undefined || path.length < 2) throw new Reverts('path')
  const at = args.indexOf(path)
  const to = String(args[at + 1]).toLowerCase()
  if (path.some((token) => BigInt(token) === 0n)) throw new Reverts('ZERO_ADDRESS')
  const first = String(path[0]).toLowerCase()
  const last = String(path.at(-1)).toLowerCase()
  const numbers = args.slice(0, at).map((arg) => BigInt(String(arg)))
  const [input, output] = isExactOut
    ? [takesCoins ? null : numbers[1], numbers[0]]
    : [takesCoins ? null : numbers[0], numbers.at(-1)]
  if (takesCoins) {
    if (first !== wrapped) throw new Reverts('path')
    add(ledger.held, coin, -(ledger.held.get(coin) ?? 0n))
  } else {
    if ((ledger.held.get(coin) ?? 0n) > 0n) throw new Reverts('not payable')
    if (input == null || input === 0n) throw new Reverts('input')
    add(ledger.takes, first, input)
  }
  if (givesCoins && last !== wrapped) throw new Reverts('path')
  give(ledger, router, to, givesCoins ? coin : last, output ?? 0n)
}

/** WETH9: whatever it does not know is a deposit. */
function runWrapped(wrapped: string, data: Hex, ledger: Ledger, form: Form): void {
  const call = data.length < 10 ? null : readers.weth(data)
  const value = ledger.held.get(coin) ?? 0n
  ledger.held.set(coin, 0n)
  form.isCanonical &&= call?.isCanonical ?? false
  form.names.push(call?.name ?? 'fallback')
  const last = call?.args.at(-1)
  const amount = typeof last === 'bigint' ? last : 0n
  switch (call?.name ?? 'fallback') {
    case 'withdraw':
      if (value > 0n) throw new Reverts('not payable')
      add(ledger.takes, wrapped, amount)
      give(ledger, wrapped, payer, coin, amount)
      return
    case 'transfer':
      add(ledger.takes, wrapped, amount)
      give(ledger, wrapped, String(call?.args[0]).toLowerCase(), wrapped, amount)
      return
    case 'approve':
    case 'transferFrom':
      ledger.strange.push(call?.name ?? '')
      return
    default:
      give(ledger, wrapped, payer, wrapped, value)
  }
}

/** What of the terms is broken; null: nothing. */
function harmOf({ terms, transaction }: Case, row: DeploymentRow, ledger: Ledger): string | null {
  const { srcToken, dstToken, srcAmount, receiver, minimum } = terms
  const source = srcToken.native ? coin : srcToken.address.toLowerCase()
  const bought = dstToken.native ? row.wrapped : dstToken.address
  const target = isCoin(dstToken.native, row) ? coin : bought.toLowerCase()
  const taken = new Map(ledger.takes)
  if (transaction.value > 0n) add(taken, coin, transaction.value)
  for (const [token, amount] of taken) {
    if (amount > 0n && token !== source) return `takes ${token}`
    if (amount > srcAmount) return 'takes more than the amount'
  }
  const spender = transaction.approvalAddress?.toLowerCase() ?? null
  const isOwn = row.family !== 'wrapped' && spender === transaction.to.toLowerCase()
  if (spender !== null && !isOwn) return 'another account is approved'
  for (const account of ledger.paid) {
    if (account !== receiver.toLowerCase()) return `pays ${account}`
  }
  if (ledger.strange.length > 0) return `does ${ledger.strange.join(', ')}`
  const left = [...ledger.held.keys()].filter((token) => token !== coin)
  if (left.length > 0) return `leaves ${left.join(', ')} in the contract`
  const gained = ledger.gains.get(`${receiver.toLowerCase()} ${target}`) ?? 0n
  return gained < minimum ? 'pays too little, or something else' : null
}

function amountTaken({ terms, transaction }: Case, ledger: Ledger): bigint {
  if (terms.srcToken.native) return transaction.value - heldOf(ledger, coin)
  return ledger.takes.get(terms.srcToken.address.toLowerCase()) ?? 0n
}

/** CELO is a token and the coin at once: what arrives as the one is the other. */
function isCoin(native: boolean, row: DeploymentRow): boolean {
  return native && row.blockchain !== 'CELO'
}

/** Why a safe call is not written as its provider writes it; null: it is. */
function oddness({ terms, transaction }: Case, row: DeploymentRow, form: Form): string | null {
  const names = form.names.join('+')
  if (!form.isCanonical) return 'not canonical'
  if (terms.srcToken.native && transaction.approvalAddress !== null) return 'an approval of coins'
  if (form.odd !== undefined) return form.odd
  if (transaction.to.toLowerCase() === joiner) return null
  if (familyCases.some(({ family }) => family === row.family)) return null
  const data = dataOf(transaction)
  const [fromCoin, toCoin] = [terms.srcToken.native, terms.dstToken.native]
  const isKnown = honestForms(row, fromCoin, toCoin, data).includes(names)
  if (isKnown) return detailsOf(row, data)
  const isRouter02 = row.family === 'uniswap-v3' && kindOf(row, data) === 'router02'
  if (!isRouter02 || !isPlanForm(form.names)) return `form: ${names}`
  return planOddness(data, row.wrapped.toLowerCase())
}

function honestForms(row: DeploymentRow, fromCoin: boolean, toCoin: boolean, data: Hex): string[] {
  if (row.family === 'wrapped') return fromCoin ? ['deposit'] : ['withdraw']
  const givesCoins = isCoin(toCoin, row)
  if (row.family === 'uniswap-v2') {
    const taxed = 'SupportingFeeOnTransferTokens'
    const tails = { plain: ['', taxed], referrer: [taxed], twamm: [''], stableFlags: [''] }
    return (row.nativeWords.length === 0 ? ['ETH'] : row.nativeWords).flatMap((word) => {
      const [from, to] = [fromCoin ? word : 'Tokens', givesCoins ? word : 'Tokens']
      return tails[row.variant].map((tail) => `swapExact${from}For${to}${tail}`)
    })
  }
  if (row.family !== 'uniswap-v3') return []
  const kind = kindOf(row, data)
  const swap = kind === 'kyber' ? 'swapExactInput' : 'exactInput'
  const unwrap = kind === 'kyber' ? 'unwrapWeth' : 'unwrapWETH9'
  return [`${swap}Single`, swap].map((name) => {
    const inner = givesCoins ? `${name}+${unwrap}` : name
    return givesCoins || kind === 'router02' ? `multicall+${inner}` : inner
  })
}

/** What no builder writes although it would be safe: a price limit, a referrer, an unusual path. */
function detailsOf(row: DeploymentRow, data: Hex): string | null {
  const seen: Call[] = []
  if (row.family === 'uniswap-v2') {
    const call = readV2(row, data)
    if (call !== null) seen.push(call)
  } else if (row.family === 'uniswap-v3') {
    const read = readers[kindOf(row, data)]
    const outer = read(data)
    if (outer?.name !== 'multicall') seen.push(...(outer === null ? [] : [outer]))
    else {
      if (kindOf(row, data) === 'router02' && !data.startsWith('0x5ae401dc')) return 'multicall'
      for (const item of outer.args.at(-1) as Hex[]) {
        const call = read(item)
        if (call !== null) seen.push(call)
      }
    }
  }
  for (const { name, args } of seen) {
    const found = args[0] as Record<string, unknown> | undefined
    if (/Input/.test(name) && typeof found === 'object') {
      if (found['limit'] !== undefined && found['limit'] !== 0n) return 'a price limit'
      if (typeof found['tickSpacing'] === 'number' && found['tickSpacing'] < 0) return 'spacing'
      const path = found['path']
      if (typeof path === 'string' && !isWholePath(path)) return 'an odd path'
      if (/^0x0{39}[12]$/.test(String(found['recipient'])) && seen.length === 1) return 'a word'
      const swapMin = found['min'] as bigint
      const unwrap = seen[1]?.args[0]
      if (unwrap !== undefined && unwrap !== swapMin) return 'two minimums'
      const self = data.startsWith('0x5ae401dc') ? 2n : 0n
      if (unwrap !== undefined && BigInt(String(found['recipient'])) !== self) return 'two payouts'
    }
    const path = args.find((arg) => Array.isArray(arg))
    if (Array.isArray(path) && path.length > 9) return 'a long path'
    if (row.family === 'uniswap-v2' && row.variant === 'stableFlags') {
      const stable = args.at(-1)
      if (Array.isArray(stable) && Array.isArray(path) && stable.length !== path.length - 1) {
        return 'flags'
      }
    }
    if (row.family === 'uniswap-v2' && row.variant === 'referrer') {
      if (BigInt(String(args.at(-2))) !== 0n) return 'a referrer'
    }
  }
  return null
}

function isWholePath(path: string): boolean {
  const bytes = (path.length - 2) / 2
  return bytes >= 43 && (bytes - 20) % 23 === 0 && bytes <= 20 + 23 * 8
}
