import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { SwaprouteError } from '../core/errors.ts'
import { verifySigned } from './decodeTransaction.ts'
import type { SignerSecret } from './keys.ts'
import { encodePlan } from './planWire.ts'
import { checkRealm } from './realm.ts'
import type { Realm } from './realm.ts'
import { refuseInstrumentedRuntime } from './runtimeGuard.ts'
import type { RuntimeOptions } from './runtimeGuard.ts'
import {
  createFrameReader,
  decodeAnswer,
  encodeFrame,
  encodeOpen,
  frameKinds,
  fromRefusal,
} from './signerProtocol.ts'
import type { SignerAnswer } from './signerProtocol.ts'
import type { EvmPlan, EvmSigner } from './types.ts'

export type ProcessSignerOptions = {
  /** File of the built signer, `dist/signer.js`. */
  entry: string
  /** Overwritten once it is handed over, also when that fails. */
  secret: SignerSecret
  /** What the account is listed as; null where the keystore does not say it. */
  expectedAddress: string | null
  realm: Realm
  runtime: RuntimeOptions
}

/** The slowest allowed key derivation takes some twenty seconds on a slow machine. */
const openTimeoutMs = 120_000
const signTimeoutMs = 20_000
const closeTimeoutMs = 2_000

/**
 * Starts the signer process and hands it the account, by pipe: nothing secret is in its arguments
 * or its environment, which is empty (SAFETY.md K8). Every signature that comes back is decoded
 * and compared with its plan before it is given on (E13). Close it as soon as nothing is left to
 * sign.
 * @throws SwaprouteError KEY_UNAVAILABLE: wrong password, damaged keystore, another address than
 * expected, Node started with debugging options (L7), or no process
 */
export async function createProcessSigner(options: ProcessSignerOptions): Promise<EvmSigner> {
  const { secret, realm, expectedAddress } = options
  let channel: Channel | null = null
  try {
    refuseInstrumentedRuntime(options.runtime)
    channel = startProcess(options.entry)
    const answer = await channel.ask(encodeOpen(secret, realm), openTimeoutMs)
    if (answer.type !== 'opened') throw unexpected()
    const { address } = answer
    if (expectedAddress !== null && address.toLowerCase() !== expectedAddress.toLowerCase()) {
      throw new SwaprouteError(
        'KEY_UNAVAILABLE',
        `The key belongs to ${address}, not to ${expectedAddress}.`,
        { hint: 'Check which account the keystore is for.' },
      )
    }
    return toSigner(channel, address, realm)
  } catch (thrown) {
    await channel?.close()
    throw thrown
  } finally {
    overwrite(secret)
  }
}

function toSigner(channel: Channel, address: string, realm: Realm): EvmSigner {
  let last: Promise<unknown> = Promise.resolve()
  const signOne = async (plan: EvmPlan) => {
    checkRealm(realm, plan.chainId)
    const frame = encodeFrame(frameKinds.sign, Buffer.from(encodePlan(plan), 'utf8'))
    const answer = await channel.ask(frame, signTimeoutMs)
    if (answer.type !== 'signed') throw unexpected()
    const decoded = verifySigned(answer.raw, plan)
    return { raw: answer.raw, hash: decoded.hash, decoded }
  }
  return {
    address,
    sign(plan) {
      // A copy: what is compared afterwards is what was sent, whoever changes the object since.
      const frozen = structuredClone(plan)
      const result = last.then(() => signOne(frozen))
      last = result.catch(() => channel.close())
      return result
    },
    close: () => channel.close(),
  }
}

type Channel = {
  /** Writes one frame, overwrites it and waits for the one answer; a refusal is thrown. */
  ask(frame: Buffer, timeoutMs: number): Promise<SignerAnswer>
  close(): Promise<void>
}

type Waiting = { resolve: (answer: SignerAnswer) => void; reject: (error: Error) => void }

function startProcess(entry: string): Channel {
  const child = spawn(process.execPath, ['--disallow-code-generation-from-strings', entry], {
    // Its own folder, so that nothing in the user's current one can have a say.
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
  // A broken pipe shows as the end of the process; without a listener it would end this one.
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
  if (secret.kind === 'key') {
    secret.key.fill(0)
    return
  }
  secret.password.fill(0)
  secret.text.fill(0)
}

function processEnded(cause?: unknown): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'The signer process is gone; nothing was signed.', {
    hint: 'Try again; if it happens every time, reinstall swaproute.',
    cause,
  })
}

function unexpected(): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    'The signer process did not answer as it should; nothing of it was used.',
    { hint: 'Try again; if it happens every time, reinstall swaproute.' },
  )
}
