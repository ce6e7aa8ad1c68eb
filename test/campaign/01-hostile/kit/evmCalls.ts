/** Calls no provider may ask for, and others to be put in a transaction's place. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'

const abi = parseAbi([
  'function approve(address,uint256) returns (bool)',
  'function increaseAllowance(address,uint256) returns (bool)',
  'function transfer(address,uint256) returns (bool)',
  'function transferFrom(address,address,uint256) returns (bool)',
  'function setApprovalForAll(address,bool)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
])
const permit2 = parseAbi(['function approve(address,address,uint160,uint48)'])
const all = (1n << 256n) - 1n
const word: Hex = `0x${'11'.repeat(32)}`

/** Each gives mallory a right over the token, or uses one. */
export function hiddenCalls(
  mallory: Hex,
  token: Hex = mallory,
): Record<
  'approve' | 'increaseAllowance' | 'transferFrom' | 'setApprovalForAll' | 'permit' | 'permit2',
  Hex
> {
  const call = (functionName: 'approve' | 'increaseAllowance'): Hex =>
    encodeFunctionData({ abi, functionName, args: [mallory, all] })
  return {
    approve: call('approve'),
    increaseAllowance: call('increaseAllowance'),
    transferFrom: encodeFunctionData({
      abi,
      functionName: 'transferFrom',
      args: [mallory, mallory, 1n],
    }),
    setApprovalForAll: encodeFunctionData({
      abi,
      functionName: 'setApprovalForAll',
      args: [mallory, true],
    }),
    permit: encodeFunctionData({
      abi,
      functionName: 'permit',
      args: [mallory, mallory, all, all, 27, word, word],
    }),
    permit2: encodeFunctionData({
      abi: permit2,
      functionName: 'approve',
      args: [token, mallory, (1n << 160n) - 1n, 281_474_976_710_655],
    }),
  }
}

export function transferCall(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
}

/** Call data with its word of that number (0 is the first argument) replaced. */
export function replaceWord(data: string, index: number, value: string | bigint): string {
  const start = 2 + 8 + index * 64
  if (data.length < start + 64) throw new Error(`the call has no word ${index}`)
  return `${data.slice(0, start)}${BigInt(value).toString(16).padStart(64, '0')}${data.slice(start + 64)}`
}

/** 64 hex digits. */
export function readWordAt(data: string, index: number): string {
  return data.slice(2 + 8 + index * 64, 2 + 8 + (index + 1) * 64)
}
