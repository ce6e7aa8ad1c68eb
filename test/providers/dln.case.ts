import { createDlnProvider } from '../../src/providers/dln.ts'
import type { CallCase } from './callCase.ts'
import { type Body, evm, requestOf, tokenOf } from './depositSupport.ts'
import {
  type DlnArguments,
  type DlnSwap,
  dlnUrl,
  fixFee,
  orderExchange,
  quoteExchange,
  trackUrl,
} from './kits/dlnLike.ts'

const usdc = tokenOf('ETH', 'USDC')
const bscUsdc = tokenOf('BSC', 'USDC')
const alice = evm('alice')
const bob = evm('bob')
const mallory = evm('mallory')
const swap: DlnSwap = {
  srcChain: '1',
  dstChain: '56',
  srcToken: usdc.address,
  dstToken: bscUsdc.address,
  srcAmount: 100_000_000n,
  dstAmount: 99n * 10n ** 18n,
  sender: alice,
  recipient: bob,
}
const order = (bend: (order: DlnArguments['order']) => void): DlnSwap => ({
  ...swap,
  bendCall: (args) => bend(args.order),
})
const tx = (bend: (tx: Body) => void): DlnSwap => ({ ...swap, bendBody: (body) => bend(body.tx) })
const exchanges = (bent: DlnSwap) => [quoteExchange(swap), orderExchange(bent)]
/** Swaps before the order. */
const forwarder = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'

export const dlnCase: CallCase = {
  provider: createDlnProvider({ baseUrl: dlnUrl, trackUrl }),
  baseUrl: dlnUrl,
  request: requestOf(usdc, bscUsdc, swap.srcAmount, { fromAddress: alice, receiver: bob }),
  honest: exchanges(swap),
  hostile: [
    ['the forwarder', 'E2', exchanges(tx((each) => (each.to = forwarder)))],
    ['another spender', 'E3', exchanges(tx((each) => (each.allowanceTarget = mallory)))],
    ['extra value', 'E5', exchanges(tx((each) => (each.value = String(fixFee + 1n))))],
    ['another receiver', 'E8', exchanges(order((each) => (each.receiverDst = mallory)))],
    ['another token', 'E8', exchanges(order((each) => (each.takeTokenAddress = mallory)))],
    ['another chain', 'E8', exchanges(order((each) => (each.takeChainId = 10n)))],
    ['a larger amount', 'E5', exchanges(order((each) => (each.giveAmount += 1n)))],
    ['a smaller minimum', 'E9', exchanges(order((each) => (each.takeAmount -= 1n)))],
    ['a refund', 'E8', exchanges(order((each) => (each.allowedCancelBeneficiarySrc = mallory)))],
    ['a canceller', 'E8', exchanges(order((each) => (each.orderAuthorityAddressDst = mallory)))],
    ['a patcher', 'E8', exchanges(order((each) => (each.givePatchAuthoritySrc = mallory)))],
    ['a call', 'E8', exchanges(order((each) => (each.externalCall = '0x12')))],
    ['hidden bytes', 'E8', exchanges({ ...swap, bendData: (data) => `${data}00` })],
  ],
  refusals: [
    [400, { errorId: 'ERROR_LOW_GIVE_AMOUNT', errorMessage: 'low' }, 'AMOUNT_TOO_LOW'],
    [400, { errorId: 'UNSUPPORTED_CHAIN' }, 'NO_ROUTE'],
    [400, { errorId: 'COMPLIANCE_ADDRESS_BLOCKED' }, 'UPSTREAM_REFUSED'],
  ],
}
