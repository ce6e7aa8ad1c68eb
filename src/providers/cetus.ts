// Cetus: the exchange of Sui, by its own pools.
//
// Prices: `find_routes` of the vendor's aggregator (CetusProtocol/cetus-skills, reference.md, read
// 2026-11; keyless), asked for its own pools and for one way without splits. Its service that builds
// transactions needs a key, so the transaction is built here as the vendor's client builds it
// (CetusProtocol/aggregator, src/movecall, 2026-05-08). The router's `new_swap_context_v2` takes the coin
// and the minimum, `confirm_swap` checks it and returns what is bought; packages are the vendor's pair of
// one answer, and stay callable when newer ones are published. Amounts are base units as numbers.

import * as z from 'zod/mini'

import { bcsAddress, bcsText, bcsU64 } from '../chains/sui/bcs.ts'
import { nativeToken } from '../chains/tokens.ts'
import { minimumAfterSlippage } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { coinsOf, sharedVersions, type SuiCoin } from '../evidence/sui.ts'
import { parseWire, wireUint64 } from '../http/wire.ts'
import { suiForm } from './kits/foreign/suiForm.ts'
import { foreignAggregator } from './kits/foreign/aggregator.ts'
import type { Provider, ProviderContext } from './types.ts'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const hopWire = z.object({
  id: address,
  provider: z.string(),
  from: z.string(),
  target: z.string(),
  direction: z.boolean(),
  amount_in: wireUint64,
})
const routeWire = z.object({
  code: z.int(),
  msg: z.nullish(z.string()),
  data: z.nullish(
    z.object({
      request_id: z.string().check(z.maxLength(100)),
      amount_in: wireUint64,
      amount_out: wireUint64,
      paths: z.array(hopWire).check(z.minLength(1), z.maxLength(5)),
    }),
  ),
})
const carryWire = z.object({
  quoteId: z.string(),
  hops: z.array(
    z.object({ pool: z.string(), from: z.string(), target: z.string(), isForward: z.boolean() }),
  ),
})
type Carry = z.output<typeof carryWire>

/** Both of the answer that CetusProtocol/cetus-skills records. */
const [routerPackage, poolPackage] = [
  '0x07c27e879ba9282506284b0fef26d393978906fc9496550d978c6f493dbfa3e5',
  '0x550dcd6070230d8bf18d99d34e3b2ca1d3657b76cc80ffdacdb2b5d28d7e0124',
]
/** Objects of the pools, of CetusProtocol/aggregator, src/movecall/cetus.ts; and the chain's clock. */
const [config, partner, clock] = [
  '0xdaa46292632c3c4d8f31f23ea0f9b36a28ff3677e9684980e4438403a67a3d8f',
  '0x639b5e433da31739e800cd085f356e64cae222966d0f1b11bd9dc76b322ff58b',
  padded('0x6'),
]
const [open, confirm] = ['new_swap_context_v2', 'confirm_swap']
/** In place of an amount: all that the hop before brought. */
const everything = 2n ** 64n - 1n

/** @param options.baseUrl without a trailing slash */
export function createCetusProvider({ baseUrl }: { baseUrl: string }): Provider {
  const form = suiForm('Cetus', {
    router: routerPackage,
    pool: {
      package: poolPackage,
      module: 'cetus',
      method: 'swap',
      args: ['context', { id: config }, 'shared', { id: partner }, 'value', 'value', { id: clock }],
    },
    open,
    confirm,
  })
  return foreignAggregator({
    id: 'CETUS',
    name: 'Cetus',
    form,
    coin: nativeToken('SUI').address,
    quote: ({ srcToken, dstToken, srcAmount }) => ({
      url: `${baseUrl}/find_routes?${new URLSearchParams({
        from: srcToken,
        target: dstToken,
        amount: srcAmount,
        by_amount_in: 'true',
        depth: '3',
        split_count: '1',
        providers: 'CETUS',
        v: '1999999', // "the newest", without which nothing is answered
      }).toString()}`,
      read: (body) => {
        const { data } = parseWire(routeWire, body, 'The route of Cetus')
        if (data == null) throw new Error('an answer without a route')
        const hops = data.paths.map(({ id, from, target, direction }) => ({
          pool: padded(id),
          from: paddedType(from),
          target: paddedType(target),
          isForward: direction,
        }))
        const isChain = hops.every(({ from }, at) => at === 0 || hops[at - 1]?.target === from)
        const isOwn = data.paths.every(({ provider }) => provider === 'CETUS')
        if (!isChain || !isOwn || data.paths[0]?.amount_in !== data.amount_in) {
          throw new Error('a route of another form')
        }
        return {
          srcToken: hops[0]?.from ?? '',
          dstToken: hops.at(-1)?.target ?? '',
          srcAmount: data.amount_in,
          dstAmount: data.amount_out,
          carry: { quoteId: data.request_id, hops },
        }
      },
    }),
    build: async (order, { carry, dstAmount }, _ask, context) => {
      const { quoteId, hops } = parseWire(carryWire, carry, 'The route of Cetus')
      const { sender, receiver, request, slippageBps } = order
      const { srcToken, srcAmount } = request
      const least = minimumAfterSlippage(dstAmount, slippageBps)
      const ids = [config, partner, clock, ...hops.map(({ pool }) => pool)]
      const [versions, coins] = await Promise.all([
        sharedVersions([...new Set(ids)], context),
        srcToken.native ? null : pickCoins(sender, srcToken.address, srcAmount, context),
      ])
      if (ids.some((id) => !versions.has(id))) {
        throw new SwaprouteError(
          'UPSTREAM_FAILED',
          'The SUI node did not return an object of the swap.',
        )
      }
      const data = writeSwap({
        sender,
        receiver,
        srcAmount,
        dstAmount,
        minOut: least > order.dstMinAmount ? least : order.dstMinAmount,
        route: { quoteId, hops },
        versions,
        coins,
      })
      return { transaction: { kind: 'sui', data }, dstAmount }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(routeWire, body)
      if (!success || data.code === 200) return null
      const reason = data.msg ?? null
      const isDry = /liquidity|no route/i.test(reason ?? '')
      return { code: isDry ? 'no liquidity' : String(data.code), reason }
    },
    refusals: {
      'no liquidity': 'NO_ROUTE',
      '5000': 'NO_ROUTE',
      '1002': 'NO_ROUTE',
      '1007': 'NO_ROUTE',
    },
  })
}

