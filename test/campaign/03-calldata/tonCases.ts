import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Token } from '../../../src/core/token.ts'
import type { TonMessage } from '../../../src/core/transaction.ts'
import { createCoffeeProvider } from '../../../src/providers/coffee_swap.ts'
import { createDedustProvider } from '../../../src/providers/dedust.ts'
import { stonfiMessage, usualGas } from '../../../src/chains/ton/build/stonfiSwap.ts'
import { createStonfiProvider } from '../../../src/providers/stonfi.ts'
import { toncoMessage } from '../../../src/chains/ton/build/toncoSwap.ts'
import { createToncoProvider } from '../../../src/providers/tonco_dex.ts'
import type { Provider, ProviderContext } from '../../../src/providers/types.ts'
import { dedustTon, poolOf, vaultMessage } from '../../providers/dedust/support.ts'
import { nowMs, play, requestOf } from '../../providers/depositSupport.ts'
import { routerV1, routerV2 } from '../../providers/stonfi/support.ts'
import type { Honest } from '../../providers/tonHostile.ts'
import {
  friend,
  friendly,
  notcoin,
  payer,
  raw,
  toncoin,
  usdt,
  walletOf,
} from '../../providers/tonSupport.ts'
import type { Random } from '../support/random.ts'

/** Exchanges as the oracle distinguishes them. */
export type Exchange = 'stonfi1' | 'stonfi2' | 'dedust' | 'tonco'

/** Honest messages of one adapter for one pair. */
export type TonTemplate = {
  name: string
  provider: Provider
  exchanges: readonly Exchange[]
  src: Token
  dst: Token
}

export const tonco = {
  router: raw('EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5'),
  ptonWallet: raw('EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23'),
}
const baseUrl = 'https://ton.test'
const pairs: readonly (readonly [Token, Token])[] = [
  [toncoin, usdt],
  [usdt, toncoin],
  [usdt, notcoin],
  [notcoin, usdt],
]
const pools = [
  [toncoin, usdt],
  [toncoin, notcoin],
  [usdt, notcoin],
].map(([a, b]): { address: string; assets: [Token, Token] } => {
  const assets: [Token, Token] = [a ?? toncoin, b ?? toncoin]
  return { address: poolOf(...assets), assets }
})

/** One chain for all cases: what it answers is the same for ever. */
export function tonContext(): ProviderContext {
  return play(baseUrl, [], { ton: dedustTon(pools).ton }).context
}

export function tonTemplates(): TonTemplate[] {
  const adapters: [string, Provider, readonly (readonly Exchange[])[]][] = [
    ['STONFI', createStonfiProvider({ baseUrl }), [['stonfi1'], ['stonfi2']]],
    ['DEDUST', createDedustProvider({ baseUrl }), [['dedust'], ['dedust', 'dedust']]],
    ['TONCO_DEX', createToncoProvider({ baseUrl }), [['tonco']]],
    [
      'COFFEE_SWAP',
      createCoffeeProvider({ baseUrl }),
      [['stonfi2'], ['dedust'], ['tonco'], ['stonfi1', 'dedust'], ['stonfi2', 'tonco', 'dedust']],
    ],
  ]
  return adapters.flatMap(([id, adapter, mixes]) => {
    // Spelling out the addresses of all routers takes longer than all checks of a message.
    const pinned = adapter.pinned(adapter.ids[0] ?? 'STONFI', 'TON')
    const provider: Provider = { ...adapter, pinned: () => pinned }
    return mixes.flatMap((exchanges) =>
      pairs.map(([src, dst]) => ({
        name: `${id} ${exchanges.join('+')} ${src.symbol} ${dst.symbol}`,
        provider,
        exchanges,
        src,
        dst,
      })),
    )
  })
}

/** Messages as the real builders write them; DeDust's own as its router answers. */
export function honestTon({ src, dst, exchanges }: TonTemplate, random: Random): Honest {
  const srcAmount = 1_000_000n + BigInt(random.below(2 ** 31)) * BigInt(1 + random.below(2 ** 10))
  // TONCO and DeDust pay the sender.
  const receiver =
    exchanges.every((one) => one.startsWith('stonfi')) && random.below(2) === 0 ? friend : payer
  const request = requestOf(src, dst, srcAmount, { fromAddress: payer, receiver })
  const share = srcAmount / BigInt(exchanges.length)
  let dstMinAmount = 0n
  const messages = exchanges.map((exchange, index) => {
    const units = index === 0 ? srcAmount - share * BigInt(exchanges.length - 1) : share
    const minUnits = 1_000n + BigInt(random.below(2 ** 31))
    dstMinAmount += minUnits
    return messageOf(exchange, request, { units, minUnits, receiver }, random)
  })
  return { request, messages, dstMinAmount }
}

type Part = { units: bigint; minUnits: bigint; receiver: string }

function messageOf(
  exchange: Exchange,
  request: QuoteRequest,
  { units, minUnits, receiver }: Part,
  random: Random,
): TonMessage {
  const { srcToken, dstToken } = request
  const offerWallet = srcToken.native ? null : walletOf(srcToken.address, payer)
  const queryId = BigInt(random.below(2 ** 31))
  if (exchange === 'dedust') return dedustMessage(request, units, minUnits, random)
  if (exchange === 'tonco') {
    const walletAt = (token: Token): string =>
      token.native ? tonco.ptonWallet : walletOf(token.address, tonco.router)
    const routerWallets = { src: walletAt(srcToken), dst: walletAt(dstToken) }
    const owner = raw(payer)
    return toncoMessage({ ...tonco, offerWallet, routerWallets, units, minUnits, owner, queryId })
  }
  const row = exchange === 'stonfi1' ? routerV1 : routerV2
  const kind = srcToken.native ? 'fromTon' : dstToken.native ? 'toTon' : 'jettons'
  return stonfiMessage({
    ...row,
    offerWallet,
    askWallet: dstToken.native ? row.ptonWallet : walletOf(dstToken.address, row.router),
    units,
    minUnits,
    from: raw(payer),
    receiver: raw(receiver),
    refundTo: raw(payer),
    queryId,
    deadlineSeconds: nowMs / 1000 + 900,
    gas: usualGas(row.version, kind),
  })
}

function dedustMessage(
  request: QuoteRequest,
  units: bigint,
  minOut: bigint,
  random: Random,
): TonMessage {
  const { srcToken, dstToken } = request
  const known = [toncoin, usdt, notcoin]
  const middle = known.find((token) => token !== srcToken && token !== dstToken)
  const path =
    middle === undefined || random.below(2) === 0
      ? [srcToken, dstToken]
      : [srcToken, middle, dstToken]
  const hops = path.slice(1).map((dst, index) => {
    const src = path[index] ?? srcToken
    return { pool: poolOf(src, dst), src, dst, inAmount: units, outAmount: minOut }
  })
  const { address, amount, payload } = vaultMessage({ request, hops, minOut })
  return {
    address: friendly(String(address)),
    amount: BigInt(String(amount)),
    payload: String(payload),
    stateInit: null,
  }
}
