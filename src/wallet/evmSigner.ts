import { SwaprouteError } from '../core/errors.ts'
import { verifySigned } from './decodeTransaction.ts'
import type { SignerSecret } from './keys.ts'
import { encodePlan } from './planWire.ts'
import { checkRealm } from './realm.ts'
import type { Realm } from './realm.ts'
import { refuseInstrumentedRuntime } from './runtimeGuard.ts'
import type { RuntimeOptions } from './runtimeGuard.ts'
import {
  openTimeoutMs,
  overwrite,
  type SignerChannel,
  signTimeoutMs,
  startProcess,
  unexpected,
} from './signerProcess.ts'
import { encodeFrame, encodeOpen, frameKinds } from './signerProtocol.ts'
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

/**
 * Starts the signer process and hands it the account, by pipe: nothing secret is in its arguments
 * or its environment, which is empty (docs/safety.md K8). Every signature that comes back is decoded
 * and compared with its plan before it is given on (E13). Close it as soon as nothing is left to
 * sign.
 * @throws SwaprouteError KEY_UNAVAILABLE: wrong password, damaged keystore, another address than
 * expected, Node started with debugging options (L7), or no process
 */
export async function createProcessSigner(options: ProcessSignerOptions): Promise<EvmSigner> {
  const { secret, realm, expectedAddress } = options
  let channel: SignerChannel | null = null
  try {
    refuseInstrumentedRuntime(options.runtime)
    channel = startProcess(options.entry)
    const answer = await channel.ask(encodeOpen(secret, realm), openTimeoutMs)
    if (answer.type === 'openedTon') throw notEvm()
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

function toSigner(channel: SignerChannel, address: string, realm: Realm): EvmSigner {
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

function notEvm(): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'The key is that of a TON wallet.', {
    hint: 'Name an EVM account with --account; `swaproute wallet list` shows the kind of each.',
  })
}
