import type { Token } from '../../src/core/token.ts'
import { createSquidSwapProvider } from '../../src/providers/squidrouter/swap.ts'
import { because, type CallCase, type CallSwap, encodeCall } from './callCase.ts'
import { evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import { callCase as between } from './squidrouter.case.ts'
import { laneBody, paidTo, routeOf, squidSteps } from './squidrouter/shapes.ts'

// SQUIDROUTER, on one chain. A public wallet (genius_wallet, dapp requests) knows the method from an
// answer of the live service on BASE; no whole answer is public.

const [usdc, usdt, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'USDT'), tokenOf('ETH', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0xce16F69375520ab01377ce7B88f5BA8C48F8D666'
const signature = `function fundAndRunMulticall(address token, uint256 amount, ${squidSteps} calls) payable`

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const wanted = { ...laneBody(src, dst, amount), slippage: 0.5 }
  const accounts = { fromAddress: alice, toAddress: bob }
  const delivery = paidTo(bob)
  const quote: Exchange = {
    method: 'POST',
    path: '/route',
    request: { ...wanted, quoteOnly: true },
    body: routeOf({ src, dst, amount, out }),
  }
  const build: Exchange = {
    ...quote,
    request: { ...wanted, ...accounts, quoteOnly: false },
    body: routeOf({
      src,
      dst,
      amount,
      out,
      call: {
        params: { ...wanted, ...accounts },
        transactionRequest: {
          type: 'ON_CHAIN_EXECUTION',
          routeType: 'FUND_AND_RUN_MULTICALL',
          target: router,
          data: encodeCall(signature, [src.native ? coin : src.address, amount, [delivery]]),
          value: String(src.native ? amount : 0n),
          gasLimit: '385837',
        },
      },
    }),
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: '0xsquid/squid-types, src/routes and src/squid (RouteResponse, OnChainExecutionData)',
    date: '2026-07-31',
  },
  // The same contract: a payment alone does not tell where it is paid out.
  foundAs: 'squidrouter',
  create: (baseUrl) => createSquidSwapProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf(usdc, usdt, 100_000_000n, 100_184_000n),
  wire: { ...between.wire, fee: null },
  call: {
    signature,
    payer: [],
    receiver: ['2.0.target'],
    srcToken: ['0'],
    dstToken: [],
    srcAmount: ['1'],
    minimum: '',
    dstChain: null,
    free: because(
      'the simulation shows what the calls pay, and nothing else leaves the account',
      ...['callType', 'value', 'callData', 'payload'].map((name) => `2.0.${name}`),
    ),
  },
  hostile: [
    ['a call that pays another account', 'E8', ({ args }) => (args[2][0].target = evm('mallory'))],
  ],
  refusals: between.refusals,
  more: { 'native coins': swapOf(ether, usdt, 10n ** 17n, 299_000_000n) },
}
