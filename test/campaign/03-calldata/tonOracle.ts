import { Address, Cell, type Slice } from '@ton/core'

import type { Token } from '../../../src/core/token.ts'
import type { TonMessage } from '../../../src/core/transaction.ts'
import {
  nativeVault,
  poolOf as findPool,
  vaultOf as findVault,
} from '../../providers/dedust/support.ts'
import { nowMs } from '../../providers/depositSupport.ts'
import { routerV1, routerV2 } from '../../providers/stonfi/support.ts'
import type { Honest } from '../../providers/tonHostile.ts'
import {
  notcoin,
  payer,
  raw,
  toncoin,
  usdt,
  walletOf as findWallet,
} from '../../providers/tonSupport.ts'
import type { Judgement } from '../../providers/judgeCall.ts'
import { type Exchange, tonco, type TonTemplate } from './tonCases.ts'

// Reads messages with @ton/core alone, by the exchanges' own documents, and derives what they do.

const nano = 1_000_000_000n
/** Less than this, and no exchange can carry out its instruction. */
const leastForward = nano / 100n
const mostAttached = (nano * 11n) / 10n

/** Addresses follow from others by hashing, and always the same ones are asked for. */
const found = new Map<string, string>()
function known(name: string, find: () => string): string {
  const address = found.get(name) ?? find()
  found.set(name, address)
  return address
}
const poolOf = (a: Token, b: Token): string =>
  known(`pool ${a.address} ${b.address}`, () => findPool(a, b))
const vaultOf = (token: Token): string => known(`vault ${token.address}`, () => findVault(token))
const walletOf = (master: string, owner: string): string =>
  known(`wallet ${master} ${owner}`, () => findWallet(master, owner))

/** What cannot be read, or what steals. */
class Unsafe extends Error {}
/** Safe, but not as any builder writes it. */
class Odd extends Error {}

/** A swap as its instruction describes it. */
type Swap = { sold: bigint; least: bigint; attached: bigint }

export function judgeTon(
  { request, messages, dstMinAmount }: Honest,
  { provider, exchanges }: TonTemplate,
): Judgement {
  const odd: string[] = []
  try {
    if (messages.length < 1 || messages.length > 4) throw new Unsafe('number of messages')
    const usable = exchangesOf(provider.ids[0] ?? '', exchanges)
    const swaps = messages.map((message) => readMessage(message, request, usable, odd))
    const sum = (pick: (swap: Swap) => bigint): bigint =>
      swaps.reduce((total, swap) => total + pick(swap), 0n)
    const sold = sum((swap) => swap.sold)
    if (sold > request.srcAmount) throw new Unsafe('sells more than the amount')
    if (sum((swap) => swap.least) < dstMinAmount) throw new Unsafe('enforces too little')
    if (sold < request.srcAmount) odd.push('sells less than the amount')
    return { verdict: odd.length === 0 ? 'safe' : 'odd', why: odd.join(', ') }
  } catch (thrown) {
    if (thrown instanceof Unsafe) return { verdict: 'unsafe', why: thrown.message }
    if (thrown instanceof Odd) return { verdict: 'odd', why: thrown.message }
    throw thrown
  }
}

/** What each adapter may use. */
function exchangesOf(id: string, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (id === 'STONFI') return ['stonfi1', 'stonfi2']
  return id === 'COFFEE_SWAP' ? ['stonfi1', 'stonfi2', 'dedust', 'tonco'] : exchanges
}

type Request = Honest['request']

function readMessage(
  message: TonMessage,
  request: Request,
  usable: readonly Exchange[],
  odd: string[],
): Swap {
  const { srcToken } = request
  if (message.stateInit !== null) throw new Unsafe('code goes along')
  const to = rawOf(message.address)
  const body = cellOf(message.payload)
  const swap = srcToken.native
    ? readCoins(to, message.amount, body, request, usable, odd)
    : readJettons(to, message.amount, body, request, usable, odd)
  if (swap.attached < 0n || swap.attached > mostAttached) throw new Unsafe('attached coins')
  return swap
}

function readJettons(
  to: string,
  amount: bigint,
  body: Cell,
  request: Request,
  usable: readonly Exchange[],
  odd: string[],
): Swap {
  const { srcToken } = request
  if (to !== walletOf(srcToken.address, payer)) throw new Unsafe('another jetton wallet')
  const { sold, destination, response, forward, instruction } = readTransfer(body, odd)
  if (response !== raw(payer)) throw new Unsafe('the rest goes to another account')
  if (forward > amount || forward < leastForward) throw new Unsafe('the notification')
  const exchange = usable.find((one) => takerOf(one, srcToken) === destination)
  if (exchange === undefined) throw new Unsafe('jettons for another account')
  const least = readInstruction(exchange, instruction, request, odd)
  return { sold, least, attached: amount }
}

