import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { SwaprouteError } from '../core/errors.ts'
import type { SignerSecret } from './keys.ts'
import type { Realm } from './realm.ts'
import { type RuntimeOptions, refuseInstrumentedRuntime } from './runtimeGuard.ts'
import {
  type SignerAnswer,
  createFrameReader,
  decodeAnswer,
  encodeOpen,
  fromRefusal,
} from './signerProtocol.ts'

/** The slowest allowed key derivation takes some twenty seconds on a slow machine. */
const openTimeoutMs = 120_000
export const signTimeoutMs = 20_000
const closeTimeoutMs = 2_000

/** The pipe to a signer process. */
export type SignerChannel = {
  /** Writes one frame, overwrites it and waits for the one answer; throws a refusal. */
  ask(frame: Buffer, timeoutMs: number): Promise<SignerAnswer>
  close(): Promise<void>
}

export type ProcessSignerOptions = {
  /** File of the built signer, `dist/signer.cjs`. */
  entry: string
  /** Overwritten once it is sent to the signer, also when that fails. */
  secret: SignerSecret
  /** The account's listed address; null if the keystore has none. */
  expectedAddress: string | null
  realm: Realm
  runtime: RuntimeOptions
}

/**
 * Starts a signer process, sends it the account over the pipe, and makes the signer of its answer.
 * Ends the process where that fails.
 */
export async function openSignerProcess<Signer>(
  { entry, secret, realm, runtime }: ProcessSignerOptions,
  toSigner: (channel: SignerChannel, answer: SignerAnswer) => Signer,
): Promise<Signer> {
  let channel: SignerChannel | null = null
  try {
    refuseInstrumentedRuntime(runtime)
    channel = startProcess(entry)
    return toSigner(channel, await channel.ask(encodeOpen(secret, realm), openTimeoutMs))
  } catch (thrown) {
    await channel?.close()
    throw thrown
  } finally {
    overwrite(secret)
  }
}

/** Signs one plan after the other. A failure ends the process. */
export function signInTurn<Plan, Signed>(
  channel: SignerChannel,
  signOne: (plan: Plan) => Promise<Signed>,
): (plan: Plan) => Promise<Signed> {
  let last: Promise<unknown> = Promise.resolve()
  return (plan) => {
    // A copy: the later comparison uses what was sent, even if the object changes since.
    const frozen = structuredClone(plan)
    const result = last.then(() => signOne(frozen))
    last = result.catch(() => channel.close())
    return result
  }
}

type Waiting = { resolve: (answer: SignerAnswer) => void; reject: (error: Error) => void }

/**
 * Starts the process. No secret is in its arguments or its environment, which is empty
 * (docs/safety.md K8).
 * @param entry file of the built signer, `dist/signer.cjs`
 */
function startProcess(entry: string): SignerChannel {
  const child = spawn(process.execPath, ['--disallow-code-generation-from-strings', entry], {
    // In the signer's own folder, so that no file in the user's current one can affect it.
    cwd: dirname(entry),
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  let waiting: Waiting | null = null
  let isClosed = false
  const settle = (use: (waiting: Waiting) => void): void => {
    const current = waiting
    waiting = null
    if (current !== null) use(current)
  }
  const fail = (error: Error): void => {
    isClosed = true
    settle(({ reject }) => reject(error))
  }
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      fail(processEnded())
      resolve()
    })
    child.once('error', (cause) => {
      fail(processEnded(cause))
      resolve()
    })
  })
  // A broken pipe is reported as the end of the process; without a listener it would end this one.
  child.stdin.on('error', () => {})

  const readFrames = createFrameReader()
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      for (const frame of readFrames(chunk)) {
        const answer = decodeAnswer(frame)
        settle(({ resolve, reject }) => {
          if (answer.type === 'refused') reject(fromRefusal(answer))
          else resolve(answer)
        })
      }
    } catch {
      fail(unexpected())
      child.kill('SIGKILL')
    }
  })

  return {
    ask(frame, timeoutMs) {
      return new Promise((resolve, reject) => {
        if (isClosed) {
          frame.fill(0)
          reject(processEnded())
          return
        }
        const timer = setTimeout(() => {
          fail(unexpected())
          child.kill('SIGKILL')
        }, timeoutMs)
        waiting = {
          resolve: (answer) => {
            clearTimeout(timer)
            resolve(answer)
          },
          reject: (error) => {
            clearTimeout(timer)
            reject(error)
          },
        }
        child.stdin.write(frame, () => frame.fill(0))
      })
    },
    async close() {
      isClosed = true
      child.stdin.end()
      const timer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs)
      await exited
      clearTimeout(timer)
    },
  }
}

function overwrite(secret: SignerSecret): void {
  switch (secret.kind) {
    case 'key':
      secret.key.fill(0)
      return
    case 'keystore':
      secret.password.fill(0)
      secret.text.fill(0)
      return
    case 'ton':
      secret.secret.fill(0)
  }
}

function processEnded(cause?: unknown): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    'The signer process ended unexpectedly; nothing was signed.',
    {
      hint: 'Try again; if it happens every time, reinstall swaproute.',
      cause,
    },
  )
}

export function unexpected(): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    'The signer process sent an invalid answer, which was discarded.',
    { hint: 'Try again; if it happens every time, reinstall swaproute.' },
  )
}
