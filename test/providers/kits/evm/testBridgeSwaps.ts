import { evm, play, quoteOf, requestOf, tokenOf } from '../../depositSupport.ts'
import {
  createTestBridge,
  type BridgeSwap,
  bridgeUrl,
  orderExchange,
  quoteExchange,
} from './testBridge.ts'
import { buildFrom } from '../support.ts'

// One swap of the bridge, quoted and built.

export const alice = evm('alice')
export const bob = evm('bob')
export const mallory = evm('mallory')
export const usdc = tokenOf('ETH', 'USDC')
export const bscUsdc = tokenOf('BSC', 'USDC')
export const provider = createTestBridge()

export const toBsc: BridgeSwap = {
  srcChain: '1',
  dstChain: '56',
  srcToken: usdc.address,
  dstToken: bscUsdc.address,
  srcAmount: 100_000_000n,
  dstAmount: 99n * 10n ** 18n,
  sender: alice,
  recipient: bob,
}
export const request = requestOf(usdc, bscUsdc, toBsc.srcAmount, {
  fromAddress: alice,
  receiver: bob,
})

/** @param rebuilt what is another at the second answer */
export async function build(swap: BridgeSwap, asked = request, rebuilt: Partial<BridgeSwap> = {}) {
  const tape = play(bridgeUrl, [quoteExchange(swap), orderExchange({ ...swap, ...rebuilt })])
  const quote = await quoteOf(provider, asked, tape.context)
  return { quote, tape, built: await buildFrom(provider, quote, tape.context) }
}
