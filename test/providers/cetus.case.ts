import { createHash } from 'node:crypto'

import { createCetusProvider } from '../../src/providers/cetus.ts'
import type { ForeignTransaction } from '../../src/core/foreignTransaction.ts'
import type { Token } from '../../src/core/token.ts'
import { type Body, type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import {
  bendsOf,
  type ForeignCase,
  type ForeignSwapCase,
  type MinedAs,
  type Scene,
} from './foreignCase.ts'
import { base58 } from '@scure/base'
import { bcsOf } from './cetus/bytes.ts'
import { nodeUrls } from './chainNodes.ts'

const [sui, usdc, cetus] = ['SUI', 'USDC', 'CETUS'].map((symbol) => tokenOf('SUI', symbol)) as [
  Token,
  Token,
  Token,
]
const payer = '0xa9af7a1d7e8c3f5fbd10a63b1c3f0a5e9d0a7f7d6a6f1f2e3d4c5b6a79880123'
const mallory = `0x${'66'.repeat(32)}`
const node = nodeUrls.SUI
const digest = base58.encode(createHash('sha256').update('swapped on Sui').digest())
const router = '0x07c27e879ba9282506284b0fef26d393978906fc9496550d978c6f493dbfa3e5'
const pools = '0x550dcd6070230d8bf18d99d34e3b2ca1d3657b76cc80ffdacdb2b5d28d7e0124'
const config = '0xdaa46292632c3c4d8f31f23ea0f9b36a28ff3677e9684980e4438403a67a3d8f'
const partner = '0x639b5e433da31739e800cd085f356e64cae222966d0f1b11bd9dc76b322ff58b'
const clock = `0x${'0'.repeat(63)}6`
const [first, second] = [
  '0x9a1a135398d7d79cfdd27ed664b53afb4744faccb16d03dc7935c00619599f63',
  '0x2bcfb471c4f27539083c2c1ca0e0479ffd7ef544f2a7ec80ade7e7446faecf98',
]
const quoteId = 'fc59359262f4a7013e09625ed02d8468'
const query = {
  transaction:
    'query($digest:String!){transaction(digest:$digest){digest sender{address} transactionBcs effects{status timestamp gasEffects{gasSummary{computationCost storageCost storageRebate}} balanceChanges(first:50){nodes{owner{address} amount coinType{repr}}}}}}',
  objects:
    'query($keys:[ObjectKey!]!){multiGetObjects(keys:$keys){address owner{__typename ... on Shared{initialSharedVersion}}}}',
  coins:
    'query($owner:SuiAddress!,$type:String!){address(address:$owner){objects(first:50,filter:{type:$type}){nodes{address version digest contents{json}}}}}',
} as const

type Hop = {
  id: string
  from: Token
  target: Token
  direction: boolean
  amountIn: bigint
  out: bigint
}

/** Hops as the vendor's reference records them. */
function hopOf({ id, from, target, direction, amountIn, out }: Hop): Body {
  return {
    id,
    provider: 'CETUS',
    from: from.address,
    target: target.address,
    direction,
    fee_rate: '0.01',
    lot_size: 1,
    amount_in: Number(amountIn),
    amount_out: Number(out),
    published_at: pools,
    extended_details: { after_sqrt_price: 2 ** 90 },
  }
}

type Swap = { src: Token; dst: Token; hops: Hop[]; coins: readonly bigint[] }

function swapOf({ src, dst, hops, coins }: Swap): ForeignSwapCase {
  const [amount, out] = [hops[0]?.amountIn ?? 0n, hops.at(-1)?.out ?? 0n]
  const quote: Exchange = {
    path: `/find_routes?${new URLSearchParams({
      from: src.address,
      target: dst.address,
      amount: String(amount),
      by_amount_in: 'true',
      depth: '3',
      split_count: '1',
      providers: 'CETUS',
      v: '1999999',
    }).toString()}`,
    body: {
      code: 200,
      msg: 'Success',
      data: {
        request_id: quoteId,
        amount_in: Number(amount),
        amount_out: Number(out),
        deviation_ratio: '0.07938901',
        paths: hops.map(hopOf),
        packages: { aggregator_v3: router },
        gas: 35_000,
      },
    },
  }
  const ids = [config, partner, clock, ...hops.map(({ id }) => id)]
  const objects: Exchange = {
    method: 'POST',
    path: node,
    request: { query: query.objects, variables: { keys: ids.map((address) => ({ address })) } },
    body: {
      data: {
        multiGetObjects: ids.map((address, at) => ({
          address,
          owner: { __typename: 'Shared', initialSharedVersion: 1_574_190 + at },
        })),
      },
    },
  }
  const owned: Exchange = {
    method: 'POST',
    path: node,
    request: {
      query: query.coins,
      variables: { owner: payer, type: `0x2::coin::Coin<${src.address}>` },
    },
    body: {
      data: {
        address: {
          objects: {
            nodes: coins.map((balance, at) => ({
              address: `0x${String(at + 1).repeat(64)}`,
              version: 390_000_000 + at,
              digest: '6paeDqevY5BtkVBmjiJQxawzJUeWJ8Pi5swbGuo9mWGk',
              contents: { json: { id: `0x${at}`, balance: String(balance) } },
            })),
          },
        },
      },
    },
  }
  const minOut = (out * 9_900n) / 10_000n
  const isCoin = src.native
  return {
    request: { ...requestOf(src, dst, amount, { slippageBps: 100 }), fromAddress: payer },
    honest: { quote: [quote], build: isCoin ? [quote, objects] : [quote, objects, owned] },
    wire: {
      srcToken: 'data.paths.0.from',
      dstToken: `data.paths.${hops.length - 1}.target`,
      srcAmount: 'data.amount_in',
      dstAmount: 'data.amount_out',
    },
    reads: { target: router, networkFee: null, minOut },
    // What is made of the answers goes through the reader: versions and coins cannot change a swap.
    hostile: [],
    transactions: bendsOf(
      'sui',
      bends(hops.length, isCoin).map(
        ([name, rule, bend]) =>
          [
            name,
            rule,
            (it) => {
              const body = JSON.parse(it.data)
              bend(body)
              return { ...it, data: JSON.stringify(body) }
            },
          ] as const,
      ),
    ),
  }
}

const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const u64 = (value: bigint): string => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer.toString('base64')
}

