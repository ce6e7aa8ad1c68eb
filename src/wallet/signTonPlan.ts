import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadStateInit,
  type MessageRelaxed,
  SendMode,
  storeMessage,
} from '@ton/core'
import { WalletContractV4 } from '@ton/ton/dist/wallets/v4/WalletContractV4.js'
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js'
import { SwaprouteError } from '../core/errors.ts'
import { signWithTonKey, tonPublicKey } from './tonKey.ts'
import type { TonOutMessage, TonPlan } from './types.ts'

/**
 * The signed message of a plan, as a bag of cells in base64. The only thing this program signs on
 * TON: data and proofs of ownership are not supported (docs/safety.md E12). Runs only in the signer
 * process, the only one that loads the wallet library.
 * @throws SwaprouteError UNSAFE_ROUTE when the plan belongs to another account
 */
export async function signTonPlan(plan: TonPlan, seed: Uint8Array): Promise<string> {
  const contract = contractOf(plan, tonPublicKey(seed))
  const own = contract.address.toRawString()
  if (own !== plan.from) {
    throw new SwaprouteError('UNSAFE_ROUTE', 'The transfer belongs to a different account.', {
      context: { check: 'E13', field: 'from', planned: plan.from, signer: own },
    })
  }
  const order = {
    seqno: plan.seqno,
    timeout: plan.validUntilSeconds,
    // The plan's mode, which is always 3 (T1).
    sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
    messages: plan.messages.map(toMessage),
    signer: async (message: Cell) => signWithTonKey(message.hash(), seed),
  }
  // Both accept the same arguments, but their types do not match.
  const body =
    contract instanceof WalletContractV4
      ? await contract.createTransfer(order)
      : await contract.createTransfer(order)
  const init = plan.deploys ? contract.init : null
  const message = external({ to: contract.address, init, body })
  return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64')
}

function contractOf(
  { walletVersion, networkId }: TonPlan,
  publicKey: Buffer,
): WalletContractV4 | WalletContractV5R1 {
  if (walletVersion === 'v4r2') return WalletContractV4.create({ workchain: 0, publicKey })
  const context = { workchain: 0, walletVersion, subwalletNumber: 0 }
  return WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: networkId, context } })
}

function toMessage({ to, value, bounce, payload, stateInit }: TonOutMessage): MessageRelaxed {
  return internal({
    to: Address.parseRaw(to),
    value,
    bounce,
    body: payload === null ? null : Cell.fromBase64(payload),
    init: stateInit === null ? null : loadStateInit(Cell.fromBase64(stateInit).beginParse()),
  })
}