function readCoins(
  to: string,
  amount: bigint,
  body: Cell,
  request: Request,
  usable: readonly Exchange[],
  odd: string[],
): Swap {
  const slice = body.beginParse()
  const op = tried(() => slice.clone().loadUint(32))
  if (to === nativeVault && usable.includes('dedust')) {
    if (op !== 0xea06185d) throw new Unsafe('no swap')
    tried(() => slice.skip(96))
    const sold = tried(() => slice.loadCoins())
    const least = readDedust(slice, request, odd)
    return { sold, least, attached: amount - sold }
  }
  if (to === routerV1.ptonWallet && usable.includes('stonfi1')) {
    const { sold, destination, forward, instruction, response } = readTransfer(body, odd)
    if (destination !== routerV1.router) throw new Unsafe('another router')
    if (response !== null && response !== raw(payer)) odd.push('a response')
    if (forward < leastForward) throw new Unsafe('the notification')
    return {
      sold,
      least: readInstruction('stonfi1', instruction, request, odd),
      attached: amount - sold,
    }
  }
  const exchange = usable.find(
    (one) =>
      (one === 'stonfi2' && to === routerV2.ptonWallet) ||
      (one === 'tonco' && to === tonco.ptonWallet),
  )
  if (exchange === undefined || op !== 0x01f3835d) throw new Unsafe('coins for another account')
  tried(() => slice.skip(96))
  const sold = tried(() => slice.loadCoins())
  const refund = loadAddress(slice)
  if (refund !== null && refund !== raw(payer)) throw new Unsafe('a refund to another account')
  if (refund === null) odd.push('no account for a refund')
  const instruction = loadEither(slice, odd)
  requireEnd(slice, odd)
  return {
    sold,
    least: readInstruction(exchange, instruction, request, odd),
    attached: amount - sold,
  }
}

function readTransfer(body: Cell, odd: string[]) {
  const slice = body.beginParse()
  if (tried(() => slice.loadUint(32)) !== 0x0f8a7ea5) throw new Unsafe('no transfer')
  tried(() => slice.skip(64))
  const sold = tried(() => slice.loadCoins())
  const destination = loadAddress(slice)
  const response = loadAddress(slice)
  if (tried(() => slice.loadMaybeRef()) !== null) throw new Unsafe('an order to the jetton wallet')
  const forward = tried(() => slice.loadCoins())
  const instruction = loadEither(slice, odd)
  requireEnd(slice, odd)
  return { sold, destination, response, forward, instruction }
}

/** Who takes a jetton for an exchange. */
function takerOf(exchange: Exchange, token: Token): string {
  const takers: Record<Exchange, string> = {
    stonfi1: routerV1.router,
    stonfi2: routerV2.router,
    dedust: vaultOf(token),
    tonco: tonco.router,
  }
  return takers[exchange]
}

/** The least output that an instruction enforces for the right receiver and token. */
function readInstruction(exchange: Exchange, cell: Cell, request: Request, odd: string[]): bigint {
  const slice = cell.beginParse()
  const op = tried(() => slice.loadUint(32))
  const ops: Record<Exchange, number> = {
    stonfi1: 0x25938561,
    stonfi2: 0x6664de2a,
    dedust: 0xe3a0d482,
    tonco: 0xa7fb58f8,
  }
  if (op !== ops[exchange]) throw new Unsafe('no swap')
  if (exchange === 'dedust') return readDedust(slice, request, odd)
  const { dstToken } = request
  const places = exchange === 'tonco' ? tonco : exchange === 'stonfi1' ? routerV1 : routerV2
  const wanted = dstToken.native ? places.ptonWallet : walletOf(dstToken.address, places.router)
  if (loadAddress(slice) !== wanted) throw new Unsafe('another token')
  if (exchange === 'stonfi2') return readStonfi2(slice, request, odd)
  if (exchange === 'tonco') tried(() => slice.skip(160)) // a price limit only gives money back
  const least = tried(() => slice.loadCoins())
  requireReceiver(loadAddress(slice), request)
  if (exchange === 'tonco') {
    if (tried(() => slice.loadMaybeRef()) !== null) throw new Unsafe('a further order')
  } else if (tried(() => slice.loadBit())) loadAddress(slice) // a referrer, out of the exchange's fee
  requireEnd(slice, odd)
  return least
}

