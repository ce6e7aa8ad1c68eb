import { evm, play, quoteOf, requestOf, tokenOf } from '../depositSupport.ts'
import { createDlnLike, type DlnSwap, dlnUrl, orderExchange, quoteExchange } from './dlnLike.ts'
import { buildFrom } from './support.ts'

// One swap of the bridge, quoted and built.

export const alice = evm('alice')
export const bob = evm('bob')
export const mallory = evm('mallory')
export const usdc = tokenOf('ETH', 'USDC')
export const bscUsdc = tokenOf('BSC', 'USDC')
export const provider = createDlnLike()

export const toBsc: DlnSwap = {
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
export async function build(swap: DlnSwap, asked = request, rebuilt: Partial<DlnSwap> = {}) {
  const tape = play(dlnUrl, [quoteExchange(swap), orderExchange({ ...swap, ...rebuilt })])
  const quote = await quoteOf(provider, asked, tape.context)
  return { quote, tape, built: await buildFrom(provider, quote, tape.context) }
}
