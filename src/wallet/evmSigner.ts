import { SwaprouteError } from '../core/errors.ts'
import { verifySigned } from './decodeTransaction.ts'
import { encodePlan } from './planWire.ts'
import { checkRealm } from './realm.ts'
import {
  openSignerProcess,
  type ProcessSignerOptions,
  signInTurn,
  signTimeoutMs,
  unexpected,
} from './signerProcess.ts'
import { encodeFrame, frameKinds } from './signerProtocol.ts'
import type { EvmPlan, EvmSigner } from './types.ts'

/**
 * Starts the signer process and sends it the account over a pipe: no secret is in its arguments or
 * its environment, which is empty (docs/safety.md K8). Every returned signature is decoded and
 * compared with its plan before it is used (E13). Must be closed as soon as nothing is left to
 * sign.
 * @throws SwaprouteError KEY_UNAVAILABLE: wrong password, damaged keystore, a different address
 *   than expected, Node started with debugging options (L7), or no process
 */
export async function createProcessSigner(options: ProcessSignerOptions): Promise<EvmSigner> {
  const { realm, expectedAddress } = options
  return await openSignerProcess(options, (channel, answer) => {
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
    const sign = signInTurn(channel, async (plan: EvmPlan) => {
      checkRealm(realm, plan.chainId)
      const frame = encodeFrame(frameKinds.sign, Buffer.from(encodePlan(plan), 'utf8'))
      const signed = await channel.ask(frame, signTimeoutMs)
      if (signed.type !== 'signed') throw unexpected()
      const decoded = verifySigned(signed.raw, plan)
      return { raw: signed.raw, hash: decoded.hash, decoded }
    })
    return { address, sign, close: () => channel.close() }
  })
}

function notEvm(): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'The key belongs to a TON wallet.', {
    hint: 'Choose an EVM account with --account; `swaproute wallet list` shows the kind of each.',
  })
}
