import type { PlayMoney } from '../../support/playMoney.ts'
import { type PayerKind, tradeKinds, type KindName } from '../../support/trades.ts'

/** One swap at a time of each account; payments by hand have no account and may be several. */
export type Lane = { world: PlayMoney; payer: PayerKind; account: string }

export function lanesOf(worlds: readonly PlayMoney[], accounts: readonly string[]): Lane[] {
  return worlds.flatMap((world) => [
    ...accounts.flatMap((account): Lane[] => [
      { world, payer: 'evm', account },
      { world, payer: 'ton', account },
    ]),
    { world, payer: 'hand', account: 'nobody' },
    { world, payer: 'hand', account: 'nobody' },
  ])
}

/** Each lane takes what its account can do, in the order given, until nothing is left. */
export async function workOff<T extends { kind: KindName }>(
  jobs: readonly T[],
  lanes: readonly Lane[],
  work: (job: T, lane: Lane) => Promise<void>,
): Promise<void> {
  const queues = new Map<PayerKind, T[]>()
  for (const job of jobs) {
    const { payer } = tradeKinds[job.kind]
    const queue = queues.get(payer) ?? []
    queue.push(job)
    queues.set(payer, queue)
  }
  await Promise.all(
    lanes.map(async (lane) => {
      const queue = queues.get(lane.payer) ?? []
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job, lane)
    }),
  )
}
