/** Logs that a simulation may return. */
import { keccak256, toHex } from 'viem'

type Logs = {
  approvalOf(owner: string, token: string, spender: string, value: bigint): object
  approval(token: string, spender: string, value: bigint): object
  approvalForAll(token: string, operator: string): object
  permit(token: string, spender: string): object
  permit2(token: string, spender: string): object
  transfer(token: string, sender: string, receiver: string, value: bigint): object
}

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

export function logsOf(owner: string): Logs {
  const approvalOf: Logs['approvalOf'] = (giver, token, spender, value) =>
    log(token, ['Approval(address,address,uint256)', giver, spender], [value])
  const inner = (event: string) => (token: string, spender: string) =>
    log(permit2, [event, owner, token, spender], [(1n << 160n) - 1n, 281_474_976_710_655n, 0n])
  return {
    approvalOf,
    approval: (token, spender, value) => approvalOf(owner, token, spender, value),
    approvalForAll: (token, operator) =>
      log(token, ['ApprovalForAll(address,address,bool)', owner, operator], [1n]),
    permit: inner('Permit(address,address,address,uint160,uint48,uint48)'),
    permit2: inner('Approval(address,address,address,uint160,uint48)'),
    transfer: (token, sender, receiver, value) =>
      log(token, ['Transfer(address,address,uint256)', sender, receiver], [value]),
  }
}

/** The event's signature first, then addresses. */
function log(address: string, [event = '', ...indexed]: string[], data: bigint[]): object {
  return {
    address: address.toLowerCase(),
    topics: [
      keccak256(toHex(event)),
      ...indexed.map((one) => `0x${one.slice(2).toLowerCase().padStart(64, '0')}`),
    ],
    data: `0x${data.map((value) => value.toString(16).padStart(64, '0')).join('')}`,
    blockHash: `0x${'00'.repeat(32)}`,
    blockNumber: '0x1',
    transactionHash: `0x${'00'.repeat(32)}`,
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
}
