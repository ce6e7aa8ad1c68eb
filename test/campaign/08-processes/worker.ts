/** One process of a crowd: the real execution and the real journal; the world is its parent. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../../../src/api/api.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import type { EvmAccess } from '../../../src/wallet/types.ts'
import { createWorldIn } from '../../support/executionWorld.ts'
import { planned } from '../../unit/store/support/events.ts'
import type { Answer, Job, Report, Told } from './messages.ts'

const [folder = '', number = '0'] = process.argv.slice(2)
const index = Number(number)
const longestPauseMs = 15

const asked = new Map<
  number,
  { resolve: (value: unknown) => void; reject: (error: Error) => void }
>()
let ids = 0

const tell = (answer: Answer): void => void process.send?.(answer)

/** An object that lives with the parent. */
function remote<T extends object>(target: string): T {
  return new Proxy({} as T, {
    get:
      (_object, method) =>
      (...values: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          ids += 1
          asked.set(ids, { resolve, reject })
          const plain = values.filter((value) => !(isRecord(value) && 'signal' in value))
          tell({ type: 'ask', id: ids, target, method: String(method), values: plain })
        }),
  })
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const world = createWorldIn(folder, () => {})

function contextOf(journal: Journal): ExecutionContext {
  return {
    ...world.context(journal),
    api: remote<Api>('api'),
    evm: remote<EvmAccess>('evm'),
    journal,
    now: Date.now,
    // The chain mines at once; only other processes are waited for.
    sleep: (ms) => pause(Math.min(ms, longestPauseMs)),
  }
}

async function pay(
  journal: Journal,
  amount: number,
  idempotencyKey: string | null,
  tries = 200,
): Promise<SwapOutcome> {
  const context = contextOf(journal)
  const order = world.order({ srcAmount: BigInt(amount), idempotencyKey })
  const quoted = await context.api.quoteAll(order.body, { signal: context.signal })
  const [route] = quoted.routes
  if (route === undefined) throw new Error('no route')
  try {
    const plan = await planSwap({ ...order, route, quotedAtMs: Date.now() }, context)
    return await executeSwap(plan, context, { wait: true })
  } catch (thrown) {
    // Made while another process had its allowance in force: refused, and nothing was recorded.
    const isInTheWay = thrown instanceof SwaprouteError && thrown.code === 'SIMULATION_FAILED'
    if (!isInTheWay || tries === 0) throw thrown
    await pause(longestPauseMs)
    return await pay(journal, amount, idempotencyKey, tries - 1)
  }
}

async function perform(job: Job, journal: Journal, { done, problems }: Report): Promise<void> {
  try {
    switch (job.type) {
      case 'records':
        journal.create(`swap-${index}`, planned())
        for (let n = 1; n < job.count; n += 1)
          journal.append(`swap-${index}`, { type: 'delivering' })
        done.push(...Array.from({ length: job.count }, () => 'written'))
        return
      case 'payments':
        for (let n = 0; n < job.count; n += 1) {
          const { status } = await pay(journal, job.first + index * job.count + n, null)
          done.push(status.status)
        }
        return
      case 'key':
        done.push((await pay(journal, job.amount, job.key)).status.status)
    }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'DUPLICATE') done.push(thrown.code)
    else problems.push(String(thrown))
  }
}

// Opened by all at once, as the first programs of a new machine would.
const journal = await openJournal(folder, { now: Date.now })
process.on('message', (message: Told) => {
  if (message.type === 'answer') {
    asked.get(message.id)?.resolve(message.value)
    asked.delete(message.id)
  } else if (message.type === 'refusal') {
    asked.get(message.id)?.reject(new SwaprouteError(message.code, message.message))
    asked.delete(message.id)
  } else {
    const report: Report = { index, done: [], problems: [] }
    void perform(message, journal, report).then(() => tell({ type: 'report', report }))
  }
})
process.once('disconnect', () => {
  // Some end as programs do, others as machines do.
  if (index % 2 === 0) journal.close()
  process.exit(0)
})
tell({ type: 'ready' })
