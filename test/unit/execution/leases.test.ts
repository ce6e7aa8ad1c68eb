import { Sqlite } from '../../support/sqlite.ts'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Checkpoint } from '../../../src/execution/checkpoints.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { alice } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { expectNothingLeft, killAt, wait } from './support/killing.ts'

/** Another host, or a container beside this one: its processes cannot be looked at from here. */
async function elsewhere(world: World, host: string): Promise<Journal> {
  const journal = await openJournal(world.folder, {
    now: () => world.clock,
    ticks: () => world.clock,
    mark: { pid: 77, started: 'boot/1', realm: `${host}/pid:[9]` },
  })
  onTestFinished(() => journal.close())
  return journal
}

function editLocks(world: World, sql: string, ...values: (string | number)[]): void {
  const file = new Sqlite(join(world.folder, 'journal.db'))
  file.prepare(sql).run(...values)
  file.close()
}

/** As if this process had been suspended here, and another had taken its lock over meanwhile. */
function rob(world: World, what: 'swap' | 'account'): void {
  const taker = "token = 'theirs', pid = 77, realm = 'host-2/pid:[9]'"
  editLocks(world, `UPDATE locks SET ${taker} WHERE name LIKE ?`, `${what}:%`)
}

/** What a process leaves that is killed on another host, or still works there. */
function holdElsewhere(world: World, name: string, id: string): void {
  const sql = "INSERT INTO locks VALUES (?, 'theirs', 77, 'boot/1', 'host-2/pid:[9]', ?, ?, ?)"
  editLocks(world, sql, name, id, world.clock, world.clock)
}

describe('a process whose lease another one has', () => {
  test.each([
    ['baseline', 'swap', 1, 1],
    ['pay_signing', 'swap', 1, 1],
    ['pay_signing', 'account', 1, 1],
    ['pay_signed', 'swap', 2, 1],
    ['pay_signed', 'account', 2, 1],
    ['approve_signing', 'swap', 0, 0],
    ['locked', 'swap', 0, 0],
  ] as const)('at %s (%s): signs and sends nothing more', async (point, lock, signatures, sent) => {
    const world = createWorld()
    const journal = await world.openJournal()
    const context = {
      ...world.context(journal),
      checkpoint: (name: Checkpoint) => (name === point ? rob(world, lock) : undefined),
    }
    const planned = await planSwap(world.order(), context)
    await expect(executeSwap(planned, context, wait)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      exit: 8,
      funds: 'unknown',
      message: expect.stringContaining('process 77 on host-2 took over'),
    })
    expect(world.signer.signatures).toHaveLength(signatures)
    expect(world.chains.ETH.broadcasts).toHaveLength(sent)
    const [row] = journal.list({ limit: 1 })
    expect(row?.open).toBe(true) // it is the other one's to end
  })

  test('the other one goes on with it, and pays once', async () => {
    const world = createWorld()
    const context = {
      ...world.context(await world.openJournal()),
      checkpoint: (name: Checkpoint) => (name === 'pay_signed' ? rob(world, 'swap') : undefined),
    }
    const planned = await planSwap(world.order(), context)
    await expect(executeSwap(planned, context, wait)).rejects.toMatchObject({ exit: 8 })
    editLocks(world, 'DELETE FROM locks') // the other one has ended
    const journal = await world.openJournal()
    const [row] = journal.list({ limit: 1 })
    const outcome = await resumeSwap(row?.swapId ?? '', world.context(journal), wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expectNothingLeft(world)
  })
})

describe('a swap killed on another host', () => {
  test('is waited for a minute, with a message, and then goes on: paid once', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    holdElsewhere(world, `swap:${id}`, id)
    const before = world.clock
    const journal = await elsewhere(world, 'host-3')
    const outcome = await resumeSwap(id, world.context(journal), wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expectNothingLeft(world)
    const waiting = world.events.flatMap((event) =>
      event.type === 'step' && event.step === 'lock' ? [event] : [],
    )
    const until = new Date(before + 60_000).toISOString().slice(11, 19)
    expect(waiting[0]).toMatchObject({
      state: 'waiting',
      blockchain: 'ETH',
      text: `Process 77 on host-2 holds swap ${id} and is silent; it is taken over at ${until} UTC unless that process answers`,
    })
  })

  test('one that works there keeps its lease: the error names the owner and the time', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    holdElsewhere(world, `swap:${id}`, id)
    const journal = await elsewhere(world, 'host-3')
    world.onSleep = () => {
      editLocks(world, 'UPDATE locks SET renewed_ms = ?', world.clock)
    }
    const context = world.context(journal)
    await expect(resumeSwap(id, context, wait)).rejects.toMatchObject({
      code: 'DUPLICATE',
      exit: 9,
      message: expect.stringMatching(
        /^Another swaproute \(process 77 on host-2\) is tracking swap \S+; it holds the swap until \d\d:\d\d:\d\d UTC and renews that while it runs\.$/,
      ),
      context: { pid: 77, host: 'host-2', leaseEnds: expect.stringMatching(/Z$/) },
    })
    expect(world.chains.ETH.payments).toHaveLength(0)
  })

  test('the wait can be interrupted', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    holdElsewhere(world, `swap:${id}`, id)
    const stop = new AbortController()
    world.onSleep = () => stop.abort()
    const context = world.context(await elsewhere(world, 'host-3'), { signal: stop.signal })
    await expect(resumeSwap(id, context, wait)).rejects.toMatchObject({
      code: 'INTERRUPTED',
      hint: expect.stringContaining(`swaproute resume ${id}`),
    })
  })

  test('its account is free for another swap after the same minute', async () => {
    const world = createWorld()
    const before = world.clock
    holdElsewhere(world, `account:1:${alice}`, await killAt(world, 'locked'))
    const context = world.context(await elsewhere(world, 'host-3'))
    const planned = await planSwap(world.order(), context)
    const outcome = await executeSwap(planned, context, wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.clock - before).toBeGreaterThan(60_000)
  })
})
