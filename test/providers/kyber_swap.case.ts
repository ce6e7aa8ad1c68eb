import { createKyberProvider } from '../../src/providers/kyber_swap.ts'
import type { CallCase } from './callCase.ts'
import { type Body, evm, requestOf, tokenOf } from './depositSupport.ts'
import { buildOf, coin, type KyberSwap, kyberUrl, routeOf } from './kits/kyberLike.ts'

const usdc = tokenOf('ETH', 'USDC')
const alice = evm('alice')
const bob = evm('bob')
const mallory = evm('mallory')
const swap: KyberSwap = {
  srcToken: usdc.address,
  dstToken: coin,
  srcAmount: 100_000_000n,
  dstAmount: 33_333_333_333_333_333n,
  sender: alice,
  recipient: bob,
  slippageBps: 49,
}
const call = (bendCall: KyberSwap['bendCall']) => ({ ...swap, bendCall }) as KyberSwap
const body = (bend: (data: Body) => void): KyberSwap => ({
  ...swap,
  bendBody: ({ data }) => bend(data),
})
const exchanges = (bent: KyberSwap) => [routeOf(swap), routeOf(swap), buildOf(bent)]

export const kyberCase: CallCase = {
  provider: createKyberProvider({ baseUrl: kyberUrl }),
  baseUrl: kyberUrl,
  request: requestOf(usdc, tokenOf('ETH', 'ETH'), swap.srcAmount, {
    fromAddress: alice,
    receiver: bob,
  }),
  honest: exchanges(swap),
  hostile: [
    ['another router', 'E2', exchanges(body((data) => (data.routerAddress = mallory)))],
    ['extra value', 'E5', exchanges(body((data) => (data.transactionValue = '1')))],
    ['another receiver', 'E8', exchanges(call(({ desc }) => (desc.dstReceiver = mallory)))],
    ['another token', 'E8', exchanges(call(({ desc }) => (desc.dstToken = mallory)))],
    ['a smaller minimum', 'E9', exchanges(call(({ desc }) => (desc.minReturnAmount = 1n)))],
    ['a partial fill', 'E8', exchanges(call(({ desc }) => (desc.flags |= 1n)))],
    ['a flag that approves', 'E8', exchanges(call(({ desc }) => (desc.flags |= 0x100n)))],
    ['a permit', 'E8', exchanges(call(({ desc }) => (desc.permit = '0x12')))],
    ['an approval', 'E8', exchanges(call((args) => (args.approveTarget = mallory)))],
    ['a fee', 'E8', exchanges(call(({ desc }) => (desc.feeReceivers = [mallory])))],
    ['more taken', 'E8', exchanges(call(({ desc }) => (desc.srcAmounts = [desc.amount + 1n])))],
    ['hidden bytes', 'E8', exchanges({ ...swap, bendData: (data) => `${data}00` })],
  ],
  refusals: [
    [400, { code: 4008, message: 'route not found' }, 'NO_ROUTE'],
    [200, { code: 4010, message: 'no eligible pool' }, 'NO_ROUTE'],
    [400, { code: 4009, message: 'too large' }, 'AMOUNT_TOO_HIGH'],
    [400, { code: 4222, message: 're-quote' }, 'PRICE_MOVED'],
    [400, { code: 4002, message: 'unable to bind request body' }, 'UPSTREAM_REFUSED'],
  ],
}
