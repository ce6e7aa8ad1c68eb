import type { SwapStatus } from '../../../src/core/status.ts'
import type { ChainFacts, ContractCase, MinedFact } from '../../providers/contractCase.ts'
import { evm, hash } from '../../providers/depositSupport.ts'
import { contextOf, minedContract } from '../../providers/minedContract.ts'
import type { Liar, Lie } from './lies.ts'

const retryables = '0x000000000000000000000000000000000000006E'

/** Lies of nodes about a transfer through contracts: each fact left out or bent, one by one. */
export async function contractLiar(name: string, it: ContractCase): Promise<Liar> {
  const { provider, ref, paid, follow } = await minedContract(it)
  const [id = 'across'] = provider.ids
  const [, , delivered = {}] = it.states[0] ?? []
  const facts = paid(delivered)
  const mined = facts.mined ?? []
  const ask = (changed: ChainFacts): Promise<SwapStatus> =>
    provider.status(id, ref, contextOf(it, changed))
  const with_ = (index: number, fact: MinedFact | null): ChainFacts => ({
    ...facts,
    mined: mined.flatMap((one, place) => (place === index ? (fact ?? []) : [one])),
  })
  const bends: [string, (fact: MinedFact) => MinedFact | null][] = [
    ['left out', () => null],
    ['without events', (fact) => ({ ...fact, logs: [] })],
    ['with a status of tomorrow', (fact) => ({ ...fact, status: '0x2' })],
    ['on another chain', (fact) => ({ ...fact, blockchain: 'GNOSIS' })],
    ['under another hash', (fact) => ({ ...fact, hash: hash('other') })],
    ['with cut events', logs(({ data, ...log }) => ({ ...log, data: data.slice(0, -64) }))],
    ['with events of another contract', logs((log) => ({ ...log, address: evm('mallory') }))],
    ['with events of another kind', logs(topic(0))],
    ['with events about another transfer', logs(topic(1))],
    [
      'with events without members',
      logs(({ topics, ...log }) => ({ ...log, topics: topics.slice(0, 1) })),
    ],
    ['with empty events', logs((log) => ({ ...log, data: '0x' }))],
    [
      'with events of zeros',
      logs(({ data, ...log }) => ({ ...log, data: `0x${'0'.repeat(data.length - 2)}` })),
    ],
    [
      'with events of ones',
      logs(({ data, ...log }) => ({ ...log, data: `0x${'f'.repeat(data.length - 2)}` })),
    ],
  ]
  const isPayment = (fact: MinedFact): boolean => fact === mined.at(-1)
  /** What the bend leaves true is no lie. */
  const isLie = (fact: MinedFact, what: string): boolean => {
    if (what.includes('events') && (fact.logs ?? []).length === 0) return false
    if (isPayment(fact)) return true
    if (it.remembers === true) return false
    // An event is found under any hash, and nothing of a redemption's data matters.
    if (what === 'under another hash') return false
    const isRedemption = fact.logs?.some(({ address }) => address === retryables) === true
    return !(isRedemption && (what.endsWith('zeros') || what.endsWith('ones')))
  }
  const single = mined.flatMap((fact, index) =>
    bends.flatMap(([what, bend]) =>
      isLie(fact, what)
        ? [{ name: `transaction ${index} ${what}`, ask: () => ask(with_(index, bend(fact))) }]
        : [],
    ),
  )
  const forgotten = facts.views?.map((view) => ({
    ...view,
    returns: forget(view.returns),
  }))
  const memory: Lie[] =
    it.remembers === true
      ? [
          {
            name: 'a contract that forgot it',
            ask: () => ask({ ...facts, views: forgotten ?? [] }),
          },
        ]
      : []
  const payment = mined.length - 1
  const twice = bends.flatMap(([first, bend], index): Lie[] => {
    const [second, again] = bends[(index + 1) % bends.length] ?? bends[0] ?? ['', () => null]
    const [third, onceMore] = bends[(index + 5) % bends.length] ?? ['', () => null]
    const both = (other: (fact: MinedFact) => MinedFact | null) => () => {
      const [fact] = mined.slice(payment)
      const half = fact === undefined ? null : bend(fact)
      return ask(with_(payment, half === null ? null : other(half)))
    }
    return [
      { name: `the payment ${first} and ${second}`, ask: both(again) },
      { name: `the payment ${first} and ${third}`, ask: both(onceMore) },
    ]
  })
  const lies: readonly Lie[] = [...single, ...memory, ...twice]
  const truths: Liar['truths'] = it.states.map(([what, word, shown]) => ({
    name: what,
    word,
    ask: () => follow(shown),
  }))
  return { name, lies, truths }
}

/** A flag or a state as it was before the delivery; whatever else stays. */
function forget(returns: unknown): unknown {
  if (typeof returns === 'boolean') return false
  return typeof returns === 'number' ? 0 : returns
}

type Log = NonNullable<MinedFact['logs']>[number]

function logs(bend: (log: Log) => Log): (fact: MinedFact) => MinedFact {
  return (fact) => ({ ...fact, logs: (fact.logs ?? []).map(bend) })
}

function topic(index: number): (log: Log) => Log {
  return (log) => ({
    ...log,
    topics: log.topics.map((old, place) => (place === index ? hash('other') : old)),
  })
}
