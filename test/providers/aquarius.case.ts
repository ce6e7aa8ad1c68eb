import { assetContract } from '../../src/chains/stellar/addresses.ts'
import { addressValue, u128Value } from '../../src/chains/stellar/values.ts'
import { xdrOpaque, xdrU32 } from '../../src/chains/stellar/xdr.ts'
import { createAquariusProvider } from '../../src/providers/aquarius.ts'
import type { Token } from '../../src/core/token.ts'
import { type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import { bendsOf, type ForeignCase, type ForeignSwapCase } from './foreignCase.ts'
import recorded from './aquarius/recorded.json' with { type: 'json' }
import {
  authOf,
  type Envelope,
  envelopeOf,
  horizon,
  mallory,
  nowSeconds,
  payer,
  type Permission,
  stellarHash,
  stellarMined,
  stellarUnknown,
  transfer,
  vec,
  writtenOver,
} from './stellarEnvelopes.ts'

const [xlm, aqua, usdc] = ['XLM', 'AQUA', 'USDC'].map((symbol) => tokenOf('STELLAR', symbol)) as [
  Token,
  Token,
  Token,
]
const router = 'CBQDHNBFBZYE4MKPWBSJOPIYLW4SFSXAXUTSXJN76GNKYVYPCKWC6QUK'
const other = assetContract(usdc.address)
const node = 'https://node.test'
const bytes32 = Buffer.concat([xdrU32(13), xdrOpaque(Buffer.alloc(32, 7))])

function hopsOf(src: Token, dst: Token): Uint8Array {
  const [from, to] = [src, dst].map(({ address }) => addressValue(assetContract(address)))
  if (from === undefined || to === undefined) throw new Error('no tokens')
  return vec([vec([vec([from, to]), bytes32, to])])
}

type Call = { user?: string; hops: Uint8Array; src: Token; amount: bigint; minOut: bigint }

function callOf({ user = payer, hops, src, amount, minOut }: Call): Permission {
  return {
    contract: router,
    method: 'swap_chained',
    args: [
      addressValue(user),
      hops,
      addressValue(assetContract(src.address)),
      u128Value(amount),
      u128Value(minOut),
    ],
    inside: [transfer(src.address, payer, router, amount)],
  }
}

/** @param hops of the answer, and what a node's simulation permits */
function swapOf(
  [src, dst]: readonly [Token, Token],
  [amount, out, minOut]: readonly [bigint, bigint, bigint],
  hops: Uint8Array,
  auth: string,
): ForeignSwapCase {
  const words = [src, dst].map(({ native, address }) => (native ? 'native' : address))
  const quote: Exchange = {
    method: 'POST',
    path: '/api/find-path/',
    request: {
      token_in_address: assetContract(src.address),
      token_out_address: assetContract(dst.address),
      amount: String(amount),
    },
    body: {
      success: true,
      swap_chain_xdr: Buffer.from(hops).toString('base64'),
      pools: ['CDE57N6XTUPBKYYDGQMXX7E7SLNOLFY3JEQB4MULSMR2AKTSAENGX2HC'],
      tokens: words,
      tokens_addresses: [src, dst].map(({ address }) => assetContract(address)),
      amount: Number(out),
      amount_with_fee: Number(out) - 3,
    },
  }
  const account: Exchange = {
    path: `${horizon}/accounts/${payer}`,
    body: { id: payer, account_id: payer, sequence: '243619315352338460', balances: [] },
  }
  const simulation: Exchange = {
    method: 'POST',
    path: node,
    body: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        latestLedger: 59_900_000,
        minResourceFee: '595865',
        transactionData: recorded.resources,
        results: [{ auth: [auth], xdr: Buffer.from(u128Value(out)).toString('base64') }],
      },
    },
  }
  const call: Call = { hops, src, amount, minOut }
  const permits = (...roots: Permission[]) =>
    roots.map((one) => Buffer.from(authOf(one)).toString('base64'))
  const inside = (...more: Permission[]): Permission => ({ ...callOf(call), inside: more })
  const full = transfer(src.address, payer, router, amount)
  const allows: readonly (readonly [string, string, string[]])[] = [
    ['a permission of another call', 'E8', permits(callOf({ ...call, minOut: 1n }))],
    ['two permissions', 'E8', permits(callOf(call), callOf(call))],
    ['a larger transfer', 'E5', permits(inside(transfer(src.address, payer, router, amount + 1n)))],
    ['a second transfer', 'E5', permits(inside(full, full))],
    [
      'a transfer to another contract',
      'E8',
      permits(inside(transfer(src.address, payer, other, amount))),
    ],
    [
      'a transfer of another token',
      'E8',
      permits(inside(full, transfer(usdc.address, payer, mallory, 1n))),
    ],
    ['an approval of the token', 'E8', permits(inside({ ...full, method: 'approve' }))],
    [
      'a call of another contract',
      'E8',
      permits(inside(full, { contract: other, method: 'withdraw', args: [] })),
    ],
    [
      'the permission of another account',
      'E8',
      permits(callOf(call)).map((text) => writtenOver(text, 3, Uint8Array.of(1))),
    ],
  ]
  const built = (change: Partial<Call>, more: Partial<Envelope> = {}): string =>
    envelopeOf({ root: callOf({ ...call, ...change }), ...more })
  const honest = built({})
  const envelopes: readonly (readonly [string, string, string])[] = [
    ['another source', 'E8', built({}, { source: mallory })],
    ['another account that swaps', 'E8', built({ user: mallory })],
    ['a smaller minimum', 'E9', built({ minOut: 1n })],
    ['a larger amount', 'E5', built({ amount: amount + 1n })],
    ['another token sold', 'E8', built({ src: usdc, hops: hopsOf(usdc, dst) })],
    ['another token bought', 'E8', built({ hops: hopsOf(src, usdc) })],
    ['hops that do not follow each other', 'E8', built({ hops: hopsOf(usdc, dst) })],
    ['no hops', 'E8', built({ hops: vec([]) })],
    ['another contract', 'E2', envelopeOf({ root: { ...callOf(call), contract: other } })],
    [
      'exactly what comes out',
      'E8',
      envelopeOf({ root: { ...callOf(call), method: 'swap_chained_strict_receive' } }),
    ],
    [
      'an argument more',
      'E8',
      envelopeOf({ root: { ...callOf(call), args: [...callOf(call).args, bytes32] } }),
    ],
    ['no end', 'E8', built({}, { maxTime: 0n })],
    ['a far end', 'E8', built({}, { maxTime: nowSeconds + 100_000n })],
    ['a past end', 'E8', built({}, { maxTime: nowSeconds - 1n })],
    ['a fee of coins', 'E11', built({}, { fee: 90_000_000n })],
    ['an envelope of another kind', 'E8', writtenOver(honest, 3, Uint8Array.of(5))],
    ['a memo', 'E8', writtenOver(honest, 75, Uint8Array.of(3))],
    ['two operations', 'E8', writtenOver(honest, 79, Uint8Array.of(2))],
    ['a code that is uploaded', 'E8', writtenOver(honest, 91, Uint8Array.of(2))],
    ['a half', 'E8', honest.slice(0, 400)],
    [
      'bytes behind its end',
      'E8',
      Buffer.concat([Buffer.from(honest, 'base64'), xdrU32(0)]).toString('base64'),
    ],
    ['no base64', 'E8', '!'],
  ]
  return {
    request: { ...requestOf(src, dst, amount, { slippageBps: 100 }), fromAddress: payer },
    honest: { quote: [quote], build: [quote, account, simulation] },
    wire: { srcToken: 'tokens.0', dstToken: 'tokens.1', srcAmount: null, dstAmount: 'amount' },
    reads: { target: router, networkFee: 596_865n, minOut },
    hostile: [
      ...allows.map(
        ([name, rule, list]) =>
          [
            name,
            rule,
            (body) => (body.result.results[0].auth = list),
          ] satisfies ForeignSwapCase['hostile'][number],
      ),
      [
        'a fee of coins for its resources',
        'E11',
        (body) => (body.result.minResourceFee = '90000000'),
      ],
      ['a fee beyond all fees', 'E11', (body) => (body.result.minResourceFee = '9000000000000')],
      ['invalid resources', 'E8', (body) => (body.result.transactionData = 'AAAAAQ==')],
    ],
    transactions: bendsOf(
      'stellar',
      envelopes.map(([name, rule, data]) => [name, rule, (it) => ({ ...it, data })] as const),
    ),
  }
}

