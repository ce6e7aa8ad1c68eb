import { type Chain, chainById } from '../chains/chains.ts'
import { dataFeeCall, type PricedBytes, readDataFees, usualCall } from '../chains/evm/dataFees.ts'
import { startDeadline } from '../core/deadline.ts'
import type { Token } from '../core/token.ts'
import type { RpcAnswer, RpcCall } from '../http/types.ts'
import { transferGas } from '../providers/onchain/estimates.ts'
import type { ChainGas } from '../router/gas.ts'
import type { BackendServices } from './services.ts'

/** Same as the limit for prices: an estimate is not worth more waiting. */
const limitMs = 1_500
const priceCall: RpcCall = { method: 'eth_gasPrice', params: [] }

/**
 * Costs of a plain transfer of the token and of the data of a typical call, estimated in one
 * request to compare routes. Null on chains whose wallets are not supported, and if the node does
 * not answer. Never rejects.
 */
export async function readChainGas(
  token: Token,
  { rpc }: Pick<BackendServices, 'rpc'>,
  signal: AbortSignal,
): Promise<ChainGas | null> {
  const { blockchain } = token
  const chain = chainById(blockchain)
  const limit = transferGas(token)
  // One unit of gas is one nanoton.
  if (chain.kind === 'ton') return { transfer: { limit, price: 1n }, callDataFee: 0n }
  if (chain.kind !== 'evm' || !rpc.has(blockchain)) return null
  const deadline = startDeadline(signal, limitMs)
  const transactions = [transferOf(token, limit), usualCall]
  const teller = tellerOf(chain)
  try {
    const calls = teller === null ? [priceCall] : [priceCall, dataFeeCall(teller, transactions)]
    const [priceAnswer, fees] = await rpc.batch(blockchain, calls, { signal: deadline.signal })
    const price = priceAnswer?.ok === true ? priceAnswer.result : null
    if (typeof price !== 'string' || !/^0x[0-9a-f]{1,32}$/i.test(price)) return null
    const transfer = { limit, price: BigInt(price) }
    if (teller === null) return { transfer, callDataFee: 0n }
    const [dataFee = 0n, callDataFee = 0n] = readDataFees(teller, transactions, textOf(fees))
    return { transfer: { ...transfer, dataFee }, callDataFee }
  } catch {
    // The offers then show "unknown"; the node's failure is reported where its answer is required.
    return null
  } finally {
    deadline.end()
  }
}

function tellerOf({ dataFee, multicall3 }: Chain): Parameters<typeof dataFeeCall>[0] | null {
  return dataFee === null || multicall3 === null ? null : { dataFee, multicall3 }
}

function transferOf({ native, address }: Token, gas: bigint): PricedBytes {
  const { to, data } = usualCall
  return native
    ? { to, data: '0x', value: 10n ** 18n, gas }
    : // A selector and two words.
      { to: address, data: data.slice(0, 2 + 2 * 68), value: 0n, gas }
}

function textOf(answer: RpcAnswer | undefined): string {
  return answer?.ok === true && typeof answer.result === 'string' ? answer.result : ''
}
