import * as z from 'zod/mini'

import type { Json, QuoteRequest } from '../../../core/quote.ts'
import { wireUint } from '../../../http/wire.ts'
import { masterOf } from './tokens.ts'

/** State needed to follow a swap of any exchange on TON. Masters raw; null: TON itself. */
export type TonSwapState = {
  srcMaster: string | null
  dstMaster: string | null
  srcAmount: bigint
  minAmount: bigint
}

const masterWire = z.nullable(z.string().check(z.regex(/^-?[01]:[0-9a-f]{64}$/)))
const stateWire = z.object({
  swap: z.object({
    srcMaster: masterWire,
    dstMaster: masterWire,
    srcAmount: wireUint,
    minAmount: wireUint,
  }),
})

/** The state of a swap that was built; `minOut` is what its messages enforce. */
export function writeSwapState(request: QuoteRequest, minOut: bigint): Json {
  const { srcToken, dstToken, srcAmount } = request
  return {
    swap: {
      srcMaster: srcToken.native ? null : masterOf(srcToken),
      dstMaster: dstToken.native ? null : masterOf(dstToken),
      srcAmount: String(srcAmount),
      minAmount: String(minOut),
    },
  }
}

/** Null for a swap this program did not build. */
export function readSwapState(state: Json): TonSwapState | null {
  const parsed = z.safeParse(stateWire, state)
  return parsed.success ? parsed.data.swap : null
}
