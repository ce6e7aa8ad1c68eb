/** STON.fi: its API only quotes, the message is built here; so most of what it could claim is idle. */
import { at, put } from '../../../support/bodies.ts'
import type { Cell, Cells, Facts } from '../kit/adapter.ts'
import { cellsWith, extraClaims, hostileTexts, transport, urlsToFetch } from '../kit/cells.ts'
import { bend, claim, together, type Where, withStatus } from '../kit/wire.ts'
import type { Lie } from '../kit/server.ts'
import { falseEnds, useless } from './tonCells.ts'
import {
  allGoesWell,
  asked,
  dedustVault,
  derives,
  foreseen,
  inMasterchain,
  mallory,
  nobody,
  notcoin,
  passesForPton,
  usdt,
} from './tonNames.ts'

const simulated: Where = ({ front, call }) => front === 'STONFI' && call.endsWith('/swap/simulate')
const built: Where = (exchange) => simulated(exchange) && exchange.count >= 2
const purse: Where = ({ front, call }) => front === 'STONFI' && call.endsWith('/address')
const evil = mallory.toString()

export function stonfiCells(facts: Facts): Cells {
  const { trapUrl } = facts
  const says = (values: Record<string, unknown>): Lie => together(claim(built, values), allGoesWell)
  const extras = (values: Record<string, unknown>): Cell => extraClaims('pay', built, values)
  const cell = cellsWith(more)
  const purseOf = (address: string): Lie => together(claim(purse, { address }), allGoesWell)
  const call = (payload: string): Cell => extras({ payload, cell: payload, body: payload })
  const noOffer = ['UPSTREAM_FAILED', 'NO_ROUTE']
  return {
    ...useless('pay', built),
    ...falseEnds(facts),
    'spender-of-another-provider': cell(
      [purseOf(dedustVault.toString())],
      ['T2'],
      claim(purse, { note: 1 }),
      'sell',
    ),
    'wrong-approval-token': cell(
      [purseOf(notcoin.toString()), derives(usdt, mallory)],
      ['T2'],
      claim(purse, { note: 1 }),
      'sell',
    ),
    'foreign-target': cell(
      [
        says({ offer_jetton_wallet: evil, 'router.pton_wallet_address': evil }),
        says({ router_address: evil, 'router.address': evil }),
        // The service and the node together: neither is asked for it (T2).
        together(says({ offer_jetton_wallet: evil }), passesForPton(mallory)),
      ],
      ['T2', 'NO_ROUTE'],
      shown('offer_jetton_wallet'),
    ),
    'target-without-code': cell(
      [says({ offer_jetton_wallet: nobody.toString() })],
      ['T2'],
      shown('router_address'),
    ),
    'token-as-target': cell([says({ offer_jetton_wallet: usdt.toString() })], ['T2']),
    'foreign-receiver': extras({ receiver: evil, receiver_address: evil, user_address: evil }),
    'receiver-at-the-tail': extras({ referral_address: evil, custom_payload: evil }),
    'foreign-refund': extras({ refund_address: evil, excesses_address: evil }),
    'wrong-chain': cell([says({ offer_jetton_wallet: inMasterchain.toString() })], ['T2']),
    'wrong-destination-chain': cell(
      [says({ ask_jetton_wallet: inMasterchain.toString() })],
      ['T7'],
    ),
    'other-amount': cell(
      [says({ offer_units: '5000000001' }), says({ offer_units: '50000000000' })],
      noOffer,
    ),
    'value-too-high': cell(
      [bend(foreseen, spendsTwice)],
      ['T1'],
      says({ 'gas_params.forward_gas': '300000000', 'gas_params.gas_budget': '99000000000' }),
    ),
    'fee-grown': extras({
      'gas_params.gas_budget': '900000000000',
      'gas_params.estimated_gas_consumption': '900000000',
    }),
    'less-in-the-call': extras({ min_ask_units: '1', recommended_min_ask_units: '1' }),
    'minimum-zero': cell([says({ ask_units: '0' })], noOffer),
    'less-than-quoted': cell([says({ ask_units: '7000000' })], ['PRICE_MOVED']),
    'other-tokens': cell(
      [
        says({ ask_jetton_wallet: evil }),
        together(says({ ask_jetton_wallet: evil }), derives(notcoin, mallory)),
      ],
      ['T7'],
      shown('ask_jetton_wallet'),
    ),
    'altered-order': cell(
      [says({ ask_address: notcoin.toString() }), says({ offer_address: usdt.toString() })],
      noOffer,
      shown('ask_address'),
    ),
    'expired-quote': extras({ deadline: 1, expires_at: '2020-01-01T00:00:00Z' }),
    'approve-call': call('te6cckEBAQEAAgAAAEysuc0='),
    'increase-allowance-call': extras({ custom_payload: 'te6cckEBAQEAAgAAAEysuc0=' }),
    'transfer-from-call': extras({ messages: [{ address: evil, amount: '1', payload: '' }] }),
    'approval-for-all-call': extras({ new_owner: evil, transfer_ownership: evil }),
    'permit-call': extras({ wallet_actions: [{ type: 'add_extension', address: evil }] }),
    'permit2-call': extras({ state_init: 'te6cckEBAQEAAgAAAEysuc0=', nft_transfer: evil }),
    'price-tenfold': cell([times(built, 10n)], ['SIMULATION_FAILED']),
    'price-millionfold': cell([times(built, 1_000_000n)], ['SIMULATION_FAILED']),
    'ruinous-price': cell([part(3n), part(100n)], ['P2', 'NO_ROUTE', 'CONFIRMATION_REQUIRED']),
    'terminal-text': hostileTexts('pay', simulated, /^(?:pool_address|router_type|pton_version)$/),
    ...transport('pay', built, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', simulated, trapUrl),
    'odd-numbers': cell(
      [-1, '1e30', '0x10', 1e300, '1.5', {}, null].map((value) => says({ ask_units: value })),
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
  }
}

const more: Lie = claim(built, { note: 'all is well' })

/** The same place, as a raw address. */
function shown(path: string): Lie {
  return bend(built, (body) => {
    const text = String(at(body, path))
    const bytes = Buffer.from(text, 'base64url')
    put(body, path, `0:${bytes.subarray(2, 34).toString('hex')}`)
  })
}

function times(where: Where, factor: bigint): Lie {
  return bend(where, (body) => {
    put(body, 'ask_units', String(BigInt(String(at(body, 'ask_units'))) * factor))
  })
}

function part(divisor: bigint): Lie {
  return bend(simulated, (body) => {
    put(body, 'ask_units', String(BigInt(String(at(body, 'ask_units'))) / divisor))
  })
}

/** Run in advance, the wallet sends its message twice. */
function spendsTwice(body: unknown): void {
  const hash = String(at(body, 'trace.tx_hash'))
  const messages = at(body, 'transactions')
  const first = (messages as Record<string, { out_msgs: unknown[] }>)[hash]
  if (first !== undefined) first.out_msgs.push(structuredClone(first.out_msgs[0]))
}
