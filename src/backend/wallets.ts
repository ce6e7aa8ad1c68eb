import { chainById } from '../chains/chains.ts'
import { decodeUint, encodeAllowance, encodeBalanceOf } from '../chains/evm/erc20.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'
import type { RpcCall, RpcClient } from '../http/types.ts'

/** Null: the chain did not say. */
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

function ethCall(to: string, data: string): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}