/** `isCoin`: sold out of the coin for gas, so that no merge comes before. */
function bends(
  count: number,
  isCoin: boolean,
): (readonly [string, string, (body: Body) => void])[] {
  const start = isCoin ? 0 : 1
  const split = (body: Body): Body => body.commands[start].SplitCoins
  const opened = (body: Body): Body => body.commands[start + 1].MoveCall
  const pool = (body: Body): Body => body.commands[start + 2].MoveCall
  const confirmed = (body: Body): Body => body.commands[start + 2 + count].MoveCall
  const sent = (body: Body): Body => body.commands[start + 3 + count].TransferObjects
  const inputOf = (body: Body, argument: Body): Body => body.inputs[argument.Input]
  const write = (body: Body, argument: Body, text: string): void => {
    inputOf(body, argument).Pure.bytes = text
  }
  const owned = { Object: { ImmOrOwnedObject: { objectId: mallory, version: '1', digest: 'x' } } }
  return [
    ['another sender', 'E8', (body) => (body.sender = mallory)],
    ['another receiver', 'E8', (body) => write(body, sent(body).address, bytes(mallory.slice(2)))],
    ['a smaller minimum', 'E9', (body) => write(body, opened(body).arguments[3], u64(1n))],
    ['a larger amount', 'E8', (body) => write(body, split(body).amounts[0], u64(10n ** 15n))],
    ['a smaller amount', 'E5', (body) => write(body, split(body).amounts[0], u64(1n))],
    ['a fee', 'E8', (body) => write(body, opened(body).arguments[5], bytes('01000000'))],
    [
      'a receiver of a fee',
      'E8',
      (body) => write(body, opened(body).arguments[6], bytes(mallory.slice(2))),
    ],
    ['another token sold', 'E8', (body) => (opened(body).typeArguments[0] = cetus.address)],
    ['another token bought', 'E8', (body) => (opened(body).typeArguments[1] = cetus.address)],
    ['another token returned', 'E8', (body) => (confirmed(body).typeArguments[0] = cetus.address)],
    ['another router', 'E2', (body) => (opened(body).package = mallory)],
    ['another method', 'E8', (body) => (opened(body).function = 'new_swap_context')],
    ['another confirmation', 'E8', (body) => (confirmed(body).package = mallory)],
    ['another package of pools', 'E2', (body) => (pool(body).package = mallory)],
    ['another call of pools', 'E8', (body) => (pool(body).function = 'flash_swap_fixed_output')],
    ['a pool that is owned', 'E8', (body) => (body.inputs[pool(body).arguments[2].Input] = owned)],
    [
      'another partner',
      'E8',
      (body) => (inputOf(body, pool(body).arguments[3]).Object.SharedObject.objectId = mallory),
    ],
    ['the coin for a pool', 'E8', (body) => (pool(body).arguments[0] = { Result: start })],
    ['the coin for gas in a pool', 'E8', (body) => pool(body).arguments.push({ GasCoin: true })],
    ['no confirmation', 'E8', (body) => body.commands.splice(start + 2 + count, 1)],
    ['another coin swapped', 'E8', (body) => (opened(body).arguments[4] = { GasCoin: true })],
    ['the coin for gas sent along', 'E8', (body) => sent(body).objects.push({ GasCoin: true })],
    ['the coin for gas sent', 'E8', (body) => (sent(body).objects = [{ GasCoin: true }])],
    ['two coins split', 'E8', (body) => split(body).amounts.push(split(body).amounts[0])],
    ['a shared object split', 'E8', (body) => (split(body).coin = pool(body).arguments[2])],
    [
      'the wrong coin split',
      'E8',
      (body) => (split(body).coin = isCoin ? { Input: 0 } : { GasCoin: true }),
    ],
    [
      'a transfer before it',
      'E8',
      (body) =>
        body.commands.unshift({
          TransferObjects: { objects: [{ GasCoin: true }], address: { Input: 0 } },
        }),
    ],
    ['a command behind it', 'E8', (body) => body.commands.push(body.commands[start])],
    [
      'a package published',
      'E8',
      (body) => body.commands.push({ Publish: { modules: [], dependencies: [] } }),
    ],
    [
      'an intent',
      'E8',
      (body) => body.commands.push({ $Intent: { name: 'x', inputs: {}, data: {} } }),
    ],
    ['gas that another account pays', 'E8', (body) => (body.gasData.owner = mallory)],
    ['coins for gas', 'E8', (body) => (body.gasData.payment = [])],
    ['an end', 'E8', (body) => (body.expiration = { Epoch: 1 })],
    ['another version', 'E8', (body) => (body.version = 1)],
    ['an unknown member', 'E8', (body) => (body.extra = 1)],
    [
      'an input of two kinds',
      'E8',
      (body) => (body.inputs[0] = { ...body.inputs[0], UnresolvedPure: { value: 1 } }),
    ],
    ...(isCoin
      ? []
      : ([
          [
            'a shared object merged',
            'E8',
            (body: Body) => body.commands[0].MergeCoins.sources.push(pool(body).arguments[2]),
          ],
        ] as const)),
  ]
}

