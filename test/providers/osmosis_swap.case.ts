import type { Token } from '../../src/core/token.ts'
import { createOsmosisProvider } from '../../src/providers/osmosis_swap.ts'
import { nodeUrls } from './chainNodes.ts'
import {
  type Body,
  cosmos,
  type Exchange,
  plainHash,
  requestOf,
  tokenOf,
} from './depositSupport.ts'
import {
  bendsOf,
  type ForeignCase,
  type ForeignSwapCase,
  type MinedAs,
  type Scene,
} from './foreignCase.ts'

const [osmo, atom, usdc] = ['OSMO', 'ATOM', 'USDC'].map((symbol) => tokenOf('OSMOSIS', symbol)) as [
  Token,
  Token,
  Token,
]
const payer = cosmos('payer', 'osmo')
const mallory = cosmos('mallory', 'osmo')
const node = nodeUrls.OSMOSIS
const hash = plainHash('swapped on Osmosis').toUpperCase()

function denomOf({ native, address }: Token): string {
  return native ? 'uosmo' : address
}

/** @param pools of each path, with what is put into it */
function swapOf(
  src: Token,
  dst: Token,
  out: bigint,
  paths: readonly { amount: bigint; pools: readonly (readonly [id: number, denom: string])[] }[],
  remainder = 0n,
): ForeignSwapCase {
  const amount = paths.reduce((sum, path) => sum + path.amount, remainder)
  const quote: Exchange = {
    path: `/sqs/router/quote?${new URLSearchParams({
      tokenIn: `${amount}${denomOf(src)}`,
      tokenOutDenom: denomOf(dst),
    }).toString()}`,
    body: {
      amount_in: { denom: denomOf(src), amount: String(amount) },
      amount_out: String(out),
      route: paths.map((path) => ({
        pools: path.pools.map(([id, denom]) => ({
          id,
          type: 2,
          spread_factor: '0.000500000000000000',
          token_out_denom: denom,
          taker_fee: '0.008000000000000000',
          liquidity_cap: '10699',
        })),
        in_amount: String(path.amount),
        out_amount: String(out / BigInt(paths.length)),
      })),
      effective_fee: '0.015936000000000000',
      price_impact: '0.070767626877084552',
      in_base_out_quote_spot_price: '0.026200034512947721',
    },
  }
  const price: Exchange = {
    path: `${node}/osmosis/txfees/v1beta1/cur_eip_base_fee`,
    body: { base_fee: '0.030000000000000000' },
  }
  const count = paths.flatMap(({ pools }) => pools).length
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: payer },
    honest: { quote: [quote], build: [quote, price] },
    wire: {
      srcToken: 'amount_in.denom',
      dstToken: `route.0.pools.${(paths[0]?.pools.length ?? 0) - 1}.token_out_denom`,
      srcAmount: 'amount_in.amount',
      dstAmount: 'amount_out',
    },
    reads: {
      target: 'osmosis.poolmanager.v1beta1',
      networkFee: BigInt((200_000 + 300_000 * count) * 0.045),
    },
    // The message is made here: nothing of an answer but its path gets into it.
    hostile: [],
    transactions: bendsOf('cosmos', [
      ['another chain', 'E1', (it) => ({ ...it, chainId: 'cosmoshub-4' })],
      ['a memo', 'E8', (it) => ({ ...it, memo: 'wasm' })],
      ['a second message', 'E8', (it) => ({ ...it, msgs: [...it.msgs, ...it.msgs] })],
      ['no message', 'E8', (it) => ({ ...it, msgs: [] })],
      ['endless gas', 'E11', (it) => ({ ...it, fee: { ...it.fee, gas: '900000000' } })],
      ['no gas', 'E11', (it) => ({ ...it, fee: { ...it.fee, gas: '-1' } })],
      [
        'a fee of 500 OSMO',
        'E11',
        (it) => ({ ...it, fee: { ...it.fee, amount: [{ denom: 'uosmo', amount: '500000000' }] } }),
      ],
      [
        'a fee in another coin',
        'E11',
        (it) => ({ ...it, fee: { ...it.fee, amount: [{ denom: usdc.address, amount: '1' }] } }),
      ],
      ['two fees', 'E11', (it) => ({ ...it, fee: { ...it.fee, amount: twice(it.fee.amount) } })],
      ...(
        [
          ['another sender', 'E8', (value) => Object.assign(value, { sender: mallory })],
          ['a receiver', 'E8', (value) => Object.assign(value, { receiver: mallory })],
          [
            'a minimum of one',
            'E9',
            (value) => Object.assign(value, { token_out_min_amount: '1' }),
          ],
          [
            'no minimum',
            'E8',
            (value) => {
              delete value.token_out_min_amount
            },
          ],
          ['no path', 'E8', (value) => Object.assign(value, { routes: [] })],
          [
            'no number of a pool',
            'E8',
            (value) => {
              const [first] = value.routes
              Object.assign(first.pools?.[0] ?? first, { pool_id: '1x' })
            },
          ],
          [
            'another token bought',
            'E8',
            (value) => {
              for (const each of value.routes) {
                Object.assign(each.pools?.at(-1) ?? each, { token_out_denom: 'uion' })
              }
            },
          ],
          [
            'a larger amount',
            'E5',
            (value) => {
              if (value.token_in === undefined) value.routes[0].token_in_amount += '0'
              else value.token_in.amount += '0'
            },
          ],
          [
            'another token sold',
            'E8',
            (value) => {
              if (value.token_in === undefined) value.token_in_denom = 'uion'
              else value.token_in.denom = 'uion'
            },
          ],
        ] as readonly (readonly [string, string, (value: Body) => void])[]
      ).map(([name, rule, bend]) => bentMessage(name, rule, bend)),
      [
        'an exact amount bought',
        'E8',
        (it) => ({
          ...it,
          msgs: it.msgs.map((one) => ({
            ...one,
            type: 'osmosis/poolmanager/swap-exact-amount-out',
          })),
        }),
      ],
    ]),
  }
}

