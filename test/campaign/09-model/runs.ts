import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { trackSwap } from '../../support/trackSwap.ts'
import type { Journal } from '../../../src/store/journal.ts'
import type { Random } from '../support/random.ts'
import { type Command, Violation } from './machine.ts'
import { type Disk, drawFate, type Fate, healthy, startProcess } from './process.ts'
import { isEnd, type Truth, type Watch } from './watch.ts'

/** What the program runs in, whatever the chain. */
export type System = {
  disk: Disk
  watch: Watch
  truth: Truth
  /** A read of the disk that is never disturbed. */
  journal: Journal
  contextOf: (journal: Journal, signal: AbortSignal) => ExecutionContext
}

type Work = (context: ExecutionContext) => Promise<SwapOutcome | null>

/** One process from its start to its end, whatever it is like. */
async function runProcess(system: System, fate: Fate, work: Work): Promise<void> {
  const { watch, truth, disk } = system
  const opened = await disk.open()
  const process = startProcess(opened, fate, system.contextOf, watch.kept)
  let said: unknown
  try {
    said = await work(process.context)
  } catch (thrown) {
    said = thrown
  }
  opened.close()
  const violation = said instanceof Error && said.cause instanceof Violation ? said.cause : said
  if (violation instanceof Violation) throw violation
  if (said !== null) watch.hear(said, process, system.journal, truth)
}

const newSwap =
  (order: () => SwapOrder, wait: boolean): Work =>
  async (context) => {
    const planned = await planSwap(order(), context)
    return await executeSwap(planned, context, { wait, maxWaitMs: 60_000 })
  }

const goOn =
  (swapId: string, wait: boolean, withKey = true): Work =>
  async (context) =>
    await (withKey ? resumeSwap : trackSwap)(swapId, context, { wait, maxWaitMs: 60_000 })

function pickSwap({ journal }: System, random: Random): string | null {
  const swaps = journal.list({ limit: 99, ...(random() < 0.85 ? { open: true } : {}) })
  return swaps.length === 0 ? null : random.pick(swaps).swapId
}

/**
 * What people do: begin a swap, go on with one, and two of these at the same time.
 * @param meanwhile lets the world go on while a process waits
 */
export function peopleOf<S extends System>(
  drawOrder: (system: S, random: Random) => SwapOrder,
  meanwhile: (system: S, random: Random) => void,
): Record<'swap' | 'resume' | 'together', Command<S>> {
  return {
    swap: {
      weight: 9,
      run: async (system, random) => {
        const order = () => drawOrder(system, random)
        meanwhile(system, random)
        await runProcess(system, drawFate(random), newSwap(order, random() < 0.7))
      },
    },
    resume: {
      weight: 9,
      run: async (system, random) => {
        const swapId = pickSwap(system, random)
        if (swapId === null) return
        meanwhile(system, random)
        const withKey = random() < 0.8
        await runProcess(system, drawFate(random), goOn(swapId, random() < 0.7, withKey))
      },
    },
    together: {
      weight: 3,
      run: async (system, random) => {
        meanwhile(system, random)
        const swapId = pickSwap(system, random)
        const works = Array.from({ length: 2 }, () => {
          const another = newSwap(() => drawOrder(system, random), random() < 0.7)
          return swapId === null || random() < 0.4 ? another : goOn(swapId, true)
        })
        const fates = works.map(() => drawFate(random))
        await Promise.all(works.map((work, index) => runProcess(system, fates[index]!, work)))
      },
    },
  }
}

/** Everything well again: each swap comes to its end. `later` lets time go by. */
export async function resumeAll(system: System, later: () => void): Promise<void> {
  const { journal } = system
  for (let round = 0; round < 4; round += 1) {
    for (const { swapId } of journal.list({ limit: 99 })) {
      const isOpen = !journal.read(swapId).some(({ event }) => isEnd(event))
      if (isOpen || round === 3) await runProcess(system, healthy, goOn(swapId, true))
    }
    later()
  }
  for (const { swapId } of journal.list({ open: true, limit: 99 })) {
    const last = journal.read(swapId).at(-1)?.event.type
    throw new Violation(`swap ${swapId} is stuck at ${String(last)}`)
  }
}
