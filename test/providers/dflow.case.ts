import { associatedAccount, programs, wrappedSol } from '../../src/chains/solana/addresses.ts'
import { createDflowProvider } from '../../src/providers/dflow.ts'
import type { Token } from '../../src/core/token.ts'
import { type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import {
  dflow,
  le,
  mallory,
  market,
  type Outcome,
  type Parts,
  partsOf,
  payer,
  simulating,
  swapData,
  type Terms,
  transactionOf,
  use,
} from './dflow/transactions.ts'
import type { ForeignCase, ForeignSwapCase, HostileForeign } from './foreignCase.ts'
import { solanaHash, solanaMined, solanaUnknown } from './solanaMined.ts'

const [sol, usdc] = [tokenOf('SOLANA', 'SOL'), tokenOf('SOLANA', 'USDC')]

const changes: readonly (readonly [name: string, rule: string, bend: (parts: Parts) => void])[] = [
  ['a smaller amount', 'E5', ({ swap, terms }) => (swap.data = swapData({ ...terms, amount: 1n }))],
  [
    'half of the minimum',
    'E9',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, quoted: terms.quoted / 2n })),
  ],
  [
    'more slippage',
    'E9',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, slippageBps: 5_000n })),
  ],
  ['a fee', 'E8', ({ swap, terms }) => (swap.data = swapData({ ...terms, feeBps: 1n }))],
  [
    'a share of what is left',
    'E8',
    ({ swap, terms }) =>
      (swap.data = swapData({ ...terms, method: '414b3f4ceb5b5b88', more: Buffer.of(5) })),
  ],
  [
    'terms behind its terms',
    'E8',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, more: Buffer.alloc(12) })),
  ],
  [
    'an action that pays a fee',
    'E8',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, action: [35, 0] })),
  ],
  [
    'an unknown action',
    'E8',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, action: [99, 1] })),
  ],
  [
    'an order for others to fill',
    'E8',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, method: 'ce58588f268832e0' })),
  ],
  [
    'another receiver by name',
    'E8',
    ({ swap, terms }) => (swap.data = swapData({ ...terms, method: 'a8ac184dc59c8765' })),
  ],
  [
    'another owner',
    'E8',
    ({ swap }) => (swap.accounts = swap.accounts.map((one, at) => (at === 3 ? use(mallory) : one))),
  ],
  [
    'no account of the payer',
    'E8',
    ({ swap }) => (swap.accounts = swap.accounts.map((one, at) => (at === 7 ? use(mallory) : one))),
  ],
  [
    'SOL for another account',
    'E8',
    ({ instructions }) =>
      instructions.push({
        program: programs.system,
        accounts: [use(payer, true), use(mallory)],
        data: Buffer.concat([Buffer.of(2, 0, 0, 0), le(8, 9n)]),
      }),
  ],
  [
    'SOL for another account by the program',
    'E8',
    ({ instructions }) =>
      instructions.push({
        program: dflow,
        accounts: [use(payer, true), use(mallory)],
        data: Buffer.concat([Buffer.from('4e0aecf76d75154c', 'hex'), le(8, 9n)]),
      }),
  ],
  [
    'more wrapped SOL',
    'E5',
    ({ instructions }) =>
      instructions.push({
        program: dflow,
        accounts: [use(payer, true), use(associatedAccount(payer, wrappedSol, programs.token))],
        data: Buffer.concat([Buffer.from('2f3e9bac83cd25c9', 'hex'), le(8, 9n)]),
      }),
  ],
  ['a second swap', 'E8', ({ instructions, swap }) => instructions.push(swap)],
  [
    'an unknown program',
    'E8',
    ({ instructions }) =>
      instructions.push({ program: mallory, accounts: [use(payer, true)], data: Buffer.of(1) }),
  ],
]

