import type { SwapAnswer } from '../../api/schemas.ts'
import { parseTonAddress } from '../../chains/addresses/ton.ts'
import { showTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import type { RouteFacts } from '../routeFacts.ts'
import { readTonTransaction } from '../terms.ts'
import type { PlanContext, SwapOrder } from '../types.ts'
import type { Payer } from './payer.ts'
import type { TonTools } from './tools.ts'
import { depositMessage, readDeposit } from './transfer.ts'

type Messages = { messages: TonMessage[]; decoded: (DecodedTonMessage | null)[] }

/**
 * The messages of the service, or our own transfer where it gave a deposit instruction, and what
 * our own code reads in them.
 */
export async function readMessages(
  order: SwapOrder,
  { provider, routeId }: RouteFacts,
  { transaction, ...answer }: SwapAnswer,
  { raw, ownJettonWallet, ton }: Payer,
  context: Pick<PlanContext, 'confirmDeposit'>,
): Promise<Messages> {
  const { srcToken, dstToken, srcAmount, receiver } = order
  if (transaction.depositAddress != null && transaction.tonMessages == null) {
    const confirmedDeposit = (await context.confirmDeposit?.(provider, routeId)) ?? null
    const { depositAddress } = transaction
    const facts = { srcToken, srcAmount, from: raw, ownJettonWallet, confirmedDeposit }
    const message = await depositMessage({
      ...facts,
      transaction: { ...transaction, depositAddress },
    })
    return {
      messages: [srcToken.native ? await asPayable(message, ton) : asContract(message)],
      decoded: [readDeposit(depositAddress, { srcAmount, receiver, dstToken })],
    }
  }
  const messages = readTonTransaction({ transaction, ...answer }).messages.map(asContract)
  const swap = { srcToken, dstToken, fromAddress: raw }
  const decoded: (DecodedTonMessage | null)[] = []
  for (const message of messages) decoded.push(await read(message))
  return { messages, decoded }

  async function read(message: TonMessage): Promise<DecodedTonMessage | null> {
    try {
      return await ton.decodeMessage(provider, message, swap)
    } catch (thrown) {
      if (thrown instanceof RangeError) return null // cells that end where a field should be
      throw thrown
    }
  }
}

/** Exchanges and jetton wallets are contracts: what they refuse must come back. */
function asContract(message: TonMessage): TonMessage {
  const raw = toRawTonAddress(message.address)
  return raw === null ? message : { ...message, address: showTonAddress(raw, 'contract') }
}

/**
 * A deposit address in the form the order gave it; one where nothing is yet would give the money
 * back if the message allowed it.
 */
async function asPayable(message: TonMessage, { access }: TonTools): Promise<TonMessage> {
  const raw = toRawTonAddress(message.address)
  if (raw === null || parseTonAddress(message.address)?.bounceable === false) return message
  const { status } = await access.readWallet(raw)
  const form = status === 'uninitialized' ? 'wallet' : 'contract'
  return { ...message, address: showTonAddress(raw, form) }
}
