import { ethCall } from '../http/rpcWire.ts'
import { chainById } from '../chains/chains.ts'
import { decodeUint, encodeAllowance, encodeBalanceOf } from '../chains/evm/erc20.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ErrorCode } from '../core/errors.ts'
import { gasCostOf, type Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { RpcCall, RpcClient } from '../http/types.ts'

/** Null: not answered by the chain. */
export type WalletState = {
  balance: bigint | null
  native: bigint | null
  /** By spender. */
  allowances: Map<string, bigint | null>
}

/** Balance, native balance and allowances of a wallet in one HTTP request; EVM chains only. */
export async function readWallet(
  rpc: RpcClient,
  blockchain: BlockchainId,
  owner: string,
  token: Token,
  spenders: string[],
  signal: AbortSignal,
): Promise<WalletState | null> {
  if (chainById(blockchain).kind !== 'evm' || !rpc.has(blockchain)) return null
  const calls: RpcCall[] = [{ method: 'eth_getBalance', params: [owner, 'latest'] }]
  if (!token.native) {
    calls.push(ethCall(token.address, encodeBalanceOf(owner)))
    for (const spender of spenders) {
      calls.push(ethCall(token.address, encodeAllowance(owner, spender)))
    }
  }
  const answers = await rpc.batch(blockchain, calls, { signal })
  const read = (index: number): bigint | null => {
    const answer = answers[index]
    if (answer?.ok !== true || typeof answer.result !== 'string') return null
    if (index === 0) return /^0x[0-9a-f]{1,64}$/i.test(answer.result) ? BigInt(answer.result) : null
    return decodeUint(answer.result)
  }
  const native = read(0)
  return {
    native,
    balance: token.native ? native : read(1),
    allowances: new Map(spenders.map((spender, index) => [spender, read(2 + index)])),
  }
}

/** Why a wallet cannot pay a route as it is. */
export type Shortage = {
  code: ErrorCode
  message: string
  context: { tokenSymbol: string } | { contractAddress: string }
}

/**
 * Shortages, worst first: of the token (3003), of the native coin for the amount, gas and fees
 * (3004), of the allowance (3001). Values that the chain did not answer are not reported.
 */
export function shortagesOf(
  { request: { srcToken, srcAmount }, fees, spender }: Quote,
  { balance, native, allowances }: WalletState,
  nativeToken: Token,
): Shortage[] {
  const found: Shortage[] = []
  if (!srcToken.native && balance !== null && balance < srcAmount) {
    const message = `The wallet holds too little ${srcToken.symbol}.`
    const context = { tokenSymbol: srcToken.symbol }
    found.push({ code: 'NOT_ENOUGH_BALANCE', message, context })
  }
  const gas = fees.gas === null ? 0n : gasCostOf(fees.gas)
  const paid = srcToken.native ? srcAmount : 0n
  if (native !== null && native < paid + gas + fees.protocolFixed + fees.providerFixed) {
    const { symbol } = nativeToken
    const purpose = srcToken.native ? 'the amount, gas and fees' : 'gas and fees'
    const message = `The wallet holds too little ${symbol} for ${purpose}.`
    found.push({ code: 'NOT_ENOUGH_NATIVE', message, context: { tokenSymbol: symbol } })
  }
  const allowance = spender === null ? null : (allowances.get(spender) ?? null)
  if (spender !== null && allowance !== null && allowance < srcAmount) {
    const message = `${spender} has no sufficient allowance of ${srcToken.symbol} yet.`
    found.push({ code: 'NEED_APPROVE', message, context: { contractAddress: spender } })
  }
  return found
}
