/**
 * Relay by signed calls, through the program: what `swap` takes between EVM chains where a deposit
 * is not the better offer. Its API is the hostile party; the chains are honest.
 */
import { callCase, depositCase } from '../../../providers/relay.case.ts'
import { coins } from '../../../providers/relay/signed.ts'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { Cell, Cells, Facts, HostileAdapter } from '../kit/adapter.ts'
import { falseEnd } from '../kit/cells.ts'
import type { Lie } from '../kit/server.ts'
import { claim, type Where, withStatus } from '../kit/wire.ts'
import { callCells } from './callCells.ts'
import { preparePayments, scenesOf } from './depositCells.ts'

const id = 'relay'
const foreignHash = `0x${'ab'.repeat(32)}`
const state: Where = ({ front, call }) => front === id && call.endsWith('/intents/status/v3')

export function relaySignedAdapter(sandbox: CliSandbox): HostileAdapter {
  const { address } = sandbox.account('alice')
  // An approval would never be mined: signed bytes stay in the kit.
  const swap = ['swap', '0.01', 'eth:ETH', 'to', 'arb:ETH', '--provider', id, '--deposits', 'none']
  // Relay may refund less than was paid: the amount is typed (E16).
  const sure = ['--yes', '--confirm-amount', '0.01']
  const line = [...swap, '--account', 'alice', ...sure, '--no-wait']
  return {
    id: 'relay by signed calls',
    providers: [id],
    scenes: scenesOf(line),
    prepare: async (stage) => {
      // So that the journal ends before the delivery, which is then to be reported.
      await sandbox.fault(id, 'slow', '3')
      return await preparePayments(stage, sandbox, id, line)
    },
    cells: (facts) => signedCells(facts, address),
  }
}

function signedCells({ trapUrl, prepared }: Facts, account: string): Cells {
  // Quotes of the sandbox have the case's shape, and its payer is the receiver, too.
  const { orders: _orders, more: _more, ...bare } = callCase
  const request = { ...coins.request, fromAddress: account, receiver: account }
  const swap = { ...bare, ...coins, request }
  const cells = {
    ...callCells(swap, { value: request.srcAmount }, trapUrl),
    ...ends(prepared),
  } as Cells
  // The route is hidden before anything is built.
  return { ...cells, 'ruinous-price': { ...cells['ruinous-price'], refusals: ['NO_ROUTE'] } }
}

/** What the service reports of an order that it never fills. */
function ends(prepared: Facts['prepared']): Partial<Cells> {
  const { wire } = depositCase
  if (wire === undefined) throw new Error('the case does not say how an end is told')
  const well = claim(state, { somethingMore: { note: 'all is well' } })
  const follow = (...lies: readonly Lie[]): Cell => falseEnd(lies, well)
  const done = (hash: string | null): Lie => claim(state, wire.done(hash))
  const refunded = (hash: string | null): Lie => claim(state, wire.refunded(hash))
  const [own, other] = [prepared['stalledHash'] ?? '', prepared['payout'] ?? '']
  return {
    'success-without-hash': follow(done(null)),
    'success-with-foreign-hash': follow(done(foreignHash), done(own)),
    'success-of-another-swap': follow(done(other)),
    'false-failure': follow(
      claim(state, wire.unknown),
      withStatus(state, 500, { error: 'failed' }),
    ),
    'refund-elsewhere': follow(
      refunded(foreignHash),
      refunded(prepared['paidHash'] ?? ''),
      refunded(null),
    ),
    'unknown-word': follow(
      claim(state, wire.unknown),
      withStatus(state, 404, { error: 'not found' }),
    ),
  }
}
