import { Asset, ContractType, createProof, createVaultProof } from '@dedust/sdk'
import { Address, type Builder, type Cell as VendorCell } from '@ton/core'

import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { buildCell } from '../../../sandbox/src/ton/builder.ts'
import type { Cell } from '../../../src/chains/ton/cell.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Token } from '../../../src/core/token.ts'
import type { TonStackItem } from '../../../src/http/toncenterTypes.ts'
import type { Body, Exchange } from '../depositSupport.ts'
import { fakeTon, friendly, payer, raw, walletOf } from '../tonSupport.ts'

export const baseUrl = 'https://dedust.test/v4/router'
const factoryAddress = Address.parse('EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67')
export const nativeVault = raw('EQDa4VOnTYlLvDJ0gZjNYm5PXfSmmtL6Vs6A_CZEtXCNICq_')

/** A token as DeDust's contracts name it. */
function assetOf(token: Token): string {
  if (token.native) return writeBoc(buildCell().uint(0, 4).cell())
  const hash = Buffer.from(raw(token.address).slice(2), 'hex')
  return writeBoc(buildCell().uint(1, 4).int(0, 8).bytes(hash).cell())
}

/** As DeDust's own library computes it. */
export function vaultOf(token: Token): string {
  return placeOf(createVaultProof(factoryAddress, vendorAsset(token)))
}

/** The factory's pool of two tokens: TON first, then jettons in the order of their addresses. */
export function poolOf(a: Token, b: Token, kind = 0): string {
  const rank = (token: Token): string => (token.native ? '' : raw(token.address))
  const [first, second] = rank(a) < rank(b) ? [a, b] : [b, a]
  const params = (builder: Builder): void =>
    void builder.storeBit(kind).storeWritable(vendorAsset(first)).storeWritable(vendorAsset(second))
  return placeOf(createProof(factoryAddress, ContractType.POOL, { writeTo: params }))
}

function vendorAsset(token: Token): Asset {
  return token.native ? Asset.native() : Asset.jetton(Address.parse(token.address))
}

function placeOf(proof: VendorCell): string {
  return new Address(0, proof.hash()).toRawString()
}

/** TON with some pools of DeDust that say what is in them; others are asked in vain. */
export function dedustTon(pools: { address: string; assets: [Token, Token] }[]) {
  const methods: Record<string, () => TonStackItem[]> = {}
  for (const { address, assets } of pools) {
    methods[`${address} get_assets`] = () =>
      assets.map((token) => ({ type: 'cell', boc: assetOf(token) }))
  }
  return fakeTon({ methods })
}

function wordOf(token: Token): string {
  return token.native ? 'native' : token.address
}

export type Hop = { pool: string; src: Token; dst: Token; inAmount: bigint; outAmount: bigint }

/** A quote in all the fields of the real one. */
export function quoteAnswer(request: QuoteRequest, routes: Hop[][], slug = 'dedust'): Body {
  const total = routes.reduce((sum, route) => sum + (route.at(-1)?.outAmount ?? 0n), 0n)
  return {
    in_amount: String(request.srcAmount),
    out_amount: String(total),
    swap_is_possible: true,
    swap_data: {
      slippage_bps: request.slippageBps ?? 100,
      routes: routes.map((route) =>
        route.map(({ pool, src, dst, inAmount, outAmount }) => ({
          pool_address: friendly(pool),
          is_stable: false,
          in_minter: wordOf(src),
          out_minter: wordOf(dst),
          in_amount: String(inAmount),
          out_amount: String(outAmount),
          network_fee: '45000000',
          protocol_slug: slug,
        })),
      ),
    },
    display_data: [],
    price_impact: 0.25,
    in_minter_price: '3.01',
    out_minter_price: '1',
    improvement: null,
  }
}

function quoteBody(request: QuoteRequest, more: Body = {}): Body {
  return {
    in_minter: wordOf(request.srcToken),
    out_minter: wordOf(request.dstToken),
    amount: String(request.srcAmount),
    swap_mode: 'exact_in',
    slippage_bps: request.slippageBps ?? 100,
    protocols: ['dedust'],
    only_verified_pools: true,
    max_splits: 2,
    max_length: 2,
    min_pool_usd_tvl: '5000',
    ...more,
  }
}

export function quoteCall(
  request: QuoteRequest,
  body: Body,
  status = 200,
  more: Body = {},
): Exchange {
  return { method: 'POST', path: '/quote', request: quoteBody(request, more), body, status }
}

export function swapCall(swapData: Body, transactions: Body[], status = 200): Exchange {
  return {
    method: 'POST',
    path: '/swap',
    request: { sender_address: raw(payer), swap_data: swapData },
    body: { query_id: 123456, transactions },
    status,
  }
}

export type Instruction = {
  request: QuoteRequest
  hops: Hop[]
  minOut: bigint
  recipient?: string | null
  deadline?: number
  referrer?: string
  /** Of the last step, where it differs. */
  kind?: boolean
}

/** A message of DeDust's router for one route, as its vaults take it. */
export function vaultMessage({ request, hops, minOut, ...more }: Instruction): Body {
  const { srcToken } = request
  const [first] = hops
  if (first === undefined) throw new Error('no hop')
  const params = buildCell()
    .uint(more.deadline ?? 0, 32)
    .address(more.recipient == null ? null : raw(more.recipient))
    .address(more.referrer == null ? null : raw(more.referrer))
    .bit(false)
    .bit(false)
    .cell()
  let next: Cell | null = null
  for (const [index, hop] of [...hops.entries()].toReversed()) {
    const isLast = index === hops.length - 1
    const step = buildCell()
      .address(hop.pool)
      .bit(isLast && more.kind === true)
    const rest = step.coins(isLast ? minOut : 0n).maybeRef(next)
    next = rest.cell()
  }
  if (next === null) throw new Error('no step')
  if (srcToken.native) {
    const body = buildCell().uint(0xea06185d, 32).uint(77, 64).coins(first.inAmount)
    return {
      address: nativeVault,
      amount: String(first.inAmount + 250_000_000n),
      payload: writeBoc(body.append(next).ref(params).cell()),
    }
  }
  const instruction = buildCell().uint(0xe3a0d482, 32).append(next).ref(params).cell()
  const transfer = buildCell()
    .uint(0x0f8a7ea5, 32)
    .uint(77, 64)
    .coins(first.inAmount)
    .address(vaultOf(srcToken))
    .address(raw(payer))
    .bit(false)
    .coins(250_000_000n)
    .bit(true)
    .ref(instruction)
  return {
    address: walletOf(srcToken.address, payer),
    amount: '300000000',
    payload: writeBoc(transfer.cell()),
  }
}
