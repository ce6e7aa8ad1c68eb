import { SwaprouteError } from '../core/errors.ts'
import { verifySigned } from './decodeTransaction.ts'
import type { SignerSecret } from './keys.ts'
import { encodePlan } from './planWire.ts'
import { type Realm, checkRealm } from './realm.ts'
import { type RuntimeOptions, refuseInstrumentedRuntime } from './runtimeGuard.ts'
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
  /** Overwritten once it is sent to the signer, also when that fails. */
  secret: SignerSecret
  /** The account's listed address; null where the keystore has none. */
  expectedAddress: string | null
  realm: Realm
  runtime: RuntimeOptions
}

/**
 * Starts the signer process and sends it the account over a pipe: no secret is in its arguments or
 * its environment, which is empty (docs/safety.md K8). Every returned signature is decoded and
 * compared with its plan before it is used (E13). Close it as soon as nothing is left to sign.
 * @throws SwaprouteError KEY_UNAVAILABLE: wrong password, damaged keystore, a different address
 * than expected, Node started with debugging options (L7), or no process
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
        { hint: 'Check which account the keystore belongs to.' },
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
      // A copy: the later comparison uses what was sent, even if the object changes since.
      const frozen = structuredClone(plan)
      const result = last.then(() => signOne(frozen))
      last = result.catch(() => channel.close())
      return result
    },
    close: () => channel.close(),
  }
}

function notEvm(): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'The key belongs to a TON wallet.', {
    hint: 'Choose an EVM account with --account; `swaproute wallet list` shows the kind of each.',
  })
}
