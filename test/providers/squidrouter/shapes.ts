/** Answers of Squid, in the form of the recorded ones. */
import { chainById } from '../../../src/chains/chains.ts'
import type { Token } from '../../../src/core/token.ts'
import { leavesOf } from '../judgeCall.ts'
import { type Body, evm } from '../depositSupport.ts'

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The calls of its multicalls. */
export const squidSteps =
  '(uint8 callType, address target, uint256 value, bytes callData, bytes payload)[]'

const chainOf = ({ blockchain }: Token): string => String(chainById(blockchain).chainId)
const addressOf = ({ native, address }: Token): string => (native ? coin : address)

/** What is asked for, but for slippage and accounts. */
export function laneBody(src: Token, dst: Token, amount: bigint): Record<string, string> {
  return {
    fromChain: chainOf(src),
    toChain: chainOf(dst),
    fromToken: addressOf(src),
    toToken: addressOf(dst),
    fromAmount: String(amount),
  }
}

type Route = {
  src: Token
  dst: Token
  amount: bigint
  out: bigint
  /** Of Axelar, in coins; absent: none. */
  fee?: bigint
  /** Without `quoteOnly`. */
  call?: { params: Body; transactionRequest: Body }
}

export function routeOf({ src, dst, amount, out, fee, call }: Route): Body {
  const named = (token: Token): object => ({
    type: 'evm',
    chainId: chainOf(token),
    address: addressOf(token),
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
  })
  const gas = { ...named({ ...src, address: coin, native: true }), name: 'ETH', symbol: 'ETH' }
  const gasFees = [
    { name: 'Gas Receiver Fee', description: 'Gas receiver fee', amount: String(fee) },
    { name: 'Axelar Fee', description: 'Boost fee', amount: '0' },
  ]
  return {
    route: {
      quoteId: 'f00dcafe',
      estimate: {
        actions: [],
        fromToken: named(src),
        toToken: named(dst),
        fromAmount: String(amount),
        toAmount: String(out),
        toAmountMin: String((out * 9_950n) / 10_000n),
        sendAmount: String(amount),
        exchangeRate: '0.99953542',
        aggregatePriceImpact: '-0.07',
        estimatedRouteDuration: 20,
        aggregateSlippage: 2.4,
        isBoostSupported: true,
        feeCosts:
          fee === undefined ? [] : gasFees.map((one) => ({ ...one, token: gas, amountUsd: '' })),
        gasCosts: [
          {
            type: 'executeCall',
            token: gas,
            amount: '1539139625130323',
            gasLimit: '985837',
            amountUsd: '',
          },
        ],
      },
      ...(call ?? { params: laneBody(src, dst, amount) }),
    },
  }
}

/** A call of a multicall, with the whole balance of its token. */
export function stepOf(callData: string, payload = '0x'): Body {
  return { callType: 1, target: evm('exchange'), value: 0n, callData, payload }
}

/** A last call: the coins of an exchange on arrival go to an account. */
export function paidTo(target: string): Body {
  return { callType: 2, target, value: 0n, callData: '0x', payload: '0x' }
}

/** Paths of every value below an argument. */
export function leafPaths(value: Body, path: string): string[] {
  return leavesOf(value).map(([leaf]) => `${path}.${leaf}`)
}
