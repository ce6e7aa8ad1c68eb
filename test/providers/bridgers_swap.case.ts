import { createBridgersProvider } from '../../src/providers/bridgers.ts'
import { callCase as between, swapOf } from './bridgers.case.ts'
import { type CallCase, encodeCall } from './callCase.ts'
import { tokenOf } from './depositSupport.ts'

// BRIDGERS, on one chain: the recorded forms of its swaps between chains, with other tokens.

const usdc = tokenOf('ARBITRUM', 'USDC')
const usdt = tokenOf('ARBITRUM', 'USDT')
const ether = tokenOf('ARBITRUM', 'ETH')
const { orders, more } = between
const told = orders?.told ?? (() => [])
const native = more?.['native coins']
const vault = '0xc1d13492285eb664951E201BF7C80c7c6318a1b5'
const receiver = between.request.receiver
const codes = {
  usdt: 'USDT(ARB)|ht6zut|0.005|bridgers|0',
  usdc: 'USDC(ARB)|ht6zut|0.005|bridgers|0',
}

export const callCase: CallCase = {
  ...between,
  create: (baseUrl) => createBridgersProvider('BRIDGERS', { baseUrl }),
  // The same contracts and records: its payments are found as those between chains are.
  foundAs: 'bridgers',
  ...swapOf({
    src: usdc,
    from: 'ARBITRUM',
    dst: usdt,
    into: 'ARBITRUM',
    amount: 100_000_000n,
    out: '99.8',
    fee: '0.1',
    minimum: '99201500',
    to: vault,
    data: encodeCall(between.call.signature, [
      usdc.address,
      codes.usdt,
      receiver,
      100_000_000n,
      99_201_500n,
    ]),
  }),
  wire: { ...between.wire, outDecimals: 6 },
  orders: {
    ...between.orders,
    words: orders?.words ?? [],
    done: orders?.done ?? '',
    foreign: orders?.foreign ?? [],
    told: (word, hashes) => {
      const exchanges = structuredClone(told(word, hashes))
      for (const { body } of exchanges) {
        Object.assign(body.data.list[1], {
          fromChain: 'ARBITRUM',
          toChain: 'ARBITRUM',
          toAmount: '99700000',
        })
      }
      return exchanges
    },
  },
  more: {
    'native coins': {
      ...native,
      ...swapOf({
        src: ether,
        from: 'ARBITRUM',
        dst: usdc,
        into: 'ARBITRUM',
        amount: 10n ** 17n,
        out: '300.1',
        fee: '0.1',
        minimum: '298500000',
        to: vault,
        data: encodeCall(native?.call?.signature ?? '', [codes.usdc, receiver, 298_500_000n]),
      }),
    },
  },
}
