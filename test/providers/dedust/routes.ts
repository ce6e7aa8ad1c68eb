import type { QuoteRequest } from '../../../src/core/quote.ts'
import { createDedustProvider } from '../../../src/providers/dedust.ts'
import { type Body, requestOf } from '../depositSupport.ts'
import { mallory, nano, notcoin, payer, raw, toncoin, usdt } from '../tonSupport.ts'
import { baseUrl, type Hop, poolOf, vaultMessage } from './support.ts'

export const make = () => createDedustProvider({ baseUrl })
export const provider = make()
export const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
export const jettons = requestOf(usdt, notcoin, 15_000_000n, { fromAddress: payer })
export const pools = [
  { address: poolOf(toncoin, usdt), assets: [toncoin, usdt] as [typeof usdt, typeof usdt] },
  { address: poolOf(toncoin, usdt, 1), assets: [usdt, toncoin] as [typeof usdt, typeof usdt] },
  { address: poolOf(toncoin, notcoin), assets: [toncoin, notcoin] as [typeof usdt, typeof usdt] },
  // Answers as a pool of the factory would, but the factory did not create it.
  { address: raw(mallory), assets: [toncoin, usdt] as [typeof usdt, typeof usdt] },
]

export const direct: Hop[][] = [
  [
    {
      pool: poolOf(toncoin, usdt),
      src: toncoin,
      dst: usdt,
      inAmount: 5n * nano,
      outAmount: 15_000_000n,
    },
  ],
]
export const split: Hop[][] = [
  [
    {
      pool: poolOf(toncoin, usdt),
      src: toncoin,
      dst: usdt,
      inAmount: 3n * nano,
      outAmount: 9_000_000n,
    },
  ],
  [
    {
      pool: poolOf(toncoin, usdt, 1),
      src: toncoin,
      dst: usdt,
      inAmount: 2n * nano,
      outAmount: 6_000_000n,
    },
  ],
]
export const overTon: Hop[][] = [
  [
    {
      pool: poolOf(toncoin, usdt),
      src: usdt,
      dst: toncoin,
      inAmount: 15_000_000n,
      outAmount: 5n * nano,
    },
    {
      pool: poolOf(toncoin, notcoin),
      src: toncoin,
      dst: notcoin,
      inAmount: 5n * nano,
      outAmount: 7_000n * nano,
    },
  ],
]

function minimumOf(route: Hop[]): bigint {
  return ((route.at(-1)?.outAmount ?? 0n) * 99n) / 100n
}

export function messagesOf(request: QuoteRequest, routes: Hop[][]): Body[] {
  return routes.map((hops) => vaultMessage({ request, hops, minOut: minimumOf(hops) }))
}
