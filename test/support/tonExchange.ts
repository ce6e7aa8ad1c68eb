import { Address, beginCell, comment } from '@ton/core'
import {
  type BlockchainTransaction,
  internal,
  type SandboxContract,
  type TreasuryContract,
} from '@ton/sandbox'
import { showTonAddress } from '../../src/chains/ton/address.ts'
import { readBoc } from '../../src/chains/ton/boc.ts'
import { readJettonTransfer } from '../../src/chains/ton/jettons.ts'
import { readCell } from '../../src/chains/ton/reader.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../src/core/transaction.ts'
import type { Mood, TonSwapWorld } from './tonExecution.ts'
import type { Wish } from './requests.ts'

/** What the exchange wants to be attached for its work; most of it is given back. */
const attached = 300_000_000n
/** Opcode of the test exchange's one instruction: amount, least output, receiver. */
const swapOp = 0x5a5a0001

export function outputOf({ srcToken, srcAmount }: Wish): bigint {
  return srcToken.native ? (srcAmount * 3n) / 1000n : (srcAmount * 1000n) / 3n
}

function instruction(amount: bigint, minimum: bigint, receiver: string) {
  return beginCell()
    .storeUint(swapOp, 32)
    .storeCoins(amount)
    .storeCoins(minimum)
    .storeAddress(Address.parse(receiver))
    .endCell()
}

/** What the service builds: the same instruction alone, or around it a transfer of jettons. */
export async function messagesFor(
  { exchange, wallet, jetton }: TonSwapWorld,
  wish: Wish,
  receiver: string,
): Promise<TonMessage[]> {
  const minimum = (outputOf(wish) * 995n) / 1000n
  const body = instruction(wish.srcAmount, minimum, receiver)
  if (wish.srcToken.native) {
    const payload = body.toBoc().toString('base64')
    const amount = wish.srcAmount + attached
    return [{ address: showTonAddress(exchange, 'contract'), amount, payload, stateInit: null }]
  }
  const transfer = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(1, 64)
    .storeCoins(wish.srcAmount)
    .storeAddress(Address.parse(exchange))
    .storeAddress(Address.parse(wallet))
    .storeMaybeRef(null)
    .storeCoins(200_000_000n)
    .storeBit(true)
    .storeRef(body)
    .endCell()
  return [
    {
      address: showTonAddress(await jetton.walletOf(wallet), 'contract'),
      amount: attached,
      payload: transfer.toBoc().toString('base64'),
      stateInit: null,
    },
  ]
}

/** Our own reading of the instruction, as an adapter would do it. */
export function decodeFor(
  { exchange, usdt }: TonSwapWorld,
  message: TonMessage,
  srcToken: Token,
): DecodedTonMessage | null {
  if (message.payload === null) return null
  const body = readBoc(message.payload)
  const transfer = srcToken.native ? null : readJettonTransfer(body)
  const reader = readCell(transfer?.forwardPayload ?? body)
  if (reader.uint(32) !== swapOp) return null
  const [srcAmount, minOut, recipient] = [reader.coins(), reader.coins(), reader.address()]
  return {
    method: 'test swap',
    target: exchange,
    trusted: false,
    srcAmount,
    recipient,
    refundTo: null,
    dstToken: srcToken.native ? usdt.address : zeroAddress,
    minOut,
    deadlineSeconds: null,
  }
}

/** What the exchange did about a payment that reached it; base units of the two tokens. */
export type Deal = { amount: bigint; mood: Mood; delivered: bigint; returned: bigint }

/** Plays the exchange: whatever reached it is swapped, returned or retained. */
export async function exchangeReacts(
  world: TonSwapWorld,
  exchange: SandboxContract<TreasuryContract>,
  transactions: readonly BlockchainTransaction[],
): Promise<readonly BlockchainTransaction[]> {
  const { wallet, jetton, chain } = world
  const own = BigInt(`0x${world.exchange.slice(2)}`)
  const results: BlockchainTransaction[] = []
  const pay = async (to: string, value: bigint, body = comment('')): Promise<void> => {
    const message = internal({
      from: exchange.address,
      to: Address.parse(to),
      value,
      bounce: false,
      body,
    })
    results.push(...(await chain.chain.sendMessage(message)).transactions)
  }
  for (const { address, inMessage } of transactions) {
    if (address !== own || inMessage?.info.type !== 'internal') continue
    const slice = inMessage.body.beginParse()
    if (slice.remainingBits < 32) continue
    const op = slice.loadUint(32)
    // A notification of jettons carries the instruction behind its own words.
    const isNotice = op === 0x7362d09c
    const order = isNotice ? noticeOf(slice) : op === swapOp ? slice : null
    if (order === null) continue
    const [amount, minimum, receiver] = [order.loadCoins(), order.loadCoins(), order.loadAddress()]
    const { mood } = world
    const deal: Deal = { amount, mood, delivered: 0n, returned: 0n }
    world.deals.push(deal)
    if (mood === 'keep') continue
    const to = receiver.toRawString()
    const out = (minimum * 1000n) / 995n
    const isHalf = mood === 'half' || mood === 'part'
    const share = isHalf ? out / 2n : out
    if (mood === 'refund' || mood === 'part') {
      const back = mood === 'part' ? amount / 2n : amount
      deal.returned = back
      if (isNotice) results.push(...(await jetton.mintQuietly(wallet, back)))
      else await pay(wallet, back)
    }
    if (mood !== 'refund') {
      deal.delivered = share
      if (isNotice) await pay(to, share)
      else results.push(...(await jetton.mintQuietly(to, share)))
    }
    // What was not used, as exchanges give it back.
    const excesses = beginCell().storeUint(0xd53276db, 32).storeUint(0, 64).endCell()
    await pay(wallet, isNotice ? 150_000_000n : 250_000_000n, excesses)
  }
  return results
}

type Slice = ReturnType<ReturnType<typeof beginCell>['asSlice']>

function noticeOf(slice: Slice): Slice | null {
  slice.loadUint(64)
  slice.loadCoins()
  slice.loadAddress()
  const payload = slice.loadBit() ? slice.loadRef().beginParse() : slice
  return payload.remainingBits >= 32 && payload.loadUint(32) === swapOp ? payload : null
}
