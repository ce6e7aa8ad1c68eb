/** What a trade has moved, read from the chains, and what it has moved by its journal. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Block,
  BlockNotFoundError,
  createWalletClient,
  erc20Abi,
  http,
  type Transaction,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SwapReceipt } from '../../src/execution/receipts.ts'
import type { Order } from '../../sandbox/src/deposit/types.ts'
import { nativeAddress } from './cliSandbox.ts'
import type { End } from './killRun.ts'
import { minedReceipt } from './minedReceipt.ts'
import { addressToPay, type OwnSwap, type PlayMoney } from './playMoney.ts'
import { type Trade, usdc } from './trades.ts'

/** Balances by chain, token and owner. */
export type Balances = Map<string, bigint>
export type Look = { block: bigint; nonce: number; balances: Balances; allowance: bigint }

/** An allowance from before the swap, so that it has to be reset first. */
const strayAllowance = 5n
const approveSelector = '0x095ea7b3'
const transferSelector = '0xa9059cbb'
/** Chains that run here; what moves elsewhere is played by script. */
const localChains = ['ETH', 'ARBITRUM', 'TON']

/** Of the accounts a trade touches. */
export async function look(world: PlayMoney, trade: Trade): Promise<Look> {
  const { src, target, payer } = trade.kind
  const eth = world.reader('ETH')
  // The block first: what is mined meanwhile is looked at twice rather than never.
  const block = await eth.client.getBlockNumber({ cacheTime: 0 })
  const owner = payer === 'hand' ? null : world.addressOf(trade.account, payer)
  const places = placesOf(world, trade)
  const amounts = await Promise.all(
    places.map(([chain, token, who]) => world.holds(chain, token, who)),
  )
  return {
    block,
    nonce: owner === null ? 0 : await numberOf(world, trade, owner),
    balances: new Map(places.map((place, index) => [keyOf(...place), amounts[index] ?? 0n])),
    allowance:
      owner === null || target === null ? 0n : await eth.allowance(src.token, owner, target),
  }
}

function placesOf(world: PlayMoney, trade: Trade): [chain: string, token: string, who: string][] {
  const { src, dst, payer } = trade.kind
  const owner = payer === 'hand' ? null : world.addressOf(trade.account, payer)
  const receiver = trade.receiver ?? owner ?? ''
  const arrival: [string, string, string] = [dst.blockchain, dst.token, receiver]
  if (owner === null) return [arrival]
  return [[src.blockchain, src.token, owner], [src.blockchain, '', owner], arrival]
}

/** Transactions an account has made; of a wallet on TON the messages it has taken. */
async function numberOf(world: PlayMoney, { kind }: Trade, owner: string): Promise<number> {
  if (kind.payer === 'ton') return await world.ton.seqno(owner)
  const address: `0x${string}` = `0x${owner.slice(2)}`
  const query = { address, blockTag: 'pending' as const }
  return await world.reader('ETH').client.getTransactionCount(query)
}

export function differences(before: Look, after: Look): string[] {
  const problems = [...after.balances].flatMap(([key, amount]) => {
    const was = before.balances.get(key)
    return was === amount ? [] : [`without a record: ${key} ${amount} instead of ${was}`]
  })
  if (after.nonce !== before.nonce) problems.push('without a record: a number was used')
  if (after.allowance !== before.allowance) problems.push('without a record: the allowance changed')
  return problems
}