/** Shapes: docs.sui.io/references/sui-graphql. */
function minedAs(
  transaction: ForeignTransaction,
  { failed, received = 0n }: MinedAs,
  dst: Token,
): Scene {
  if (transaction.kind !== 'sui') throw new Error('not of Sui')
  const gas = { computationCost: 600_000, storageCost: 12_000_000, storageRebate: 11_000_000 }
  const cost = 1_600_000n
  const change = (address: string, token: Token, amount: bigint): Body => ({
    owner: { address },
    amount: String(amount),
    coinType: { repr: token.address },
  })
  const gained = failed === true ? 0n : received
  return {
    exchanges: [
      {
        method: 'POST',
        path: node,
        request: { query: query.transaction, variables: { digest } },
        body: {
          data: {
            transaction: {
              digest,
              sender: { address: payer },
              transactionBcs: bcsOf(JSON.parse(transaction.data)),
              effects: {
                status: failed === true ? 'FAILURE' : 'SUCCESS',
                gasEffects: { gasSummary: gas },
                balanceChanges: {
                  nodes: [
                    change(payer, dst, dst.native ? gained - cost : gained),
                    change(mallory, dst, 10n ** 15n),
                    change(payer, cetus, 9n),
                  ],
                },
              },
            },
          },
        },
      },
    ],
  }
}

export const foreignCase: ForeignCase = {
  source: {
    kind: 'shaped',
    from: 'github.com/CetusProtocol/cetus-skills, skills/cetus-aggregator/reference.md',
    date: '2026-05',
  },
  create: (baseUrl) => createCetusProvider({ baseUrl }),
  ...swapOf({
    src: sui,
    dst: usdc,
    hops: [
      {
        id: first,
        from: sui,
        target: cetus,
        direction: false,
        amountIn: 1_000_000_000n,
        out: 13_781_769_856n,
      },
      {
        id: second,
        from: cetus,
        target: usdc,
        direction: true,
        amountIn: 13_781_769_856n,
        out: 3_214_296n,
      },
    ],
    coins: [],
  }),
  refusals: [
    [200, { code: 400, msg: 'liquidity is not enough' }, 'NO_ROUTE'],
    [200, { code: 5000, msg: 'not enough' }, 'NO_ROUTE'],
    [200, { code: 4000, msg: 'version too low' }, 'UPSTREAM_REFUSED'],
    [200, { code: 200, msg: 'Success', data: null }, 'UPSTREAM_FAILED'],
    [
      200,
      { code: 200, data: { request_id: 'x', amount_in: 1, amount_out: 1, paths: [] } },
      'UPSTREAM_FAILED',
    ],
    [429, 'Too Many Requests', 'RATE_LIMITED'],
    [500, { code: 500, msg: 'internal' }, 'UPSTREAM_FAILED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
  ],
  mined: {
    hash: digest,
    unknown: {
      exchanges: [
        {
          method: 'POST',
          path: node,
          request: { query: query.transaction, variables: { digest } },
          body: { data: { transaction: null } },
        },
      ],
    },
    as: (transaction, how) =>
      minedAs(
        transaction,
        how,
        'data' in transaction && String(transaction.data).includes('GasCoin') ? usdc : sui,
      ),
  },
  finalAtOnce: true,
  more: {
    'of a token': swapOf({
      src: usdc,
      dst: sui,
      hops: [
        {
          id: first,
          from: usdc,
          target: sui,
          direction: true,
          amountIn: 5_000_000n,
          out: 1_540_000_000n,
        },
      ],
      coins: [1_000_000n, 4_000_000n, 3_000_000n],
    }),
  },
}
