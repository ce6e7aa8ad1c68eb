import {
  encodeAddress,
  encodeCall,
  encodeUint,
  readAddress,
  readUint,
} from '../../src/chains/evm/hex.ts'

/** Calls of the exchange and the bridge that tests of the execution pay. */
const selectors = { swap: '0x11111111', bridge: '0x22222222' } as const

export type FakeSwapCall = {
  kind: 'swap' | 'bridge'
  srcToken: string
  dstToken: string
  amountIn: bigint
  minOut: bigint
  recipient: string
  /** 0 for a swap on one chain. */
  dstChainId: number
}

export function encodeSwapCall(call: FakeSwapCall): string {
  return encodeCall(
    selectors[call.kind],
    encodeAddress(call.srcToken),
    encodeAddress(call.dstToken),
    encodeUint(call.amountIn),
    encodeUint(call.minOut),
    encodeAddress(call.recipient),
    encodeUint(call.dstChainId),
  )
}

export function decodeSwapCall(data: string): FakeSwapCall | null {
  const selector = data.slice(0, 10)
  if (selector !== selectors.swap && selector !== selectors.bridge) return null
  return {
    kind: selector === selectors.swap ? 'swap' : 'bridge',
    srcToken: readAddress(data, 4),
    dstToken: readAddress(data, 36),
    amountIn: readUint(data, 68),
    minOut: readUint(data, 100),
    recipient: readAddress(data, 132),
    dstChainId: Number(readUint(data, 164)),
  }
}