/** Everything that is wrong with how a trade ended. */
export async function judgeTrade(
  world: PlayMoney,
  trade: Trade,
  before: Look,
  ended: OwnSwap,
  wanted: readonly End[],
): Promise<string[]> {
  const { receipt } = ended
  if (receipt === null) return ['the receipt cannot be read']
  const after = await look(world, trade)
  const problems: string[] = []
  const state = receipt.state
  if (!wanted.some((end) => end === state)) problems.push(`the journal says ${state}`)
  const isPaid = state !== 'abandoned'
  const { payer } = trade.kind
  if (payer === 'evm') problems.push(...(await judgeEvm(world, trade, before, after, ended)))
  if (payer === 'ton' && after.nonce - before.nonce !== (isPaid ? 1 : 0)) {
    problems.push(`double payment: the wallet took ${after.nonce - before.nonce} messages`)
  }
  problems.push(...judgeSignatures(ended, payer !== 'hand' && isPaid ? 1 : 0))
  problems.push(...judgeOrders(world, trade, ended))
  const moves: Balances = new Map()
  addMoves(moves, world, trade, receipt)
  for (const [key, amount] of after.balances) {
    const moved = amount - (before.balances.get(key) ?? 0n)
    const said = moves.get(key) ?? 0n
    if (moved !== said) problems.push(`${key} moved ${moved}, the journal says ${said}`)
  }
  return problems
}

/** Adds what a trade has moved by the journal, base units. */
export function addMoves(
  moves: Balances,
  world: PlayMoney,
  { kind, account, receiver }: Pick<Trade, 'kind' | 'account' | 'receiver'>,
  { spent, feesPaid, gasSpent, received, state }: SwapReceipt,
): void {
  const owner = kind.payer === 'hand' ? null : world.addressOf(account, kind.payer)
  const add = (who: string | null, moved: SwapReceipt['spent'], sign: bigint): void => {
    if (who === null || moved === null) return
    const { blockchain, address, native } = moved.token
    if (!localChains.includes(blockchain)) return
    const key = keyOf(blockchain, native ? '' : address, who)
    moves.set(key, (moves.get(key) ?? 0n) + sign * moved.amount)
  }
  add(owner, spent, -1n)
  add(owner, feesPaid, -1n)
  add(owner, gasSpent, -1n)
  add(state === 'refunded' ? owner : (receiver ?? owner), received, 1n)
}

export function keyOf(blockchain: string, token: string, owner: string): string {
  const name = token === '' || token === nativeAddress ? 'coin' : token
  return [blockchain, name, owner]
    .map((text) => (isHex(text) ? text.toLowerCase() : text))
    .join(' ')
}

function isHex(text: string): boolean {
  return text.startsWith('0x')
}

/** The account's own transactions since: one payment, approvals, and no allowance afterwards. */
async function judgeEvm(
  world: PlayMoney,
  trade: Trade,
  before: Look,
  after: Look,
  ended: OwnSwap,
): Promise<string[]> {
  const { target } = trade.kind
  const owner = world.addressOf(trade.account, 'evm')
  const problems: string[] = []
  const expectSame = (what: string, found: unknown, right: unknown): void => {
    if (found !== right) problems.push(`${what}: ${String(found)} instead of ${String(right)}`)
  }
  const own = await transactionsOf(world, owner, before.block + 1n)
  const paidTo = target ?? addressToPay(ended) ?? 'nobody'
  const payments = own.filter(({ to, input }) =>
    target === null
      ? isSame(to, usdc.token) &&
        input.startsWith(transferSelector) &&
        isSame(`0x${input.slice(34, 74)}`, paidTo)
      : isSame(to, target),
  )
  const approvals = own.filter(
    ({ to, input }) => isSame(to, usdc.token) && input.startsWith(approveSelector),
  )
  const { state } = ended.receipt ?? {}
  const count = state === 'abandoned' ? 0 : 1
  expectSame(payments.length > count ? 'double payment' : 'payments', payments.length, count)
  expectSame('other transactions', own.length - payments.length - approvals.length, 0)
  expectSame('numbers used', after.nonce - before.nonce, own.length)
  for (const { hash } of payments) {
    const { status } = await world.reader('ETH').client.getTransactionReceipt({ hash })
    expectSame(`payment ${hash}`, status, state === 'failed' ? 'reverted' : 'success')
  }
  // What was there before a swap that never came to approve anything is not its own.
  const wasTouched = approvals.length > 0 || payments.length > 0
  if (wasTouched) expectSame('allowance', after.allowance, 0n)
  if (wasTouched && target !== null) expectSame('allowance told', ended.receipt?.allowanceLeft, 0n)
  return problems
}

