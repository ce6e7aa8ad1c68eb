/** swap.coffee: its API makes whole messages, so each of their fields is one it may lie in. */
import { Address, beginCell, Cell as Boc } from '@ton/core'
import { at, put, textAt } from '../../../support/bodies.ts'
import type { Cell, Cells, Facts } from '../kit/adapter.ts'
import { cellsWith, extraClaims, hostileTexts, transport, urlsToFetch } from '../kit/cells.ts'
import type { Lie } from '../kit/server.ts'
import { readSwapCall, type SwapCall, writeSwapCall } from '../kit/tonCalls.ts'
import { bend, claim, together, type Where, withStatus } from '../kit/wire.ts'
import { falseEnds, useless } from './tonCells.ts'
import {
  allGoesWell,
  asked,
  dedustVault,
  derives,
  inMasterchain,
  mallory,
  nobody,
  notcoin,
  passesForPton,
  usdt,
} from './tonNames.ts'

const routed: Where = ({ front, call }) => front === 'COFFEE_SWAP' && call.endsWith('/v1/route')
const again: Where = (exchange) => routed(exchange) && exchange.count >= 2
const built: Where = ({ front, call }) => front === 'COFFEE_SWAP' && call.endsWith('/transactions')
const evil = mallory.toString()
const message = 'transactions.0'

