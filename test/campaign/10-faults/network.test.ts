/**
 * Row 10: twelve faults of the network at every call that a swap makes. The calls represent their
 * connections: what a fault means is when it strikes (before or after the other side has acted) and
 * what the program learns of it.
 */
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { World } from '../../support/executionWorld.ts'
import { defineRow } from '../support/row.ts'
import { type Disturbance, type Kind, runCase } from './evmCase.ts'

type Fault = {
  name: string
  /** Whether the request has been acted upon when the answer fails. */
  acted: boolean
  fails: () => unknown
  /** Virtual time until the program learns of it. */
  lateMs?: number
  /** The answer arrives after all, late or twice. */
  twice?: true
}

const lost = (fault: string, sent: boolean): SwaprouteError =>
  new SwaprouteError('UPSTREAM_FAILED', `The connection failed (${fault}).`, {
    context: { fault, sent },
  })
const timeout = (): SwaprouteError =>
  new SwaprouteError('TIMED_OUT', 'No answer in time.', { context: { sent: true } })

const faults: readonly Fault[] = [
  { name: 'refused', acted: false, fails: () => lost('unreachable', false) },
  { name: 'reset before the request', acted: false, fails: () => lost('closed', false) },
  { name: 'reset after the request', acted: true, fails: () => lost('closed', true) },
  { name: 'timeout', acted: true, fails: timeout, lateMs: 30_000 },
  { name: 'truncated', acted: true, fails: () => lost('malformed', true) },
  {
    name: '5xx',
    acted: false,
    fails: () =>
      new SwaprouteError('UPSTREAM_FAILED', 'It answered 503.', { context: { status: 503 } }),
  },
  {
    name: '429',
    acted: false,
    fails: () => new SwaprouteError('RATE_LIMITED', 'Too many requests.'),
  },
  { name: 'garbage in place of TLS', acted: false, fails: () => lost('certificate', false) },
  { name: 'empty body', acted: true, fails: () => lost('malformed', true) },
  { name: 'slow drip', acted: true, fails: timeout, lateMs: 60_000 },
  { name: 'duplicate reply', acted: true, fails: () => null, twice: true },
  {
    name: 'wrong content',
    acted: true,
    fails: () => new SwaprouteError('UPSTREAM_FAILED', 'It is not what was asked for.'),
  },
  { name: 'half-open', acted: true, fails: timeout, lateMs: 90_000 },
]

const evmCalls = [
  'readChainId',
  'readCode',
  'readBalances',
  'readAllowance',
  'readNonce',
  'readFees',
  'estimateGas',
  'simulate',
  'broadcast',
  'knowsTransaction',
  'readReceipt',
  'readBlock',
] as const
const apiCalls = ['swap', 'statusExtended', 'quoteAll'] as const
const calls = [...evmCalls, ...apiCalls]

/** From the `first` call of the name on, `count` of them fail. */
let struck = 0

function failing(
  call: (typeof calls)[number],
  fault: Fault,
  first: number,
  count: number,
): Disturbance {
  return {
    begin: (world, context) => {
      let [seen, on] = [0, true]
      const disturbed =
        <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
        async (...given: A): Promise<T> => {
          seen += 1
          if (!on || seen < first || seen >= first + count) return await work(...given)
          struck += 1
          if (fault.twice === true) {
            await work(...given)
            return await work(...given)
          }
          if (fault.acted) await work(...given).catch(() => null)
          world.clock += fault.lateMs ?? 0
          throw fault.fails()
        }
      const { api } = context
      const { ETH } = world.chains
      const end = restore(world, () => (on = false))
      if (isApi(call)) {
        const method = api[call] as (...given: unknown[]) => Promise<never>
        return { context: { ...context, api: { ...api, [call]: disturbed(method) } }, end }
      }
      const method = ETH.evm[call] as (...given: unknown[]) => Promise<never>
      Object.assign(ETH.evm, { [call]: disturbed(method) })
      return { context, end }
    },
  }
}

function isApi(call: (typeof calls)[number]): call is (typeof apiCalls)[number] {
  return apiCalls.some((one) => one === call)
}

/** The world's chains as they were before. */
function restore({ chains: { ETH } }: World, also: () => void): () => void {
  const kept = { ...ETH.evm }
  return () => {
    Object.assign(ETH.evm, kept)
    also()
  }
}

const kinds: readonly Kind[] = ['token', 'native', 'bridge']

defineRow(
  {
    number: 10,
    title: 'network faults at every call of a swap',
    cases: { fast: 20, full: 12 * calls.length * 5 },
  },
  async (row) => {
    const all = faults.flatMap((fault) => calls.map((call) => ({ fault, call })))
    const rounds = row.sized({ fast: 1, full: 5 })
    const some = row.sized({ fast: row.random.shuffled(all).slice(0, 20), full: all })
    for (let round = 0; round < rounds; round += 1) {
      for (const { fault, call } of some) {
        const kind = row.random.pick(kinds)
        const [first, count] = [1 + row.random.below(4), row.random.pick([1, 1, 2, 3, 8])]
        const name = `${fault.name} at ${call} ${first}+${count} (${kind})`
        await row.check(name, () => runCase(kind, failing(call, fault, first, count)))
      }
    }
    row.note(`${struck} calls were disturbed`)
    for (const kind of kinds) {
      await row.twin(kind, () =>
        runCase(kind, { begin: (_world, context) => ({ context, end: () => {} }) }),
      )
    }
  },
)
