import { assetContract } from '../../src/chains/stellar/addresses.ts'
import { addressValue } from '../../src/chains/stellar/values.ts'
import { xdrList, xdrU32, xdrU64 } from '../../src/chains/stellar/xdr.ts'
import { createSoroswapProvider } from '../../src/providers/soroswap.ts'
import type { Token } from '../../src/core/token.ts'
import { type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import type { ForeignCase, ForeignSwapCase, HostileForeign } from './foreignCase.ts'
import {
  authOf,
  envelopeOf,
  i128,
  mallory,
  nowSeconds,
  pathEnvelope,
  payer,
  type Permission,
  stellarHash,
  stellarMined,
  stellarUnknown,
  symbol,
  transfer,
  vec,
  writtenOver,
} from './stellarEnvelopes.ts'

const [xlm, usdc] = [tokenOf('STELLAR', 'XLM'), tokenOf('STELLAR', 'USDC')]
const eurc = tokenOf('STELLAR', 'EURC')
const aggregator = 'CAYP3UWLJM7ZPTUKL6R6BFGTRWLZ46LRKOXTERI2K6BIJAWGYY62TXTO'
const router = 'CAG5LRYQ5JVEUI5TEID72EYOVX44TTUJT5BQR2J6J77FH65PCCFAJDDH'
const adapter = 'CC6KQUATUBCIFZRDJL5X5PHCYGOHLPHKZQPUOTZTQTASGU5AUQ6DS7SC'
const pair = 'CDE57N6XTUPBKYYDGQMXX7E7SLNOLFY3JEQB4MULSMR2AKTSAENGX2HC'
const method = 'swap_exact_tokens_for_tokens'

type Terms = {
  src: Token
  dst: Token
  amount: bigint
  minOut: bigint
  to?: string
  deadline?: bigint
}

const contractValue = ({ address }: Token): Uint8Array => addressValue(assetContract(address))
const u64 = (value: bigint): Uint8Array => Buffer.concat([xdrU32(5), xdrU64(value)])
const u32 = (value: number): Uint8Array => Buffer.concat([xdrU32(3), xdrU32(value)])

function routed({ src, dst, amount, minOut, to = payer, deadline }: Terms): Permission {
  return {
    contract: router,
    method,
    args: [
      i128(amount),
      i128(minOut),
      vec([src, dst].map(contractValue)),
      addressValue(to),
      u64(deadline ?? nowSeconds + 3_600n),
    ],
    inside: [transfer(src.address, payer, pair, amount)],
  }
}

/** The aggregator's call, which hands the swap on to the adapter of Soroswap's pools. */
function aggregated(terms: Terms): Permission {
  const { src, dst, amount, minOut, to = payer, deadline } = terms
  const parts = Buffer.concat([
    xdrU32(17),
    xdrU32(1),
    xdrList([
      Buffer.concat([symbol('bytes'), xdrU32(1)]),
      Buffer.concat([symbol('parts'), u32(10)]),
      Buffer.concat([symbol('path'), vec([src, dst].map(contractValue))]),
      Buffer.concat([symbol('protocol_id'), u32(0)]),
    ]),
  ])
  return {
    contract: aggregator,
    method,
    args: [
      contractValue(src),
      contractValue(dst),
      i128(amount),
      i128(minOut),
      vec([parts]),
      addressValue(to),
      u64(deadline ?? nowSeconds + 3_600n),
    ],
    inside: [{ ...routed({ ...terms, minOut: 0n }), contract: adapter, inside: [routed(terms)] }],
  }
}

const calls = { aggregator: aggregated, router: routed } as const

type Swap = {
  platform: 'aggregator' | 'router' | 'sdex'
  src: Token
  dst: Token
  amount: bigint
  out: bigint
}

function swapOf({ platform, src, dst, amount, out }: Swap): ForeignSwapCase {
  const [from, to] = [src, dst].map(({ address }) => assetContract(address))
  const minOut = (out * 9_900n) / 10_000n
  const quoted = {
    assetIn: from,
    amountIn: String(amount),
    assetOut: to,
    amountOut: Number(out),
    otherAmountThreshold: String(minOut),
    tradeType: 'EXACT_IN',
    priceImpactPct: '0.12',
    platform,
    rawTrade: { amountIn: String(amount), amountOutMin: String(minOut), path: [from, to] },
    routePlan: [{ swapInfo: { protocol: 'soroswap', path: [from, to] }, percent: '100.00' }],
  }
  const quote: Exchange = {
    method: 'POST',
    path: '/quote?network=mainnet',
    request: {
      assetIn: from,
      assetOut: to,
      amount: String(amount),
      tradeType: 'EXACT_IN',
      protocols: ['sdex', 'soroswap', 'aqua'],
      slippageBps: 100,
    },
    status: 201,
    body: quoted,
  }
  const terms: Terms = { src, dst, amount, minOut }
  const built = (
    change: Partial<Terms> & { source?: string; maxTime?: bigint; fee?: bigint } = {},
  ): string => {
    const { source, maxTime, fee, ...more } = change
    const envelope = {
      ...(source === undefined ? {} : { source }),
      ...(maxTime === undefined ? {} : { maxTime }),
      ...(fee === undefined ? {} : { fee }),
    }
    if (platform !== 'sdex')
      return envelopeOf({ root: calls[platform]({ ...terms, ...more }), ...envelope })
    const { to: destination = payer } = more
    const [sold, bought] = [more.src ?? src, more.dst ?? dst]
    return pathEnvelope(sold, bought, {
      sendAmount: more.amount ?? amount,
      destMin: more.minOut ?? minOut,
      destination,
      ...envelope,
    })
  }
  const honest = built()
  const build: Exchange = {
    method: 'POST',
    path: '/quote/build?network=mainnet',
    request: { quote: quoted, from: payer, to: payer },
    status: 201,
    body: { xdr: honest, action: 'SIGN_TRANSACTION', description: 'Sign this transaction' },
  }
  const answers: (readonly [string, string, string])[] = [
    ['another source', 'E8', built({ source: mallory })],
    ['another receiver', 'E8', built({ to: mallory })],
    ['a smaller minimum', 'E9', built({ minOut: 1n })],
    ['a larger amount', 'E5', built({ amount: amount + 1n })],
    ['another token sold', 'E8', built({ src: eurc })],
    ['another token bought', 'E8', built({ dst: eurc })],
    ['a far end', 'E8', built({ maxTime: 0n, deadline: nowSeconds + 100_000n })],
    ['a past end', 'E8', built({ maxTime: nowSeconds - 1n })],
    ['a fee of coins', 'E11', built({ fee: 90_000_000n })],
    ['a memo', 'E8', writtenOver(honest, 75, Uint8Array.of(3))],
    ['two operations', 'E8', writtenOver(honest, 79, Uint8Array.of(2))],
    ['an operation of another kind', 'E8', writtenOver(honest, 87, Uint8Array.of(1))],
    [
      'bytes behind its end',
      'E8',
      Buffer.concat([Buffer.from(honest, 'base64'), xdrU32(0)]).toString('base64'),
    ],
    ['no base64', 'E8', '!'],
  ]
  if (platform !== 'sdex') {
    const root = calls[platform](terms)
    const permits = (...inside: Permission[]): string =>
      envelopeOf({ root, auth: [authOf({ ...root, inside })] })
    const full = transfer(src.address, payer, pair, amount)
    answers.push(
      ['a past deadline', 'E8', built({ deadline: nowSeconds - 1n })],
      ['another contract', 'E2', envelopeOf({ root: { ...root, contract: pair } })],
      [
        'exactly what comes out',
        'E8',
        envelopeOf({ root: { ...root, method: 'swap_tokens_for_exact_tokens' } }),
      ],
      ['an argument less', 'E8', envelopeOf({ root: { ...root, args: root.args.slice(1) } })],
      [
        'a permission of another call',
        'E8',
        envelopeOf({ root, auth: [authOf({ ...root, method: 'other' })] }),
      ],
      ['two permissions', 'E8', envelopeOf({ root, auth: [authOf(root), authOf(root)] })],
      ['a larger transfer', 'E5', permits(transfer(src.address, payer, pair, amount + 1n))],
      ['a transfer to an account', 'E8', permits(transfer(src.address, payer, mallory, amount))],
      [
        'a withdrawal at an adapter',
        'E8',
        permits(full, { contract: adapter, method: 'withdraw', args: [] }),
      ],
      [
        'a second transfer inside',
        'E5',
        permits({ ...root, contract: router, inside: [full, full] }),
      ],
      [
        'a transfer of the bought token',
        'E8',
        permits(full, transfer(eurc.address, payer, mallory, 1n)),
      ],
      [
        'the tokens of another account',
        'E8',
        permits(transfer(src.address, mallory, payer, amount)),
      ],
      [
        'a call of another contract',
        'E8',
        permits(full, { contract: pair, method: 'withdraw', args: [] }),
      ],
      ['a burn', 'E8', permits({ ...full, method: 'burn' })],
    )
  }
  return {
    request: { ...requestOf(src, dst, amount, { slippageBps: 100 }), fromAddress: payer },
    honest: { quote: [quote], build: [quote, build] },
    wire: {
      srcToken: 'assetIn',
      dstToken: 'assetOut',
      srcAmount: 'amountIn',
      dstAmount: 'amountOut',
    },
    reads: {
      target: platform === 'sdex' ? 'PathPaymentStrictSend' : calls[platform](terms).contract,
      minOut,
    },
    hostile: answers.map(([name, rule, xdr]): HostileForeign => [
      name,
      rule,
      (body) => (body.xdr = xdr),
    ]),
  }
}

const first = swapOf({
  platform: 'aggregator',
  src: xlm,
  dst: usdc,
  amount: 1_000_000_000n,
  out: 179_930_000n,
})

export const foreignCase: ForeignCase = {
  source: {
    kind: 'shaped',
    from: 'github.com/soroswap/sdk, src/types/quote.ts; calls: soroswap/aggregator, contracts/aggregator/src/lib.rs',
    date: '2026-11-22',
  },
  create: (baseUrl) => createSoroswapProvider({ baseUrl, apiKey: 'sk_test' }),
  ...first,
  refusals: [
    [400, { statusCode: 400, message: 'No path found', error: 'Bad Request' }, 'NO_ROUTE'],
    [
      400,
      { statusCode: 400, message: ['amount must be positive'], error: 'Bad Request' },
      'UPSTREAM_REFUSED',
    ],
    [403, { statusCode: 403, message: 'Invalid API key', error: 'Forbidden' }, 'UPSTREAM_REFUSED'],
    [429, { statusCode: 429, message: 'Too Many Requests' }, 'RATE_LIMITED'],
    [500, { statusCode: 500, message: 'Internal server error' }, 'UPSTREAM_FAILED'],
    [
      201,
      { ...first.honest.quote[0]?.body, platformFee: { feeBps: 50, feeAmount: '9' } },
      'UPSTREAM_FAILED',
    ],
    [201, { assetIn: 'C' }, 'UPSTREAM_FAILED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
  ],
  mined: {
    hash: stellarHash,
    unknown: stellarUnknown,
    as: (transaction, how) => {
      const isBack =
        'data' in transaction &&
        Buffer.from(String(transaction.data), 'base64').includes(Buffer.from(xdrU64(77_000_000n)))
      return stellarMined(transaction, how, isBack ? xlm : usdc)
    },
  },
  finalAtOnce: true,
  more: {
    'by the router': swapOf({
      platform: 'router',
      src: usdc,
      dst: xlm,
      amount: 77_000_000n,
      out: 427_000_000n,
    }),
    'along a path': swapOf({
      platform: 'sdex',
      src: xlm,
      dst: usdc,
      amount: 50_000_000n,
      out: 9_000_000n,
    }),
  },
}
