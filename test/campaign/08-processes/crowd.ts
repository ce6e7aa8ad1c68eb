import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { buildScript } from '../../support/executionScript.ts'
import type { Answer, Job, Report } from './messages.ts'

export type Crowd = {
  /** All get the same work at the same moment; answers when the last one is done. */
  work(job: Job): Promise<Report[]>
  end(): Promise<void>
}

/**
 * Processes that live for many rounds, each with the real journal over the same folder. What they
 * ask the world outside for, they ask this process: `reach` finds the object with the method.
 */
export async function startCrowd(
  folder: string,
  count: number,
  reach: (target: string) => object,
): Promise<Crowd> {
  const script = await buildScript(folder, `import './test/campaign/08-processes/worker.ts'`)
  const home = join(folder, 'home')
  const members = await Promise.all(
    Array.from({ length: count }, (_, index) => startMember(script, home, index, reach)),
  )
  return {
    work: (job) => Promise.all(members.map((member) => member.work(job))),
    end: async () => {
      await Promise.all(members.map((member) => member.end()))
    },
  }
}

type Member = { work(job: Job): Promise<Report>; end(): Promise<void> }

function startMember(
  script: string,
  home: string,
  index: number,
  reach: (target: string) => object,
): Promise<Member> {
  const child = fork(script, [home, String(index)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  })
  let complaints = ''
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  return new Promise((ready, failed) => {
    let report: ((report: Report) => void) | null = null
    void ended.then(() => {
      const problem = `process ${index} ended: ${complaints.slice(0, 500)}`
      failed(new Error(problem))
      report?.({ index, done: [], problems: [problem] })
    })
    child.on('message', (message: Answer) => {
      if (message.type === 'ask') void answerTo(child, message, reach)
      else if (message.type === 'report') report?.(message.report)
      else {
        ready({
          work: (job) =>
            new Promise((resolve) => {
              report = resolve
              child.send(job)
            }),
          end: async () => {
            child.disconnect()
            await ended
          },
        })
      }
    })
  })
}

async function answerTo(
  child: ChildProcess,
  { id, target, method, values }: Extract<Answer, { type: 'ask' }>,
  reach: (target: string) => object,
): Promise<void> {
  try {
    const object = reach(target)
    const call: unknown = Reflect.get(object, method)
    if (typeof call !== 'function') throw new Error(`no method ${method}`)
    const value: unknown = await Reflect.apply(call, object, values)
    if (child.connected) child.send({ type: 'answer', id, value })
  } catch (thrown) {
    const { code, message } = thrown instanceof SwaprouteError ? thrown : asInternal(thrown)
    if (child.connected) child.send({ type: 'refusal', id, code, message })
  }
}

function asInternal(thrown: unknown): { code: 'INTERNAL'; message: string } {
  return { code: 'INTERNAL', message: String(thrown) }
}
