import type { QuoteRequest } from '../../../src/core/quote.ts'
import { createToncoProvider } from '../../../src/providers/tonco_dex.ts'
import { quoteAnswer, type Hop } from '../dedust/support.ts'
import { type Body, requestOf } from '../depositSupport.ts'
import {
  addressItem,
  digest,
  fakeTon,
  nano,
  notcoin,
  payer,
  raw,
  toncoin,
  usdt,
} from '../tonSupport.ts'

export const baseUrl = 'https://dedust.test/v4/router'
export const make = () => createToncoProvider({ baseUrl })
export const provider = make()
export const router = raw('EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5')
export const ptonWallet = raw('EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23')
const pool = `0:${digest('tonco pool')}`
export const ton = fakeTon({
  methods: { [`${router} getPoolAddress`]: () => [addressItem(pool)] },
}).ton

export const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
export const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
export const jettons = requestOf(usdt, notcoin, 15_000_000n, { fromAddress: payer })
export const limits = { protocols: ['tonco'], max_splits: 1, max_length: 1 }

export function answerOf(request: QuoteRequest, outAmount: bigint, at = pool): Body {
  const { srcToken: src, dstToken: dst, srcAmount: inAmount } = request
  const route: Hop[] = [{ pool: at, src, dst, inAmount, outAmount }]
  return quoteAnswer(request, [route], 'tonco')
}
