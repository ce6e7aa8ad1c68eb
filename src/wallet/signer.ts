// The signer process: the only one that ever has a private key (docs/safety.md K8). It reads one
// account from its standard input, then plans, and writes signed bytes to its standard output. It
// opens no file and no socket, and ends with the pipe.

import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import { openKeystore } from './keystore.ts'
import { parseKeystore } from './keystoreFormat.ts'
import { addressOfKey } from './evmKey.ts'
import { decodePlan } from './planWire.ts'
import { type Realm, checkRealm, checkTonRealm } from './realm.ts'
import {
  type Frame,
  type SignerAnswer,
  createFrameReader,
  decodeOpen,
  encodeAnswer,
  frameKinds,
  toRefusal,
} from './signerProtocol.ts'
import { signPlan } from './signPlan.ts'

type Opened =
  | { kind: 'evm'; key: Buffer; realm: Realm }
  | { kind: 'ton'; key: Buffer; walletVersion: TonWalletVersion; realm: Realm }

async function serve(): Promise<void> {
  const readFrames = createFrameReader()
  let opened: Opened | null = null
  try {
    for await (const chunk of process.stdin) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('text on the pipe')
      for (const frame of readFrames(chunk)) {
        if (opened === null) {
          opened = await answerOr(() => open(frame))
          if (opened === null) return
          await write(await introduce(opened))
        } else {
          const account = opened
          const signed = await answerOr(() => sign(frame, account))
          if (signed === null) return
          await write(signed)
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
    switch (secret.kind) {
      case 'key': {
        const key = Buffer.from(secret.key)
        addressOfKey(key)
        return { kind: 'evm', key, realm }
      }
      case 'ton': {
        const { tonSeedOf } = await import('./tonKey.ts')
        const { walletVersion } = secret
        return { kind: 'ton', key: await tonSeedOf(secret.secret), walletVersion, realm }
      }
      case 'keystore': {
        const keystore = parseKeystore(secret.text)
        const opened = await openKeystore(keystore, secret.password)
        if (keystore.content.kind === 'evm') return { kind: 'evm', key: opened, realm }
        const { seedOfKeystore } = await import('./tonKeystore.ts')
        const key = await seedOfKeystore(opened, keystore.content)
        return { kind: 'ton', key, walletVersion: keystore.content.walletVersion, realm }
      }
    }
  } finally {
    frame.payload.fill(0)
  }
}

async function introduce(opened: Opened): Promise<SignerAnswer> {
  if (opened.kind === 'evm') return { type: 'opened', address: addressOfKey(opened.key) }
  const { tonPublicKey } = await import('./tonKey.ts')
  const publicKey = tonPublicKey(opened.key).toString('hex')
  return { type: 'openedTon', publicKey, walletVersion: opened.walletVersion }
}

async function sign(frame: Frame, opened: Opened): Promise<SignerAnswer> {
  const text = frame.payload.toString('utf8')
  if (opened.kind === 'evm' && frame.kind === frameKinds.sign) {
    const plan = decodePlan(text)
    checkRealm(opened.realm, plan.chainId)
    return { type: 'signed', raw: await signPlan(plan, opened.key) }
  }
  if (opened.kind === 'ton' && frame.kind === frameKinds.signTon) {
    const [{ decodeTonPlan }, { signTonPlan }] = await Promise.all([
      import('./tonPlanWire.ts'),
      import('./signTonPlan.ts'),
    ])
    const plan = decodeTonPlan(text)
    checkTonRealm(opened.realm, plan.networkId)
    return { type: 'signedTon', boc: await signTonPlan(plan, opened.key) }
  }
  throw new RangeError('unknown frame')
}

/** The process ends after a refusal. */
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

// An interrupt at the terminal reaches every process in it; the main program decides when to end a
// step in progress. It closes the pipe when it finishes or ends.
process.on('SIGINT', () => {})

// Ending the process also clears the heap. Silent: an error here may contain the data it failed on.
serve().then(
  () => process.exit(0),
  () => process.exit(1),
)