const outcomes: readonly (readonly [name: string, rule: string, how: Outcome])[] = [
  ['a run that takes more', 'E5', { spent: 2_000_000_000n }],
  ['a run that swaps a part', 'E10', { spent: 1n }],
  ['a run that pays nothing', 'E10', { gained: 0n }],
  ['a run that fails', 'E10', { fails: true }],
  ['a run that hands out a delegate', 'E8', { delegate: true }],
  ['a run that takes another token', 'E10', { robs: true }],
]

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
  impact: string,
): ForeignSwapCase {
  const [from, to] = [src, dst].map(({ native, address }) => (native ? wrappedSol : address))
  const terms: Terms = { amount, quoted: out, slippageBps: 100n }
  const { instructions } = partsOf(src, dst, terms)
  const data = transactionOf(instructions)
  const order = {
    inputMint: from,
    inAmount: String(amount),
    outputMint: to,
    outAmount: String(out),
    otherAmountThreshold: String((out * 99n) / 100n),
    minOutAmount: String((out * 99n) / 100n),
    slippageBps: 100,
    platformFee: null,
    priceImpactPct: impact,
    routePlan: [
      {
        venue: 'BisonFi',
        marketKey: market,
        inputMint: from,
        outputMint: to,
        inAmount: String(amount),
        outAmount: String(out),
        inputMintDecimals: src.decimals,
        outputMintDecimals: dst.decimals,
      },
    ],
    contextSlot: 440_907_166,
    executionMode: 'sync',
  }
  const path = `/order?inputMint=${from}&outputMint=${to}&amount=${amount}&slippageBps=100&allowAsyncExec=false`
  const quote: Exchange = { path, body: order }
  const build: Exchange = {
    path: `${path}&userPublicKey=${payer}`,
    body: {
      ...order,
      lastValidBlockHeight: 418_956_691,
      prioritizationFeeLamports: 27,
      computeUnitLimit: 200_000,
      prioritizationType: { computeBudget: { microLamports: 134, estimatedMicroLamports: 134 } },
      transaction: data,
    },
  }
  const hostile: HostileForeign[] = [
    ...changes.map(([name, rule, bend]): HostileForeign => [
      name,
      rule,
      (body) => {
        const parts = partsOf(src, dst, terms)
        bend(parts)
        body.transaction = transactionOf(parts.instructions)
      },
    ]),
    [
      'bytes behind its end',
      'E8',
      (body) =>
        (body.transaction = Buffer.concat([Buffer.from(data, 'base64'), Buffer.of(0)]).toString(
          'base64',
        )),
    ],
  ]
  return {
    request: { ...requestOf(src, dst, amount, { slippageBps: 100 }), fromAddress: payer },
    honest: { quote: [quote], build: [quote, build], chains: simulating(src, dst, terms) },
    wire: {
      srcToken: 'inputMint',
      dstToken: 'outputMint',
      srcAmount: 'inAmount',
      dstAmount: 'outAmount',
    },
    reads: { target: dflow },
    hostile,
    hostileChains: [
      ['a swap that no node runs', 'E10', {}],
      ...outcomes.map(
        ([name, rule, how]) => [name, rule, simulating(src, dst, terms, how)] as const,
      ),
    ],
  }
}

const [first, second] = [
  swapOf(sol, usdc, 10_000_000n, 928_220n, '0'),
  swapOf(usdc, sol, 50_000_000n, 538_000_000n, '0.0001'),
]

export const foreignCase: ForeignCase = {
  source: {
    kind: 'shaped',
    from: 'pond.dflow.net, openapi.json, and the IDL of the program on the chain; amounts of an order recorded in public notes',
    date: '2026-08-22',
  },
  create: (baseUrl) => createDflowProvider({ baseUrl, apiKey: null }),
  ...first,
  refusals: [
    [400, { code: 'route_not_found', msg: 'Route not found' }, 'NO_ROUTE'],
    [400, { code: 'invalid_output_mint', msg: 'Invalid output mint' }, 'NO_ROUTE'],
    [400, { code: 'zero_out_amount', msg: 'Zero out amount' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 'price_impact_too_high', msg: 'Price impact too high' }, 'NO_ROUTE'],
    [400, { code: 'invalid_slippage_bps', msg: 'Invalid slippage' }, 'UPSTREAM_REFUSED'],
    [429, { code: 'too_many_requests', msg: 'Too many requests' }, 'RATE_LIMITED'],
    [503, { code: 'amm_map_lagging', msg: 'AMM map is lagging' }, 'UPSTREAM_FAILED'],
    [200, { ...first.honest.quote[0]?.body, executionMode: 'async' }, 'UPSTREAM_FAILED'],
    [200, { ...first.honest.quote[0]?.body, platformFee: { amount: '9' } }, 'UPSTREAM_FAILED'],
    [200, { inputMint: 5 }, 'UPSTREAM_FAILED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
  ],
  mined: {
    hash: solanaHash,
    unknown: solanaUnknown,
    as: (transaction, how) => {
      const [, built] = first.honest.build
      const isFirst = transaction.kind === 'solana' && transaction.data === built?.body.transaction
      const dstToken = isFirst ? usdc : sol
      return solanaMined(
        transaction,
        how,
        { dstToken, receiver: payer },
        { writable: [], readonly: [] },
      )
    },
  },
  more: { 'of a token': second },
}
