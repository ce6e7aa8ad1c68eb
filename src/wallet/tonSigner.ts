import { showTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import { walletAddress } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import { verifySignedTon } from './decodeTon.ts'
import { checkTonRealm, tonNetworkIds } from './realm.ts'
import {
  openSignerProcess,
  type ProcessSignerOptions,
  signInTurn,
  signTimeoutMs,
  unexpected,
} from './signerProcess.ts'
import { encodeFrame, frameKinds } from './signerProtocol.ts'
import { encodeTonPlan } from './tonPlanWire.ts'
import type { TonPlan, TonSigner } from './types.ts'

/**
 * Starts the signer process for a TON wallet; the rules of `createProcessSigner` apply. The process
 * returns only the public key: the address is derived from it here.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function createTonSigner(options: ProcessSignerOptions): Promise<TonSigner> {
  const { realm, expectedAddress } = options
  return await openSignerProcess(options, (channel, answer) => {
    if (answer.type === 'opened') throw notTon(answer.address)
    if (answer.type !== 'openedTon') throw unexpected()
    const { walletVersion } = answer
    const publicKey = Buffer.from(answer.publicKey, 'hex')
    const address = walletAddress(walletVersion, publicKey, tonNetworkIds[realm])
    if (expectedAddress !== null && address !== toRawTonAddress(expectedAddress)) {
      throw new SwaprouteError(
        'KEY_UNAVAILABLE',
        `The key belongs to ${showTonAddress(address, 'wallet')} (${walletVersion}), not to ${expectedAddress}.`,
        { hint: 'Check which account the keystore belongs to, and its wallet version.' },
      )
    }
    const sign = signInTurn(channel, async (plan: TonPlan) => {
      checkTonRealm(realm, plan.networkId)
      const frame = encodeFrame(frameKinds.signTon, Buffer.from(encodeTonPlan(plan), 'utf8'))
      const signed = await channel.ask(frame, signTimeoutMs)
      if (signed.type !== 'signedTon') throw unexpected()
      return verifySignedTon(signed.boc, plan, publicKey)
    })
    return { address, walletVersion, sign, close: () => channel.close() }
  })
}

function notTon(address: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `The key belongs to the EVM account ${address}.`, {
    hint: 'Choose a TON account with --account; `swaproute wallet list` shows the kind of each.',
  })
}
