// The signer process: the only one that ever has a private key (SAFETY.md K8). It reads one
// account from its standard input, then plans, and writes signed bytes to its standard output. It
// opens no file and no socket, and ends with the pipe.

import { openEvmKeystore } from './keystore.ts'
import { addressOfKey } from './evmKey.ts'
import { decodePlan } from './planWire.ts'
import { checkRealm } from './realm.ts'
import type { Realm } from './realm.ts'
import {
  createFrameReader,
  decodeOpen,
  encodeAnswer,
  frameKinds,
  toRefusal,
} from './signerProtocol.ts'
import type { Frame, SignerAnswer } from './signerProtocol.ts'
import { signPlan } from './signPlan.ts'

type Opened = { key: Buffer; realm: Realm }

async function serve(): Promise<void> {
  const readFrames = createFrameReader()
  let opened: Opened | null = null
  try {
    for await (const chunk of process.stdin) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('text on the pipe')
      for (const frame of readFrames(chunk)) {
        if (opened === null) {
          const result = await answerOr(() => open(frame))
          if (result === null) return
          opened = result
          await write({ type: 'opened', address: addressOfKey(opened.key) })
        } else {
          const { key, realm } = opened
          const raw = await answerOr(() => sign(frame, key, realm))
          if (raw === null) return
          await write({ type: 'signed', raw })
        }
      }
    }
  } finally {
    opened?.key.fill(0)
  }
}

async function open(frame: Frame): Promise<Opened> {
  try {
    const { secret, realm } = decodeOpen(frame)
    if (secret.kind === 'key') return { key: checked(Buffer.from(secret.key)), realm }
    return { key: await openEvmKeystore(secret.text, secret.password), realm }
  } finally {
    frame.payload.fill(0)
  }
}

function checked(key: Buffer): Buffer {
  addressOfKey(key)
  return key
}

async function sign(frame: Frame, key: Buffer, realm: Realm): Promise<string> {
  if (frame.kind !== frameKinds.sign) throw new RangeError('unknown frame')
  const plan = decodePlan(frame.payload.toString('utf8'))
  checkRealm(realm, plan.chainId)
  return await signPlan(plan, key)
}

/** A refusal is the last word: the process ends after it. */
async function answerOr<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action()
  } catch (thrown) {
    await write(toRefusal(thrown))
    return null
  }
}

function write(answer: SignerAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(encodeAnswer(answer), (error) => {
      if (error == null) resolve()
      else reject(error)
    })
  })
}

// An interrupt at the terminal reaches every process in it; a step that has begun is for the
// program to end. It closes the pipe when it is done or gone.
process.on('SIGINT', () => {})

try {
  await serve()
  process.exitCode = 0
} catch {
  process.exitCode = 1 // without a word: an error here may carry what it failed on
}
// Not only to be quick: what the heap still holds is gone with the process.
process.exit()
