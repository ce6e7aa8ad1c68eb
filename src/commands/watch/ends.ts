import { spawn } from 'node:child_process'
import type { Ctx } from '../frame/command.ts'

/** Facts of a notification. */
export type EndFacts = {
  status: string
  receiptId: string | null
  provider: string | null
  srcTxHash: string | null
  destinationTxHash: string | null
  /** Destination tokens for a whole source token, of a watched quote. */
  rate?: string
}

type Notified = { notifyCommand?: string | undefined }

/** After this time a user may have switched to another window. */
const bellAfterMs = 10_000
const commandMs = 10_000
/** Variables that the user's command may need; others may contain keys and passwords. */
const passed =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|SystemRoot|APPDATA|USERPROFILE)$/

/**
 * Rings the terminal's bell and runs the user's own command when an awaited swap has ended.
 */
export async function notifyEnd(
  input: Notified,
  facts: EndFacts,
  startedAtMs: number,
  ctx: Ctx,
): Promise<void> {
  if (ctx.io.now() - startedAtMs >= bellAfterMs) ctx.live.bell()
  await notify(input, facts, ctx)
}

/** Runs the user's own command; its failure is only a warning. */
export async function notify(input: Notified, facts: EndFacts, ctx: Ctx): Promise<void> {
  const command = input.notifyCommand ?? ctx.config.notifyCommand
  if (command === null || ctx.signal.aborted) return
  const problem = await runCommand(command, facts, ctx)
  if (problem !== null) ctx.warn('NOTIFY_FAILED', `The notify command ${problem}.`)
}

/** Null on success; the facts are in its environment, never in its text. */
async function runCommand(command: string, facts: EndFacts, { io }: Ctx): Promise<string | null> {
  const own = Object.entries(io.env).filter(([name]) => passed.test(name))
  const env = {
    ...Object.fromEntries(own),
    SWAPROUTE_STATUS: facts.status,
    SWAPROUTE_RECEIPT: facts.receiptId ?? '',
    SWAPROUTE_PROVIDER: facts.provider ?? '',
    SWAPROUTE_SOURCE_HASH: facts.srcTxHash ?? '',
    SWAPROUTE_DESTINATION_HASH: facts.destinationTxHash ?? '',
    SWAPROUTE_RATE: facts.rate ?? '',
  }
  const isWindows = process.platform === 'win32'
  const child = isWindows
    ? spawn(command, { shell: true, stdio: 'ignore', env })
    : // A process group of its own, so that its children end with it.
      spawn('/bin/sh', ['-c', command], { stdio: 'ignore', env, detached: true })
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      try {
        if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid)
      } catch {
        // it has already ended
      }
      resolve(`took longer than ${commandMs / 1000}s and was stopped`)
    }, commandMs)
    const end = (problem: string | null): void => {
      clearTimeout(timer)
      resolve(problem)
    }
    child.once('error', () => {
      end('could not be started')
    })
    child.once('exit', (code) => {
      end(code === 0 ? null : `ended with status ${code ?? 'unknown'}`)
    })
  })
}
