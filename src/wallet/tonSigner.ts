import { showTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import { walletAddress } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import { verifySignedTon } from './decodeTon.ts'
import type { ProcessSignerOptions } from './evmSigner.ts'
import { checkTonRealm, tonNetworkIds } from './realm.ts'
import { refuseInstrumentedRuntime } from './runtimeGuard.ts'
import {
  openTimeoutMs,
  overwrite,
  type SignerChannel,
  signTimeoutMs,
  startProcess,
  unexpected,
} from './signerProcess.ts'
import { encodeFrame, encodeOpen, frameKinds } from './signerProtocol.ts'
import { encodeTonPlan } from './tonPlanWire.ts'
import type { TonPlan, TonSigner } from './types.ts'

/**
 * Starts the signer process for a TON wallet; the rules of `createProcessSigner` apply. The process
 * returns only the public key: the address is derived from it here.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function createTonSigner(options: ProcessSignerOptions): Promise<TonSigner> {
  const { secret, realm, expectedAddress } = options
  let channel: SignerChannel | null = null
  try {
    refuseInstrumentedRuntime(options.runtime)
    channel = startProcess(options.entry)
    const answer = await channel.ask(encodeOpen(secret, realm), openTimeoutMs)
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
    return toSigner(channel, { address, walletVersion, publicKey, realm })
  } catch (thrown) {
    await channel?.close()
    throw thrown
  } finally {
    overwrite(secret)
  }
}

type Wallet = Pick<TonSigner, 'address' | 'walletVersion'> & {
  publicKey: Buffer
  realm: ProcessSignerOptions['realm']
}

function toSigner(
  channel: SignerChannel,
  { address, walletVersion, publicKey, realm }: Wallet,
): TonSigner {
  let last: Promise<unknown> = Promise.resolve()
  const signOne = async (plan: TonPlan) => {
    checkTonRealm(realm, plan.networkId)
    const frame = encodeFrame(frameKinds.signTon, Buffer.from(encodeTonPlan(plan), 'utf8'))
    const answer = await channel.ask(frame, signTimeoutMs)
    if (answer.type !== 'signedTon') throw unexpected()
    return verifySignedTon(answer.boc, plan, publicKey)
  }
  return {
    address,
    walletVersion,
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

function notTon(address: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `The key belongs to the EVM account ${address}.`, {
    hint: 'Choose a TON account with --account; `swaproute wallet list` shows the kind of each.',
  })
}
