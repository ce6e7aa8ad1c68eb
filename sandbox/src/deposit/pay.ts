import * as z from 'zod/mini'
import { checkAddress } from '../../../src/chains/addresses.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { formatAmount, parseAmount } from '../../../src/core/amounts.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type {
  PlayRequest,
  PlayedPayment,
  SandboxDeposit,
} from '../../../src/core/sandboxPackage.ts'
import type { Exchange } from './exchange.ts'
import { scriptedAddress, scriptedHash } from './scripted.ts'
import { isOver, type Order } from './types.ts'

const playRequest = z.object({
  names: z.array(z.string()),
  amount: z.nullable(z.string()),
  late: z.boolean(),
  memo: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('right') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('wrong'), text: z.string() }),
  ]),
  from: z.nullable(z.string()),
  instruction: z.nullable(
    z.object({
      provider: z.string(),
      depositAddress: z.string(),
      memo: z.nullable(z.string()),
      amount: z.string(),
    }),
  ),
})

/**
 * Reads a payment request of the command line.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readPlayRequest(body: unknown): PlayRequest {
  const read = playRequest.safeParse(body)
  if (read.success) return read.data
  throw new SwaprouteError('INVALID_ARGUMENT', 'The payment request is invalid.')
}

/** The order to pay, or what the payer knows of it. */
export type Target = Pick<
  Order,
  'provider' | 'id' | 'from' | 'amountIn' | 'depositAddress' | 'depositMemo' | 'payments'
>

/** Pays on a chain that runs here; resolves to the transaction's hash and its sender. */
export type LocalPayment = (payment: {
  order: Target
  amount: bigint
  memo: string | null
  from: string | null
}) => Promise<{ hash: string; from: string }>

/**
 * Simulates a user's payment: a real transaction on local chains, a scripted one elsewhere.
 * @throws SwaprouteError SWAP_NOT_FOUND, INVALID_ARGUMENT, INVALID_ADDRESS, INVALID_AMOUNT
 */
export async function playPayment(
  exchange: Exchange,
  payLocally: LocalPayment | null,
  request: PlayRequest,
): Promise<PlayedPayment> {
  const order = findTarget(exchange, request)
  const known = 'stage' in order ? order : null
  const { blockchain, symbol, decimals } = order.from
  const amount = request.amount === null ? order.amountIn : parseAmount(request.amount, decimals)
  if (amount === 0n)
    throw new SwaprouteError('INVALID_AMOUNT', 'The amount must be greater than zero.')
  const memo = memoOf(order, request.memo)
  if (request.late && known !== null) exchange.expectLate(known)
  const paid =
    payLocally === null
      ? await playByScript(exchange, order, { amount, memo, from: request.from })
      : await payLocally({ order, amount, memo, from: request.from })
  const credited = order.depositMemo === memo
  if (!credited && known !== null) exchange.expire(known, 'memo')
  return {
    provider: order.provider,
    orderId: order.id,
    blockchain,
    symbol,
    amount: formatAmount(amount, decimals),
    depositAddress: order.depositAddress,
    memo,
    from: paid.from,
    hash: paid.hash,
    onChain: payLocally !== null,
    credited,
  }
}

/** The order with one of the names; of several with one address, the newest open one. */
export function findTarget(
  exchange: Exchange,
  { names, instruction }: Pick<PlayRequest, 'names' | 'instruction'>,
): Order | Target {
  const orders = exchange.orders()
  const isOf = ({ provider }: Order): boolean =>
    instruction === null || provider === instruction.provider
  for (const name of names) {
    const named = orders.filter(
      (order) =>
        isOf(order) &&
        (order.id === name || order.depositMemo === name || isSameText(order.depositAddress, name)),
    )
    const isMeant = (order: Order): boolean =>
      order.stage !== 'quoted' || order.depositMemo === name || order.id === name
    const order =
      named.filter(isMeant).findLast((one) => !isOver(one)) ?? named.filter(isMeant).at(-1)
    if (order !== undefined) return order
  }
  const model = orders.findLast(
    (order) =>
      isOf(order) &&
      order.stage === 'quoted' &&
      instruction !== null &&
      isSameText(order.depositAddress, instruction.depositAddress),
  )
  if (model !== undefined && instruction !== null) {
    const { provider, id, from, depositAddress, payments } = model
    const amountIn = parseAmount(instruction.amount, from.decimals)
    const depositMemo = instruction.memo
    return { provider, id, from, depositAddress, payments, amountIn, depositMemo }
  }
  throw new SwaprouteError('SWAP_NOT_FOUND', 'No exchange of the sandbox has this order.', {
    hint: 'Use its number, receipt id or deposit address; `sandbox deposit` lists them.',
  })
}

async function playByScript(
  exchange: Exchange,
  order: Target,
  payment: { amount: bigint; memo: string | null; from: string | null },
): Promise<{ hash: string; from: string }> {
  const { provider, id, payments, from: coin, depositAddress } = order
  const { blockchain } = coin
  const from =
    payment.from === null
      ? scriptedAddress(blockchain, 'customer')
      : checkAddress(chainById(blockchain), payment.from).address
  const hash = scriptedHash(blockchain, `${provider} ${id} paid ${payments.length} ${payment.memo}`)
  const incoming = {
    hash,
    from,
    to: depositAddress,
    coinAddress: coin.address,
    amount: payment.amount,
    memo: payment.memo,
    atMs: exchange.now(),
  }
  await exchange.receive(incoming, blockchain)
  return { hash, from }
}

function memoOf({ depositMemo }: Target, memo: PlayRequest['memo']): string | null {
  if (memo.kind === 'right') return depositMemo
  if (depositMemo === null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'This order takes no memo.', {
      hint: 'Leave --memo and --without-memo out.',
    })
  }
  return memo.kind === 'none' ? null : memo.text
}

function isSameText(a: string, b: string): boolean {
  return a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

/** Newest first; unpaid quotes are not orders. */
export function listOrders(exchange: Exchange): SandboxDeposit[] {
  return exchange
    .orders()
    .filter(({ stage }) => stage !== 'quoted')
    .map(toRow)
    .reverse()
}

function toRow(order: Order): SandboxDeposit {
  const { from, to } = order
  return {
    provider: order.provider,
    orderId: order.id,
    stage: order.stage,
    blockchain: from.blockchain,
    symbol: from.symbol,
    amount: formatAmount(order.amountIn, from.decimals),
    depositAddress: order.depositAddress,
    memo: order.depositMemo,
    toBlockchain: to.blockchain,
    toSymbol: to.symbol,
    receiver: order.receiver,
    createdAtMs: order.createdAtMs,
    payment: order.payments.at(-1)?.hash ?? null,
    settlement: order.payout?.hash ?? order.refund?.hash ?? null,
  }
}