/** Unix seconds of a moment to come, within the hours a swap may take. */
function isNear(deadlineSeconds: number): boolean {
  const left = deadlineSeconds - nowMs / 1000
  return left > 0 && left <= 6 * 3_600
}

function readStonfi2(slice: Slice, request: Request, odd: string[]): bigint {
  const [refund, excesses] = [loadAddress(slice), loadAddress(slice)]
  if (refund !== null && refund !== raw(payer)) throw new Unsafe('a refund to another account')
  if (refund === null) odd.push('no account for a refund')
  const owners = [raw(payer), raw(request.receiver ?? payer)]
  if (excesses !== null && !owners.includes(excesses)) throw new Unsafe('fees for another account')
  const deadline = tried(() => slice.loadUintBig(64))
  if (!isNear(Number(deadline))) odd.push('over, or far away')
  const terms = tried(() => slice.loadRef()).beginParse()
  requireEnd(slice, odd)
  const least = tried(() => terms.loadCoins())
  requireReceiver(loadAddress(terms), request)
  tried(() => terms.loadCoins())
  const onward = tried(() => terms.loadMaybeRef())
  tried(() => terms.loadCoins())
  const onRefund = tried(() => terms.loadMaybeRef())
  if (onward !== null || onRefund !== null) throw new Unsafe('a further order')
  tried(() => terms.skip(16))
  loadAddress(terms) // a referrer, whose share is off before the minimum is compared with the rest
  requireEnd(terms, odd)
  return least
}

/** Steps from pool to pool; the last one's limit is the one that counts. */
function readDedust(
  slice: Slice,
  { srcToken, dstToken, receiver }: Request,
  odd: string[],
): bigint {
  let token = srcToken
  let least = 0n
  let step: Slice | null = slice
  for (let index = 0; step !== null; index += 1) {
    const current: Slice = step
    const pool = loadAddress(current)
    const next = [toncoin, usdt, notcoin].find(
      (other) => other !== token && poolOf(token, other) === pool,
    )
    if (next === undefined) throw new Unsafe('another pool')
    if (tried(() => current.loadBit())) throw new Unsafe('a limit of another kind')
    least = tried(() => current.loadCoins())
    const following = tried(() => current.loadMaybeRef())
    if (index > 0) requireEnd(current, odd)
    if (index > 3) throw new Odd('a long path')
    token = next
    step = following?.beginParse() ?? null
  }
  if (token !== dstToken) throw new Unsafe('another token')
  const params = tried(() => slice.loadRef()).beginParse()
  requireEnd(slice, odd)
  const deadline = tried(() => params.loadUint(32))
  if (deadline !== 0 && !isNear(deadline)) odd.push('over, or far away')
  const recipient = loadAddress(params) ?? raw(payer)
  if (recipient !== raw(receiver ?? payer)) throw new Unsafe('another receiver')
  loadAddress(params) // a referrer, who is only notified of the swap
  const orders = [tried(() => params.loadMaybeRef()), tried(() => params.loadMaybeRef())]
  if (orders.some((order) => order !== null)) odd.push('words for the receiver')
  requireEnd(params, odd)
  return least
}

function requireReceiver(address: string | null, { receiver }: Request): void {
  if ((address ?? raw(payer)) !== raw(receiver ?? payer)) throw new Unsafe('another receiver')
}

function requireEnd(slice: Slice, odd: string[]): void {
  if (slice.remainingBits > 0 || slice.remainingRefs > 0) odd.push('more than is read')
}

/** What is inline in place of a reference is read alike. */
function loadEither(slice: Slice, odd: string[]): Cell {
  if (tried(() => slice.loadBit())) return tried(() => slice.loadRef())
  odd.push('inline')
  const cell = slice.asCell()
  slice.skip(slice.remainingBits)
  while (slice.remainingRefs > 0) slice.loadRef()
  return cell
}

function loadAddress(slice: Slice): string | null {
  return tried(() => slice.loadMaybeAddress())?.toRawString() ?? null
}

function tried<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new Unsafe('cannot be read')
  }
}

function cellOf(payload: string | null): Cell {
  return tried(() => Cell.fromBase64(payload ?? ''))
}

function rawOf(address: string): string {
  return tried(() => Address.parse(address).toRawString())
}
