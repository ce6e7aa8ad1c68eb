import type { Token } from '../core/token.ts'
import { outageAsNull } from './outage.ts'
import type { DepositSession, Session } from './session.ts'

/** Records the receiver's balance before the payment, to measure a payout without a log. */
export async function readBaseline(session: Session): Promise<void> {
  const { context, state, append } = session
  const { dstToken, receiver } = state().plan
  const { blockchain, address, native } = dstToken
  if (blockchain !== 'TON') return await readEvmBaseline(session, dstToken, receiver)
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
}

/**
 * Records an account's balance and the block on a chain that is read here; on others nothing. An
 * outage leaves them unknown.
 */
export async function readEvmBaseline(
  { context, append }: Pick<Session | DepositSession, 'context' | 'append'>,
  { blockchain, address }: Pick<Token, 'blockchain' | 'address'>,
  owner: string,
): Promise<void> {
  if (context.chainId(blockchain) === null || !context.hasChain(blockchain)) return
  const [balances, block] = await Promise.all([
    outageAsNull(context.evm.readBalances(blockchain, owner, [address])),
    outageAsNull(context.evm.readBlock(blockchain)),
  ])
  const balance = balances?.[0]
  append({
    type: 'baseline',
    blockchain,
    owner,
    balance: balance === undefined ? null : String(balance),
    blockNumber: block === null ? null : String(block.number),
  })
}