const least = (out: bigint): bigint => (out * 9_900n) / 10_000n
const back = { amount: 10_000_000_000n, out: 26_281_234n }
const backHops = hopsOf(aqua, xlm)
const backAuth = authOf(
  callOf({ hops: backHops, src: aqua, amount: back.amount, minOut: least(back.out) }),
)
const isOf = (transaction: { kind: string; data?: unknown }, amount: bigint): boolean =>
  Buffer.from(String(transaction.data), 'base64').includes(Buffer.from(u128Value(amount)))

export const foreignCase: ForeignCase = {
  source: {
    kind: 'recorded',
    from: 'github.com/stellar/freighter-mobile, DiscoveryScreen.tsx: a transaction of aqua.network with its permissions and resources; the path answer is shaped by AquaToken/aquarius-frontend, src/types/amm.ts',
    date: '2025-05-01',
  },
  create: (baseUrl) => createAquariusProvider({ baseUrl: `${baseUrl}/api`, nodeUrl: node }),
  ...swapOf(
    [xlm, aqua],
    [22_340_000n, 8_587_711_507n, 8_501_834_391n],
    Buffer.from(recorded.hops, 'base64'),
    recorded.auth,
  ),
  refusals: [
    [200, { success: false }, 'NO_ROUTE'],
    [200, { success: true, amount: '5' }, 'UPSTREAM_FAILED'],
    [200, { success: true, amount: 1.5, swap_chain_xdr: 'AAAA' }, 'UPSTREAM_FAILED'],
    [400, { token_in_address: ['invalid address'] }, 'UPSTREAM_REFUSED'],
    [429, { detail: 'Request was throttled.' }, 'RATE_LIMITED'],
    [500, 'Server Error', 'UPSTREAM_FAILED'],
    [200, '<html></html>', 'UPSTREAM_FAILED'],
  ],
  mined: {
    hash: stellarHash,
    unknown: stellarUnknown,
    as: (transaction, how) =>
      stellarMined(transaction, how, isOf(transaction, back.amount) ? xlm : aqua),
  },
  finalAtOnce: true,
  more: {
    'of a token': swapOf(
      [aqua, xlm],
      [back.amount, back.out, least(back.out)],
      backHops,
      Buffer.from(backAuth).toString('base64'),
    ),
  },
}