export function coffeeCells(facts: Facts): Cells {
  const { trapUrl } = facts
  const says = (values: Record<string, unknown>): Lie => together(claim(built, values), allGoesWell)
  const writes = (change: (call: SwapCall) => Partial<SwapCall>): Lie =>
    together(
      bend(built, (body) => rewritten(body, change)),
      allGoesWell,
    )
  const cell = cellsWith(rawForm)
  const call = (op: number): Cell =>
    cell([says({ [`${message}.cell`]: orderOf(op) })], ['T3', 'T2'], rawForm)
  const other = (lies: readonly Lie[], refusals: readonly string[], twin: Lie): Cell =>
    cell(lies, refusals, twin, 'pay', 'other')
  const noOffer = ['UPSTREAM_FAILED', 'NO_ROUTE']
  return {
    ...useless('pay', built),
    ...falseEnds(facts),
    'spender-of-another-provider': cell(
      [writes(() => ({ destination: dedustVault })), writes(() => ({ destination: mallory }))],
      ['T2'],
      rawForm,
      'sell',
    ),
    'wrong-approval-token': cell(
      [says({ [`${message}.address`]: notcoin.toString() }), derives(usdt, mallory)],
      ['T2'],
      rawForm,
      'sell',
    ),
    'foreign-target': cell(
      [
        says({ [`${message}.address`]: evil }),
        // The service and the node together: neither is asked for it (T2).
        together(says({ [`${message}.address`]: evil }), passesForPton(mallory)),
      ],
      ['T2'],
    ),
    'target-without-code': cell(
      [
        says({ [`${message}.address`]: nobody.toString() }),
        says({ [`${message}.stateInit`]: orderOf(0) }),
      ],
      ['T2', 'T4'],
    ),
    'token-as-target': cell([says({ [`${message}.address`]: usdt.toString() })], ['T2']),
    'foreign-receiver': cell([writes(() => ({ receiver: mallory }))], ['T7'], fresh),
    'receiver-at-the-tail': cell(
      // The true receiver as the referrer: a share for anyone but the payer is refused first (E16).
      [writes(({ receiver }) => ({ receiver: mallory, referrer: receiver }))],
      ['T3'],
      fresh,
    ),
    'foreign-refund': cell(
      [
        writes(() => ({ refundTo: mallory })),
        writes(() => ({ rest: mallory })),
        writes(() => ({ excessesTo: mallory })),
      ],
      ['T7', 'T3'],
      fresh,
    ),
    'wrong-chain': cell([says({ [`${message}.address`]: inMasterchain.toString() })], ['T2']),
    'wrong-destination-chain': cell([writes(() => ({ receiver: inMasterchain }))], ['T7'], fresh),
    'other-amount': cell(
      [
        writes(({ units }) => ({ units: units + 1n })),
        writes(({ units }) => ({ units: units / 2n })),
      ],
      ['T1'],
      fresh,
    ),
    'value-too-high': other(
      [says({ [`${message}.value`]: '10310000000' }), says({ [`${message}.value`]: '4990000000' })],
      ['T1'],
      says({ [`${message}.value`]: '5320000000' }),
    ),
    'fee-grown': other(
      [says({ [`${message}.value`]: '6100000001' })],
      ['T1'],
      says({ [`${message}.value`]: '5400000000' }),
    ),
    'less-in-the-call': other(
      [
        writes(({ minOut }) => ({ minOut: minOut / 2n })),
        writes(({ minOut }) => ({ minOut: minOut - 10_000n })),
      ],
      ['PRICE_MOVED', 'T3'],
      writes(({ minOut }) => ({ minOut: minOut + 1n })),
    ),
    'minimum-zero': cell(
      [writes(() => ({ minOut: 0n })), writes(() => ({ minOut: 1n }))],
      ['PRICE_MOVED', 'T3'],
      fresh,
    ),
    'less-than-quoted': cell([part(again, 2)], ['PRICE_MOVED']),
    'other-tokens': cell(
      [
        writes(() => ({ askWallet: mallory })),
        together(
          writes(() => ({ askWallet: mallory })),
          derives(notcoin, mallory),
        ),
      ],
      ['T7'],
      fresh,
    ),
    'altered-order': cell(
      [
        claim(again, { input_amount: 50 }),
        claim(again, { 'paths.0.dex': 'mallory' }),
        claim(again, { 'paths.0.output_token.address.address': notcoin.toString() }),
        claim(again, { left_amount: 1 }),
        bend(built, (body) => put(body, 'transactions.1', structuredClone(at(body, message)))),
      ],
      ['UPSTREAM_FAILED', 'NO_ROUTE', 'T1'],
    ),
    'expired-quote': cell(
      [writes(() => ({ deadline: 1_600_000_000 })), writes(() => ({ deadline: 4_000_000_000 }))],
      ['T6'],
      fresh,
    ),
    'approve-call': call(0x595f07bc),
    'increase-allowance-call': cell(
      [writes(() => ({ custom: new Boc() }))],
      ['T3'],
      rawForm,
      'sell',
    ),
    'transfer-from-call': call(0x0f8a7ea5),
    'approval-for-all-call': call(3),
    'permit-call': call(0x6578746e),
    'permit2-call': call(0x5fcc3d14),
    'price-tenfold': cell(
      [part(routed, 0.1)],
      ['SIMULATION_FAILED', 'PRICE_MOVED', 'P3', 'P6', ...noOffer],
    ),
    'price-millionfold': cell(
      [part(routed, 0.000001)],
      ['SIMULATION_FAILED', 'PRICE_MOVED', 'P3', 'P6', ...noOffer],
    ),
    'ruinous-price': cell(
      [part(routed, 4), part(routed, 100)],
      ['P2', 'CONFIRMATION_REQUIRED', ...noOffer],
    ),
    'terminal-text': hostileTexts('pay', routed, /^(?:name|symbol|verification|result)$/),
    ...transport('pay', built, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', built, trapUrl),
    'odd-numbers': cell(
      [-1, '1e30', '0x10', 1e300, '1.5', {}, null].map((value) =>
        says({ [`${message}.value`]: value }),
      ),
      ['UPSTREAM_FAILED'],
    ),
    'error-in-2xx': cell(
      [
        withStatus(built, 200, { error: 'internal' }),
        withStatus(built, 200, {}),
        withStatus(asked('getAddressInformation'), 200, { ok: false, error: 'no', code: 500 }),
      ],
      ['UPSTREAM_FAILED', 'CHAIN_UNAVAILABLE'],
    ),
    'look-alike-symbol': extraClaims('pay', routed, {
      'input_token.metadata.symbol': 'ТON',
      'output_token.metadata.symbol': 'USDТ',
    }),
  }
}

/** The same place, written otherwise. */
const rawForm: Lie = bend(built, (body) => {
  const path = `${message}.address`
  put(body, path, Address.parse(textAt(body, path)).toRawString())
})
/** The same instruction under another number. */
const fresh: Lie = bend(built, (body) =>
  rewritten(body, ({ queryId }) => ({ queryId: queryId + 1n })),
)

function rewritten(body: unknown, change: (call: SwapCall) => Partial<SwapCall>): void {
  const call = readSwapCall(textAt(body, `${message}.cell`))
  put(body, `${message}.cell`, writeSwapCall({ ...call, ...change(call) }))
}

/** An instruction of another kind, which gives something to another account. */
function orderOf(op: number): string {
  const order = beginCell().storeUint(op, 32).storeUint(1, 64).storeCoins(5_000_000_000n)
  return order.storeAddress(mallory).storeAddress(mallory).endCell().toBoc().toString('base64')
}

/** Route and paths promise so much less. */
function part(where: Where, divisor: number): Lie {
  return bend(where, (body) => {
    for (const path of ['output_amount', 'paths.0.swap.output_amount']) {
      put(body, path, Number((Number(at(body, path)) / divisor).toFixed(6)))
    }
  })
}