type Bend = Parameters<typeof bendsOf<'cosmos'>>[1][number]

function bentMessage(name: string, rule: string, bend: (value: Body) => void): Bend {
  return [
    name,
    rule,
    (it) => {
      const msgs = structuredClone(it.msgs)
      bend(msgs[0]?.value)
      return { ...it, msgs }
    },
  ]
}

function twice<T>(list: readonly T[]): T[] {
  return [...list, ...list]
}

function shown(status: number, body: Body): Scene {
  return { exchanges: [{ path: `${node}/cosmos/tx/v1beta1/txs/${hash}`, status, body }] }
}

/** Shapes: cosmos-sdk, cosmos/tx/v1beta1/service.proto, and events of its bank module. */
function minedAs(
  transaction: Parameters<ForeignCase['mined']['as']>[0],
  { failed, received = 0n }: MinedAs,
): Scene {
  if (transaction.kind !== 'cosmos') throw new Error('not of Osmosis')
  const { type, value } = transaction.msgs[0] ?? {}
  const url = type?.includes('split')
    ? '/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountIn'
    : '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn'
  const { routes } = value as Body
  const denom = routes.at(-1).pools?.at(-1).token_out_denom ?? routes.at(-1).token_out_denom
  const coins = (name: string, role: string, amount: string, more: Body[] = []): Body => ({
    type: name,
    attributes: [{ key: role, value: payer }, { key: 'amount', value: amount }, ...more],
  })
  const ofMessage = [{ key: 'msg_index', value: '0' }]
  return shown(200, {
    tx: {
      body: { messages: [{ '@type': url, ...(value as Body) }], memo: '', timeout_height: '0' },
      auth_info: { signer_infos: [], fee: { amount: [], gas_limit: '800000' }, tip: null },
      signatures: [],
    },
    tx_response: {
      height: '49000000',
      txhash: hash,
      codespace: failed === true ? 'gamm' : '',
      code: failed === true ? 7 : 0,
      raw_log: failed === true ? 'token is lesser than min amount' : '',
      events: [
        // The fee, taken before the message.
        coins('coin_spent', 'spender', '36000uosmo'),
        ...(failed === true
          ? []
          : [
              coins('coin_received', 'receiver', '7uion,12000ibc/00', ofMessage),
              coins('coin_received', 'receiver', `${received}${denom}`, ofMessage),
            ]),
      ],
      timestamp: '2026-11-20T09:01:00Z',
    },
  })
}

export const foreignCase: ForeignCase = {
  // The first swap is the vendor's own example, its denominations in full; the split has its form.
  source: {
    kind: 'recorded',
    from: 'osmosis-labs/docs, docs/integrate/swap.md',
    date: '2026-08-07',
  },
  create: (baseUrl) => createOsmosisProvider({ baseUrl: `${baseUrl}/sqs` }),
  ...swapOf(osmo, atom, 27_607n, [
    {
      amount: 1_000_000n,
      pools: [
        [1933, usdc.address],
        [1282, atom.address],
      ],
    },
  ]),
  refusals: [
    [500, { message: 'no candidate routes found' }, 'NO_ROUTE'],
    [500, { message: 'no routes were provided for token in (uosmo)' }, 'NO_ROUTE'],
    [500, { message: 'amount out is zero, try increasing amount in' }, 'AMOUNT_TOO_LOW'],
    [500, { message: 'not enough liquidity to complete swap in pool (1)' }, 'AMOUNT_TOO_HIGH'],
    [200, { amount_in: { denom: 'uosmo', amount: '1' }, amount_out: '0', route: [] }, 'NO_ROUTE'],
    [
      400,
      { message: 'tokenIn is invalid - must be in the format amountDenom' },
      'UPSTREAM_REFUSED',
    ],
    [403, '', 'UPSTREAM_REFUSED'],
    [429, 'Too Many Requests', 'RATE_LIMITED'],
    [500, { message: 'internal Server Error' }, 'UPSTREAM_FAILED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
    [200, { amount_out: 'much' }, 'UPSTREAM_FAILED'],
  ],
  mined: { hash, unknown: shown(404, { code: 5, message: 'tx not found' }), as: minedAs },
  finalAtOnce: true,
  more: {
    'over two paths': swapOf(
      usdc,
      osmo,
      150_000_000_003n,
      [
        { amount: 3_600_000_000n, pools: [[1464, 'uosmo']] },
        {
          amount: 399_999_999n,
          pools: [
            [1282, atom.address],
            [1, 'uosmo'],
          ],
        },
      ],
      1n,
    ),
  },
}
