import { chainById } from '../../chains/chains.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { OrderCard, PartyName, ReviewReason } from '../../core/review.ts'
import type { Token } from '../../core/token.ts'
import type { PlanContext } from '../context.ts'
import type { DepositOrder } from '../planned.ts'
import { unsafe } from './unsafe.ts'

type Context = Pick<PlanContext, 'facts' | 'hasChain'>
type Order = Pick<
  DepositOrder,
  'request' | 'fromAddress' | 'receiver' | 'receiverIsDefault' | 'receiverName' | 'refundAddress'
>

/** Facts about the parties of a swap beyond their addresses, and why they are typed. */
export type Parties = {
  receiverName: string | null
  reasons: ReviewReason[]
}

/**
 * Holds the tokens and addresses of a swap against their chains (N1, A8, A9): unlisted tokens by
 * their decimals, receiver and refund address by the code they have where they come from and where
 * they are paid.
 * @throws SwaprouteError UNSAFE_ROUTE (N1), RECEIVER_REQUIRED, INVALID_ADDRESS
 */
export async function checkParties(order: Order, context: Context): Promise<Parties> {
  const { request, receiver, refundAddress } = order
  const { srcToken, dstToken } = request
  const name = context.facts.nameOf(receiver)
  const checked = await Promise.all([
    ...[srcToken, dstToken].map((token) => checkToken(token, context)),
    checkAddress(
      { address: receiver, name, paidOn: dstToken.blockchain, isDefault: order.receiverIsDefault },
      srcToken.blockchain,
      context,
    ),
    refundAddress === null
      ? []
      : checkAddress(
          {
            address: refundAddress,
            name: context.facts.nameOf(refundAddress),
            paidOn: srcToken.blockchain,
          },
          srcToken.blockchain,
          context,
        ),
  ])
  return { receiverName: name?.name ?? order.receiverName ?? null, reasons: checked.flat() }
}

/** A memo travels in the order of an exchange alone; whichever service offers the route. */
export function refuseDroppedMemo({
  request: { receiverMemo },
  route,
}: Pick<DepositOrder, 'request' | 'route'>): void {
  if (receiverMemo === undefined || route.executionKind === 'deposit') return
  throw new SwaprouteError('UNSAFE_ROUTE', 'This route cannot send a memo to the receiver.', {
    hint: 'Use a deposit route (--deposits only), or a receiver that needs no memo.',
    context: { check: 'T7' },
  })
}

/** The card with the receiver's name and the reasons about the parties to type. */
export function withParties<Card extends Pick<OrderCard, 'receiverName' | 'typedReasons'>>(
  card: Card,
  { receiverName, reasons }: Parties,
): Card {
  return {
    ...card,
    ...(receiverName === null ? {} : { receiverName }),
    typedReasons: [...reasons, ...card.typedReasons],
  }
}

/** Decimals of a token in no list come from nodes: two hosts are asked again. */
async function checkToken(token: Token, { facts, hasChain }: Context): Promise<ReviewReason[]> {
  const { blockchain, symbol, decimals } = token
  if (token.listed || token.native || !isEvm(blockchain) || !hasChain(blockchain)) return []
  const read = await facts.readDecimals(token)
  if (read.decimals !== decimals) {
    throw unsafe(
      'N1',
      `${symbol} on ${blockchain} has ${read.decimals} decimals, but the amounts were counted with ${decimals}.`,
      { blockchain, address: token.address, decimals: read.decimals, counted: decimals },
    )
  }
  return read.oneNode ? [oneNodeReason(blockchain, `the decimals of ${symbol}`)] : []
}

type Party = {
  address: string
  name: PartyName | null
  /** The chain the money arrives on. */
  paidOn: BlockchainId
  isDefault?: true | undefined
}

/**
 * The key of a plain account holds its address on every EVM chain. A contract's address on another
 * chain has no owner, or belongs to the first one who deploys a contract there.
 */
async function checkAddress(
  { address, name, paidOn, isDefault }: Party,
  srcChain: BlockchainId,
  context: Context,
): Promise<ReviewReason[]> {
  const reasons = [
    ...(name?.oneNode === true ? [oneNodeReason('ETH', name.name)] : []),
    ...(name?.moved === undefined ? [] : [movedSince(name.name, address, name.moved)]),
  ]
  if (!isEvm(paidOn)) return reasons
  // A name's own chain as well: there the address is what its owner wrote down.
  const origins = [srcChain, ...(name?.by === 'book' ? [name.blockchain] : [])]
  const others = [...new Set(origins)].filter((chain) => chain !== paidOn && isEvm(chain))
  for (const origin of others) {
    if (!context.hasChain(origin)) continue
    const there = await context.facts.isContract(origin, address)
    if (!there.isContract) continue
    const fact = `${name?.name ?? address} is a contract on ${blockchainName(origin)}`
    if (isDefault === true) throw contractPays(address, fact, paidOn)
    const here = await context.facts.isContract(paidOn, address)
    if (here.isContract && !here.oneNode) continue
    if (here.isContract) return [...reasons, oneNodeReason(paidOn, `the code of ${address}`)]
    if (name !== null) throw noSuchContract(name, fact, paidOn)
    const text = `${fact}, but there is no contract at that address on ${blockchainName(paidOn)}: without a key for that address the payment is lost.`
    return [...reasons, { code: 'no_contract', text }]
  }
  return reasons
}

function movedSince(name: string, address: string, moved: string): ReviewReason {
  const text = `${name} is ${moved} by now, not ${address}, with which the route was quoted.`
  return { code: 'name_moved', text }
}

function contractPays(address: string, fact: string, paidOn: BlockchainId): SwaprouteError {
  return new SwaprouteError(
    'RECEIVER_REQUIRED',
    `${fact}. On ${blockchainName(paidOn)} that address may have another owner or none.`,
    {
      hint: `Nothing was signed. Name the receiver with --receiver; if ${address} is yours on ${blockchainName(paidOn)} too, repeat it in full.`,
      context: { check: 'A9', address, blockchain: paidOn },
    },
  )
}

function noSuchContract(
  { name, by }: PartyName,
  fact: string,
  paidOn: BlockchainId,
): SwaprouteError {
  const chain = blockchainName(paidOn)
  return new SwaprouteError(
    'INVALID_ADDRESS',
    `${fact}, and there is no contract at that address on ${chain}.`,
    {
      hint:
        by === 'book'
          ? `Nothing was signed. Add the receiver's address on ${chain} with \`swaproute book add ${name} ${paidOn} 0x…\`, or give it with --receiver in full.`
          : `Nothing was signed. Ask the receiver for an address on ${chain}, and give it with --receiver in full.`,
      context: { check: 'A8', blockchain: paidOn },
    },
  )
}

export function oneNodeReason(blockchain: BlockchainId, facts: string): ReviewReason {
  return {
    code: 'one_node',
    text: `Only one ${blockchain} node could be asked for ${facts}.`,
  }
}

/** N1: the facts that one host alone vouches for. */
export function oneNode(
  blockchain: BlockchainId,
  facts: Readonly<Record<string, boolean>>,
): ReviewReason[] {
  const single = Object.keys(facts).filter((fact) => facts[fact])
  return single.length === 0 ? [] : [oneNodeReason(blockchain, single.join(' and '))]
}

function isEvm(blockchain: BlockchainId): boolean {
  return chainById(blockchain).addressFormat === 'evm'
}
