import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { openSwaps } from '../../../src/execution/receipts.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import type { Journal } from '../../../src/store/journal.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, dai, eth, usd, usdc } from '../../support/executionService.ts'
import { createWorldIn, type World } from '../../support/executionWorld.ts'
import { Killed } from '../../support/mortal.ts'
import type { OrderChanges } from '../../support/requests.ts'

/** What a wait may last by the program's own word, virtual time; an own wait may be one of three. */
const maxWaitMs = 10 * 60_000
const mostVirtualMs = 3 * 15 * 60_000 + 1_000
const startUsdc = 1_000_000_000n

export type Kind = 'token' | 'native' | 'bridge'

const kinds: Record<Kind, OrderChanges> = {
  token: { srcToken: usdc, dstToken: dai, srcAmount: 50_000_000n },
  native: { srcToken: eth, dstToken: dai, srcAmount: usd / 1_000_000n },
  bridge: { srcToken: usdc, dstToken: arbUsdc, srcAmount: 50_000_000n },
}

type Begun = { context: ExecutionContext; end: () => void }

export type Disturbance = {
  /** Puts the fault in place; what it returns takes it away again. */
  begin: (world: World, context: ExecutionContext) => Begun | Promise<Begun>
  /** After a first run that ended nothing: what the chain does before `resume`. */
  between?: (world: World) => void
  /** What the program was given cannot be taken back: it may have to ask a person. */
  mayStayOpen?: boolean
}

/**
 * A swap with one disturbance, from the plan to where nothing is open any more, and everything
 * that may not have happened on the way. What counts is read off the chain, never off the program.
 */
export async function runCase(kind: Kind, disturbance: Disturbance): Promise<void> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'swaproute-faults-'))
  const journals: Journal[] = []
  try {
    const world = createWorldIn(folder, (journal) => journals.push(journal))
    settling(world, kind)
    await runIn(world, kind, disturbance)
  } finally {
    for (const journal of journals) journal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The bridge pays out what was paid in; the service reports it. */
function settling(world: World, kind: Kind): void {
  if (kind !== 'bridge') return
  const fills = new Map<string, string>()
  let asked = 0
  world.status = (srcTxHash) => {
    const deposit = world.chains.ETH.deposits.find(({ hash }) => hash === srcTxHash)
    const isStanding = world.chains.ETH.payments.some(({ hash }) => hash === srcTxHash)
    asked += 1
    // A bridge takes its time, in which blocks may be taken back.
    if (deposit === undefined || !isStanding || asked < 4)
      return { status: 'PENDING', destinationTxHash: null }
    const { recipient, amountIn } = deposit.call
    const paid =
      fills.get(srcTxHash) ??
      world.chains.ARBITRUM.payOut(arbUsdc.address, recipient, (amountIn * 99n) / 100n)
    fills.set(srcTxHash, paid)
    return { status: 'SUCCESS', destinationTxHash: paid }
  }
}

async function runIn(world: World, kind: Kind, disturbance: Disturbance): Promise<void> {
  const said: string[] = []
  const step = async (work: () => Promise<SwapOutcome>): Promise<void> => {
    const before = world.clock
    try {
      const outcome = await work()
      said.push(outcome.status.status)
      checkWord(world, kind, outcome)
    } catch (thrown) {
      const isOwn = thrown instanceof SwaprouteError && thrown.code !== 'INTERNAL'
      if (!isOwn && !(thrown instanceof Killed)) throw thrown
      said.push(isOwn ? thrown.code : 'killed')
    }
    const lasted = world.clock - before
    if (lasted > mostVirtualMs) throw new Error(`it hung for ${lasted} ms of virtual time`)
    checkPayments(world, said)
  }

  const honest = world.context(await world.openJournal())
  const { context, end } = await disturbance.begin(world, honest)
  await step(async () => {
    const planned = await planSwap(world.order(kinds[kind]), context)
    return await executeSwap(planned, context, { wait: true, maxWaitMs })
  })
  end()
  // An end is an end: what leaves the chain after its report is not this program's to undo.
  if (openSwaps(await world.openJournal()).length > 0) disturbance.between?.(world)
  world.onSleep = () => {
    world.chains.ETH.mine()
    world.chains.ETH.addBlocks(5, 60)
  }
  for (let round = 0; round < 4; round += 1) {
    const journal = await world.openJournal()
    const [open] = openSwaps(journal)
    if (open === undefined) break
    await step(() => resumeSwap(open.receiptId, world.context(journal), { wait: true, maxWaitMs }))
  }
  const journal = await world.openJournal()
  if (openSwaps(journal).length > 0) {
    if (disturbance.mayStayOpen === true) return
    throw new Error(`stuck after: ${said.join(', ')}`)
  }
  checkEnd(world, kind, journal, said)
}

function paidOut(world: World, kind: Kind): bigint {
  return kind === 'native'
    ? world.chains.ETH.payments.reduce((sum, { amount }) => sum + amount, 0n)
    : startUsdc - world.chains.ETH.balanceOf(usdc.address, alice)
}

function amountOf(kind: Kind): bigint {
  return kinds[kind].srcAmount ?? 0n
}

function checkPayments(world: World, said: readonly string[]): void {
  const { payments } = world.chains.ETH
  if (payments.length > 1)
    throw new Error(`double payment: ${payments.length} (${said.join(', ')})`)
}

/** A reported end has to be true on the chain at that moment. */
function checkWord(world: World, kind: Kind, { status, received }: SwapOutcome): void {
  const paid = world.chains.ETH.payments.length
  if (status.status === 'SUCCESS' && (paid !== 1 || received === null)) {
    throw new Error(`false end state: SUCCESS with ${paid} payments`)
  }
  if (status.status === 'FAIL' && paid !== 0)
    throw new Error('false end state: FAIL, but it was paid')
  if (status.status !== 'SUCCESS' || received === null) return
  const held =
    kind === 'bridge'
      ? world.chains.ARBITRUM.balanceOf(arbUsdc.address, alice) - startUsdc
      : world.chains.ETH.balanceOf(dai.address, alice)
  if (held !== received.amount) {
    throw new Error(`false end state: told ${received.amount}, there is ${held}`)
  }
}

function checkEnd(world: World, kind: Kind, journal: Journal, said: readonly string[]): void {
  const { ETH } = world.chains
  const told = said.join(', ')
  const paid = ETH.payments.length
  const spent = paidOut(world, kind)
  if (spent !== BigInt(paid) * amountOf(kind)) throw new Error(`${spent} left for ${paid} payments`)
  if (ETH.allowanceOf(usdc.address, alice, router) !== 0n)
    throw new Error(`allowance left: ${told}`)
  const records = journal.list({ limit: 9 })
  const [row] = records
  if (row === undefined) {
    if (paid > 0) throw new Error('paid without a record')
    return
  }
  const types = journal.read(row.swapId).map(({ event }) => event.type)
  const isDone = types.includes('done')
  if (isDone !== (paid === 1)) {
    throw new Error(`false end: ${types.at(-1)} with ${paid} payments (${told})`)
  }
  const native = ETH.balanceOf(zeroAddress, alice)
  if (native < 0n) throw new Error('less than nothing is left')
}
