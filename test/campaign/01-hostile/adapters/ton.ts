/** Exchanges on TON: their API is the hostile party, and for some lies toncenter with it. */
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import { readTon } from '../../../support/tonReader.ts'
import type { Cells, Facts, HostileAdapter } from '../kit/adapter.ts'
import { payAndKeep, resumeWords } from '../kit/payments.ts'
import type { Stage } from '../kit/stage.ts'
import { essenceOfTransfer } from '../kit/tonCalls.ts'
import { coffeeCells } from './tonCoffee.ts'
import { stonfiCells } from './tonStonfi.ts'

export const tonExchanges = ['STONFI', 'COFFEE_SWAP'] as const

const cellsOf: Record<(typeof tonExchanges)[number], (facts: Facts) => Cells> = {
  STONFI: stonfiCells,
  COFFEE_SWAP: coffeeCells,
}

export function tonAdapter(sandbox: CliSandbox, id: (typeof tonExchanges)[number]): HostileAdapter {
  const who = ['--provider', id, '--account', 'alice', '--yes', '--no-wait']
  const pay = ['swap', '5', 'ton:TON', 'to', 'ton:USDT', ...who]
  const sell = ['swap', '12', 'ton:USDT', 'to', 'ton:TON', ...who]
  return {
    id,
    providers: [id],
    scenes: {
      pay: { kind: 'pay', words: () => pay },
      sell: { kind: 'pay', words: () => sell },
      slow: { kind: 'pay', words: () => [...pay, '--timeout', '8'] },
      resume: { kind: 'follow', state: 'stalled', words: (facts) => resumeWords(facts, 'stalled') },
      status: {
        kind: 'follow',
        words: ({ prepared }) => ['status', prepared['stalledHash'] ?? ''],
      },
      delivered: { kind: 'follow', state: 'paid', words: (facts) => resumeWords(facts, 'paid') },
    },
    prepare: (stage) => preparePayments(stage, sandbox, pay),
    cells: (facts) => cellsOf[id](facts),
    essence: ({ sent }) => sent.map(essenceOfTransfer),
    taken: () => takenOf(sandbox),
  }
}

/** One swap that is delivered, and one no block ever takes: any end reported of it is a lie. */
async function preparePayments(
  stage: Stage,
  sandbox: CliSandbox,
  words: string[],
): Promise<Record<string, string>> {
  // Held back, so that nothing is known of the first one's end when its journal is put aside.
  await sandbox.fault('TON', 'pending')
  const paid = await payAndKeep(stage, 'paid', words)
  await sandbox.fault('--clear')
  const waiting = ['status', paid['paidHash'] ?? '', '--wait=18s']
  const told: Record<string, unknown> = {}
  const { document } = await stage.run(
    waiting,
    ({ front, call, answer }) => {
      if (front === 'toncenter' && call.endsWith('/v3/traces')) told['trace'] = answer.body
    },
    { forwards: true },
  )
  if (document.data?.status !== 'SUCCESS') {
    throw new Error(`not delivered: ${JSON.stringify(document)}`)
  }
  await sandbox.fault('TON', 'pending')
  return {
    ...paid,
    paidTrace: JSON.stringify(told['trace']),
    ...(await payAndKeep(stage, 'stalled', words)),
  }
}

/** Payments alice's wallet has taken, by the chain itself; her address never changes. */
async function takenOf({ info }: CliSandbox): Promise<number> {
  const url = info.providers.find(({ id }) => id === 'toncenter')?.url ?? ''
  return await readTon(url).seqno('UQDBIyMigbN87svcBt6cqi2PbX799JkAk-NFIY4oMTP9qUzI')
}
