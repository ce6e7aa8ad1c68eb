/** Cells that are alike for both exchanges: the chain's side of the story, and claims of no use. */
import { at, isRecord } from '../../../support/bodies.ts'
import type { Cell, Facts } from '../kit/adapter.ts'
import {
  approvalTransactions,
  evil,
  extraClaims,
  falseEnd,
  signatureRequests,
} from '../kit/cells.ts'
import type { BehaviourName } from '../kit/behaviours.ts'
import type { Lie } from '../kit/server.ts'
import { claim, together, type Where, withStatus } from '../kit/wire.ts'
import { asked } from './tonNames.ts'

const anything: Where = ({ front }) => front === 'toncenter'
const indexed: Where = ({ front, call }) => front === 'toncenter' && call.includes('/v3/')
const traced: Where = ({ front, call }) => front === 'toncenter' && call.endsWith('/v3/traces')
const listed: Where = (exchange) => indexed(exchange) && !traced(exchange)
const stored = asked('getTransactions')
const account = asked('getAddressInformation')
const foreign = 'q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s='

/** What only the chain shows of a payment that no block has taken. */
export function falseEnds({
  prepared,
}: Facts): Pick<
  Record<BehaviourName, Cell>,
  | 'success-without-hash'
  | 'success-with-foreign-hash'
  | 'success-of-another-swap'
  | 'false-failure'
  | 'refund-elsewhere'
  | 'unknown-word'
> {
  const trace: unknown = JSON.parse(prepared['paidTrace'] ?? '{"traces":[]}')
  const asked = Buffer.from(prepared['stalledHash'] ?? '', 'hex').toString('base64')
  const well = claim(anything, { note: 'all is well' })
  const follow = (lies: readonly Lie[]): Cell =>
    falseEnd(
      lies.map((lie) => together(lie, noticed)),
      well,
    )
  const tells = (body: unknown): Lie =>
    together(withStatus(traced, 200, body), withStatus(listed, 200, { transactions: listOf(body) }))
  const bent = (change: (text: string) => string): unknown =>
    JSON.parse(change(JSON.stringify(trace)))
  const withMessage = (hash: string): unknown =>
    bent((text) => text.replaceAll(/"hash_norm":"[^"]*"/g, `"hash_norm":"${hash}"`))
  return {
    'success-without-hash': follow([
      tells({
        traces: [{ trace_id: foreign, is_incomplete: false, transactions: { [foreign]: {} } }],
      }),
    ]),
    'success-with-foreign-hash': follow([tells(withMessage(foreign))]),
    // The first one answers for the asked message, as only an index can.
    'success-of-another-swap': follow([tells(withMessage(asked)), tells(trace)]),
    'false-failure': follow([
      tells(bent((text) => text.replaceAll('"success":true', '"success":false'))),
      withStatus(indexed, 500, { error: 'failed' }),
    ]),
    'refund-elsewhere': follow([
      tells(bent((text) => text.replaceAll('"bounced":false', '"bounced":true'))),
    ]),
    'unknown-word': follow([
      tells({ traces: [{ trace_id: 'ABRACADABRA' }] }),
      withStatus(indexed, 404, { error: 'not found' }),
    ]),
  }
}

/** The transactions of a trace, as the index lists them. */
function listOf(body: unknown): unknown[] {
  const transactions = at(body, 'traces.0.transactions')
  return isRecord(transactions) ? Object.values(transactions) : []
}

/** At least one of the node's answers is bent in every scene, and it changes nothing. */
const noticed: Lie = (exchange) => {
  if (stored(exchange) || account(exchange)) {
    const { body } = exchange.answer
    if (isRecord(body)) body['note'] = 'paid long ago'
  }
}

/** TON has no approvals, and no signature is asked for. */
export function useless(scene: string, where: Where) {
  const extras = (values: Record<string, unknown>): Cell => extraClaims(scene, where, values)
  return {
    'foreign-spender': extras({ spender: evil, approvalAddress: evil }),
    'unlimited-approval-data': extras(approvalTransactions(evil)),
    'signature-request': extras({ ...signatureRequests, ton_proof: 'mallory', signData: 'te6' }),
    'look-alike-symbol': extras({ symbol: 'UЅDT', 'ask_token.symbol': 'USDТ', name: 'Теther' }),
  } as const
}
