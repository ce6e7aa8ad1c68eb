import type { Token } from '../../../src/core/token.ts'
import { type Body, evm, type Exchange } from '../depositSupport.ts'

// What the cases of `rango` and `RANGO` share: the answers of quote and swap, by
// https://www.npmjs.com/package/rango-types.

export const diamond = '0x69460570c93f9DE5E2edbC3052bf10125f0Ca22d'
export const requestId = '8f1b7f6c-8a35-4f55-b7f5-6b3a0c1d2e4f'

const names: Partial<Record<Token['blockchain'], string>> = {
  ETH: 'ETH',
  ARBITRUM: 'ARBITRUM',
  BSC: 'BSC',
}

type Given = {
  src: Token
  dst: Token
  amount: bigint
  out: bigint
  least: bigint
  slippage: string
  swapper: string
  query?: Record<string, string>
  /** With one, the answer is that of a call, for a receiver. */
  data?: string
}

export function routeOf({
  src,
  dst,
  amount,
  out,
  least,
  slippage,
  swapper,
  query,
  data,
}: Given): Exchange {
  const assetOf = ({ blockchain, native, symbol, address }: Token): string =>
    native ? `${names[blockchain]}.${symbol}` : `${names[blockchain]}--${address}`
  const asked = new URLSearchParams({
    from: assetOf(src),
    to: assetOf(dst),
    amount: String(amount),
    slippage,
    contractCall: 'false',
    enableCentralizedSwappers: 'false',
    avoidNativeFee: 'true',
    ...query,
    ...(data === undefined
      ? {}
      : { fromAddress: evm('alice'), toAddress: evm('bob'), disableEstimate: 'true' }),
    apiKey: 'key',
  })
  const named = ({ blockchain, native, symbol, address, decimals }: Token) => ({
    blockchain: names[blockchain],
    symbol,
    address: native ? null : address.toLowerCase(),
    decimals,
  })
  const told = { id: swapper, title: swapper, logo: '', swapperGroup: swapper }
  const body: Body = {
    requestId,
    resultType: 'OK',
    route: {
      from: named(src),
      to: named(dst),
      outputAmount: String(out),
      outputAmountMin: String(least),
      outputAmountUsd: 99.7,
      swapper: told,
      path: [{ from: named(src), to: named(dst), swapper: told, swapperType: 'DEX' }],
      fee: [],
      feeUsd: 0.2,
      amountRestriction: null,
      estimatedTimeInSeconds: 60,
    },
    error: null,
    errorCode: null,
    traceId: null,
  }
  if (data !== undefined) {
    body.tx = {
      type: 'EVM',
      from: evm('alice'),
      approveTo: src.native ? null : src.address,
      approveData: null,
      txTo: diamond,
      txData: data,
      value: `0x${(src.native ? amount : 0n).toString(16)}`,
      gasLimit: '0x3d090',
      gasPrice: null,
    }
  }
  return { path: `/${data === undefined ? 'quote' : 'swap'}?${asked.toString()}`, body }
}
