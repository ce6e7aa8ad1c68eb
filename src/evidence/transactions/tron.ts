import { hexToTron } from '../../chains/tron/addresses.ts'
import { readTronTransaction, type TronTransaction } from '../tron.ts'
import type { ChainPayment, ChainTransaction, TransactionReader } from './transaction.ts'

export const readOnTron: TransactionReader = async (blockchain, hash, source) => {
  const found = await readTronTransaction(hash, source)
  if (found === null) return null
  const { owner, contract, isMined, result, atMs, transfers } = found
  const isFailed = result === 'failed'
  return {
    blockchain,
    hash,
    state: !isMined ? 'waiting' : isFailed ? 'failed' : 'done',
    atMs,
    sender: owner,
    touched: contract === null ? [] : [contract, ...transfers.map(({ token }) => token)],
    payments: isMined && isFailed ? [] : paymentsOf(found),
    kind: kindOf(found),
  }
}

function paymentsOf(found: TronTransaction): ChainPayment[] {
  const { type, owner, contract, payee, callValue, transfers, innerPayments } = found
  const amount = type === 'TransferContract' ? found.amount : callValue
  const direct = { token: null, amount, from: owner, to: payee ?? contract }
  return [
    ...(amount === 0n ? [] : [direct]),
    ...transfers,
    ...innerPayments.map((paid) => ({ token: null, from: null, ...paid })),
  ]
}

/** transfer(address,uint256) and approve(address,uint256), of TRC-20 as of EIP-20. */
function kindOf({ type, contract, data }: TronTransaction): ChainTransaction['kind'] {
  const call = data ?? ''
  const method = call.slice(0, 8).toLowerCase()
  const [, spender, amount] = /^.{8}.{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(call) ?? []
  const isApproval = method === '095ea7b3' && contract !== null
  if (isApproval && spender !== undefined && amount !== undefined) {
    const token = contract
    return { is: 'approval', token, spender: hexToTron(spender), amount: BigInt(`0x${amount}`) }
  }
  return { is: type === 'TransferContract' || method === 'a9059cbb' ? 'transfer' : 'call' }
}