/** The largest coins that hold an amount together. */
async function pickCoins(
  owner: string,
  coinType: string,
  amount: bigint,
  context: ProviderContext,
): Promise<SuiCoin[]> {
  const coins = await coinsOf(owner, coinType, context)
  const picked: SuiCoin[] = []
  let sum = 0n
  for (const coin of coins.toSorted((a, b) => (a.balance < b.balance ? 1 : -1))) {
    if (sum >= amount) break
    picked.push(coin)
    sum += coin.balance
  }
  if (sum >= amount) return picked
  throw new SwaprouteError('NOT_ENOUGH_BALANCE', 'The paying account has less than the amount.', {
    context: { blockchain: 'SUI' },
  })
}

type SwapParts = {
  sender: string
  receiver: string
  srcAmount: bigint
  dstAmount: bigint
  minOut: bigint
  route: Carry
  versions: ReadonlyMap<string, bigint>
  /** Null: out of the coin for gas. */
  coins: readonly SuiCoin[] | null
}

/** JSON of version 2 (MystenLabs/ts-sdks, packages/sui/src/transactions/data/v2.ts). */
function writeSwap(parts: SwapParts): string {
  const { sender, receiver, srcAmount, dstAmount, minOut, route, versions, coins } = parts
  const inputs: object[] = []
  const commands: object[] = []
  const add = (input: object): object => ({ Input: inputs.push(input) - 1 })
  const run = (command: object): object => ({ Result: commands.push(command) - 1 })
  const pure = (bytes: Uint8Array): object =>
    add({ Pure: { bytes: Buffer.from(bytes).toString('base64') } })
  const amount = (value: bigint): object => pure(bcsU64(value))
  const shared = new Map<string, object>()
  const object = (id: string, mutable: boolean): object => {
    const known = shared.get(id)
    if (known !== undefined) return known
    const version = versions.get(id)
    if (version === undefined) throw new Error(`${id} is not a shared object`)
    const SharedObject = { objectId: id, initialSharedVersion: String(version), mutable }
    const made = add({ Object: { SharedObject } })
    shared.set(id, made)
    return made
  }
  const call = (of: string, target: string, types: readonly string[], args: object[]): object => {
    const [module = '', name = ''] = target.split('::')
    const MoveCall = { package: of, module, function: name, typeArguments: types, arguments: args }
    return run({ MoveCall })
  }
  const [first, ...more] = (coins ?? []).map(({ id, version, digest }) =>
    add({ Object: { ImmOrOwnedObject: { objectId: id, version: String(version), digest } } }),
  )
  if (first !== undefined && more.length > 0) {
    run({ MergeCoins: { destination: first, sources: more } })
  }
  const coin = first ?? { GasCoin: true }
  const sold = run({ SplitCoins: { coin, amounts: [amount(srcAmount)] } })
  const { quoteId, hops } = route
  const [from, target] = [hops[0]?.from ?? '', hops.at(-1)?.target ?? '']
  const swap = call(
    routerPackage,
    `router::${open}`,
    [from, target],
    [
      pure(bcsText(quoteId)),
      amount(srcAmount),
      amount(dstAmount),
      amount(minOut),
      sold,
      pure(new Uint8Array(4)), // no fee
      pure(new Uint8Array(32)),
    ],
  )
  for (const [at, { pool, isForward, ...pair }] of hops.entries()) {
    const types = isForward ? [pair.from, pair.target] : [pair.target, pair.from]
    call(poolPackage, 'cetus::swap', types, [
      swap,
      object(config, false),
      object(pool, true),
      object(partner, true),
      pure(Uint8Array.of(isForward ? 1 : 0)),
      amount(at === 0 ? srcAmount : everything),
      object(clock, false),
    ])
  }
  const bought = call(routerPackage, `router::${confirm}`, [target], [swap])
  run({ TransferObjects: { objects: [bought], address: pure(bcsAddress(receiver)) } })
  const gasData = { budget: null, price: null, owner: null, payment: null }
  return JSON.stringify({ version: 2, sender, expiration: null, gasData, inputs, commands })
}

function padded(hex: string): string {
  return `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`
}

/** With the packages of a type written in full. */
function paddedType(type: string): string {
  return type.replaceAll(/0x[0-9a-fA-F]{1,64}(?=::)/g, padded)
}
