import { spawn } from 'node:child_process'
import type { DepositCardFacts } from '../../format/deposit.ts'
import { plain } from '../../format/plain.ts'
import type { Ctx } from '../frame/command.ts'
import { listenForKeys, type StopListening } from '../frame/keyPress.ts'

type Payment = Pick<DepositCardFacts, 'depositAddress' | 'amountToSend' | 'memo' | 'expiresAtMs'>
type Parts = Pick<Ctx, 'io' | 'note' | 'live'>

/** Variables that the clipboard program may need; others may contain keys and passwords. */
const passed =
  /^(?:PATH|HOME|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|TMPDIR|SystemRoot)$/
const programMs = 2_000

/** `Press c to copy the address, a the amount, m the destination tag.` */
export function copyHint({ memo }: Pick<Payment, 'memo'>): string {
  const tag = memo === null ? '' : `, m the ${plain(memo.name, 30)}`
  return `Press c to copy the address, a the amount${tag}.`
}

/**
 * While waiting for a deposit, a key copies what the user pastes into a wallet; nothing is copied
 * otherwise, and nothing after the deadline (docs/safety.md D7).
 */
export function listenForCopies(payment: Payment, ctx: Parts): StopListening {
  return listenForKeys(ctx.io, (key) => {
    copyBy(key, payment, ctx)
  })
}

function copyBy(key: string, payment: Payment, ctx: Parts): void {
  const { depositAddress, amountToSend, memo, expiresAtMs } = payment
  const parts: Record<string, [name: string, text: string] | undefined> = {
    c: ['address', depositAddress],
    a: ['amount', amountToSend],
    ...(memo === null ? {} : { m: [plain(memo.name, 30), memo.value] }),
  }
  const part = Object.hasOwn(parts, key) ? parts[key] : undefined
  if (part === undefined) return
  if (expiresAtMs !== null && ctx.io.now() >= expiresAtMs) {
    say(['The payment deadline has passed: nothing was copied.'], ctx)
    return
  }
  const [name, text] = part
  // Through the terminal itself, also over ssh.
  ctx.live.copy(text)
  toProgram(text, ctx)
  say([`Copied the ${name}. Compare it once it is pasted:`, `  ${plain(text, 256)}`], ctx)
}

function say(lines: readonly string[], ctx: Parts): void {
  ctx.live.interject(() => {
    ctx.note(lines)
  })
}

/** Through the clipboard program of the desktop, if there is one. */
function toProgram(text: string, { io: { env } }: Parts): void {
  const command = clipboardProgram(process.platform, env)
  if (command === null) return
  const [program, ...words] = command
  const own = Object.entries(env).filter(([name]) => passed.test(name))
  const child = spawn(program, words, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: Object.fromEntries(own),
    timeout: programMs,
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end(text)
  child.unref()
}

/** Null without a desktop. */
export function clipboardProgram(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
): [program: string, ...words: string[]] | null {
  const has = (name: string): boolean => (env[name] ?? '') !== ''
  if (platform === 'darwin') return ['pbcopy']
  if (platform === 'win32') return ['clip.exe']
  if (has('WAYLAND_DISPLAY')) return ['wl-copy']
  return has('DISPLAY') ? ['xclip', '-selection', 'clipboard', '-in'] : null
}
