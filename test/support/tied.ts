/** What tests start ends with their process, even if a test runner bails out or is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { resolve } from 'node:path'

type Message = { started: number } | { ended: number } | { stateDir: string }

/** Files that share a process load this again each: they share its watcher, too. */
const place = Symbol.for('swaproute.watcher')

/** A child that is not detached from this process for good. */
export function tied<T extends ChildProcess>(child: T): T {
  const { pid } = child
  if (pid === undefined) return child // it could not be started
  tell({ started: pid })
  child.once('exit', () => tell({ ended: pid }))
  return child
}

/** The sandbox of this folder, started by any process. */
export function tieSandbox(stateDir: string): void {
  tell({ stateDir })
}

function tell(message: Message): void {
  const known: unknown = Reflect.get(globalThis, place)
  const pipe = known instanceof Socket ? known : startWatcher()
  Reflect.set(globalThis, place, pipe)
  pipe.write(`${JSON.stringify(message)}\n`)
}

function startWatcher(): Socket {
  const watcher = spawn(process.execPath, [resolve('test/support/watcher.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: what ends the tests must not end it before its work.
    detached: true,
  })
  watcher.unref()
  const { stdin } = watcher
  if (!(stdin instanceof Socket)) throw new Error('the watcher has no pipe')
  stdin.unref()
  return stdin
}
