import { outageAsNull } from './outage.ts'
import type { Session } from './session.ts'

/** Records the receiver's balance before the payment, to measure a payout without a log. */
export async function readBaseline(session: Session): Promise<void> {
  const { context, state, append } = session
  const { dstToken, receiver } = state().plan
  const { blockchain, address, native } = dstToken
  if (blockchain === 'TON') {
    if (context.ton === undefined) return
    const { access } = context.ton
    const balance = await outageAsNull(access.readBalance(receiver, native ? null : address))
    append({
      type: 'baseline',
      blockchain,
      owner: receiver,
      balance: balance === null ? null : String(balance),
      blockNumber: null,
    })
    return
  }
  if (context.chainId(blockchain) === null || !context.hasChain(blockchain)) return
  const [balances, block] = await Promise.all([
    outageAsNull(context.evm.readBalances(blockchain, receiver, [address])),
    outageAsNull(context.evm.readBlock(blockchain)),
  ])
  const balance = balances?.[0]
  append({
    type: 'baseline',
    blockchain,
    owner: receiver,
    balance: balance === undefined ? null : String(balance),
    blockNumber: block === null ? null : String(block.number),
  })
}