function judgeSignatures({ records }: OwnSwap, wanted: number): string[] {
  const count = (type: string): number =>
    records.filter(({ event }) => event.type === type && 'leg' in event && event.leg === 'pay')
      .length
  const signed = count('signed') + count('ton_signed') - count('expired')
  return signed === wanted ? [] : [`the journal holds ${signed} signed payments, not ${wanted}`]
}

/** One order at the exchange, paid once by what the journal names, paid out once. */
function judgeOrders(world: PlayMoney, { kind, receiver }: Trade, { receipt }: OwnSwap): string[] {
  if (receiver === null || receipt === null) return []
  // Relay makes an address with each quote: unpaid ones are no orders.
  const isOrder = ({ payments }: Order): boolean => kind.provider !== 'relay' || payments.length > 0
  const orders = world.ordersFor(receiver).filter(isOrder)
  const problems: string[] = []
  const [order] = orders
  if (orders.length > 1) problems.push(`double payment: ${orders.length} orders were opened`)
  if (receipt.state === 'abandoned') {
    if (order !== undefined && order.payments.length > 0) problems.push('an ended order was paid')
    return problems
  }
  if (order === undefined) return ['there is no order']
  if (kind.hand?.memo !== undefined) return problems
  if (order.payments.length !== 1) problems.push(`the order has ${order.payments.length} payments`)
  const transfer = receipt.state === 'refunded' ? order.refund : order.payout
  if (transfer?.done !== true) return [...problems, 'the exchange has not paid out']
  const received = receipt.received?.amount
  if (received !== undefined && received !== transfer.amount) {
    problems.push(`the exchange paid ${transfer.amount}, the journal says ${received}`)
  }
  const [payment] = order.payments
  const { spent, hashes } = receipt
  if (spent !== null && spent.amount !== payment?.amount) {
    problems.push(`the exchange got ${payment?.amount}, the journal says ${spent.amount}`)
  }
  // On TON the exchange sees its own account's transaction.
  if (kind.payer === 'evm' && !isSame(payment?.hash ?? null, hashes.source ?? '')) {
    problems.push(`the exchange saw ${payment?.hash}, the journal says ${hashes.source}`)
  }
  return problems
}

function isSame(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}

async function transactionsOf(
  world: PlayMoney,
  owner: string,
  fromBlock: bigint,
): Promise<Transaction[]> {
  const blocks = await blocksSince(world, fromBlock)
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ from }) => isSame(from, owner))
}

/** Where another swap's blocks are taken back meanwhile, all of them are read again. */
async function blocksSince(world: PlayMoney, fromBlock: bigint): Promise<Block<bigint, true>[]> {
  const { client } = world.reader('ETH')
  for (let tries = 1; ; tries += 1) {
    const last = await client.getBlockNumber({ cacheTime: 0 })
    const count = Math.max(0, Number(last - fromBlock) + 1)
    const numbers = Array.from({ length: count }, (_, i) => fromBlock + BigInt(i))
    try {
      return await Promise.all(
        numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
      )
    } catch (thrown) {
      if (tries === 10 || !(thrown instanceof BlockNotFoundError)) throw thrown
      await pause(100)
    }
  }
}

/** So that a swap has to reset it first; nothing where the trade needs no allowance. */
export async function leaveStrayAllowance(world: PlayMoney, trade: Trade): Promise<void> {
  const { target } = trade.kind
  if (target === null) return
  const chain = world.info.chains.find(({ blockchain }) => blockchain === 'ETH')
  const wallet = createWalletClient({
    account: privateKeyToAccount(world.account(trade.account).privateKey),
    transport: http(chain?.rpcUrl),
  })
  const hash = await wallet.writeContract({
    chain: null,
    address: usdc.token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [target, strayAllowance],
  })
  await minedReceipt(world.reader('ETH').client, hash)
}
