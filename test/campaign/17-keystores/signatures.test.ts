/** Row 17: what is signed is to the byte what other programs sign with the same key. */
import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadStateInit,
  type MessageRelaxed,
  storeMessage,
} from '@ton/core'
import { keyPairFromSeed } from '@ton/crypto'
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton'
import { type Hex, parseTransaction } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import type { EvmPlan, TonPlan } from '../../../src/wallet/types.ts'
import { randomSource } from '../../unit/chains/support/random.ts'
import { randomTonPlan, tonSeed } from '../../unit/wallet/support/tonPlans.ts'
import { defineRow } from '../support/row.ts'
import cast from './cast.json' with { type: 'json' }

defineRow(
  {
    number: 17,
    title: 'golden signatures',
    cases: { fast: 226, full: 300 },
  },
  async (row) => {
    const random = randomSource(row.seed)
    const types = { legacy: 0, eip1559: 0 }
    for (const [index, { key, transaction }] of cast.signed.entries()) {
      const plan = planOf(transaction, privateKeyToAddress(`0x${key}`))
      types[plan.fees.type] += 1
      await row.check(`EVM ${index}, ${plan.fees.type}`, async () => {
        same(await signPlan(plan, Buffer.from(key, 'hex')), transaction)
      })
    }
    const ton = row.sized({ fast: 26, full: 100 })
    for (let index = 0; index < ton; index += 1) {
      const plan = randomTonPlan(random)
      await row.check(`TON ${index}, ${plan.walletVersion}`, async () => {
        same(await signTonPlan(plan, tonSeed), signedByLibrary(plan, tonSeed))
      })
    }
    row.note(
      `${types.legacy} of type 0 and ${types.eip1559} of type 2 as cast signs them, ${ton} TON transfers as @ton/ton does`,
    )
  },
)

/** The plan of a transaction as cast signed it (cast.json), read by another library than it is signed with. */
function planOf(transaction: string, from: string): EvmPlan {
  const read = parseTransaction(transaction as Hex)
  if (read.to == null || read.chainId === undefined) throw new Error('no transaction of a plan')
  return {
    blockchain: 'ETH',
    chainId: read.chainId,
    from,
    to: read.to,
    data: read.data ?? '0x',
    value: read.value ?? 0n,
    nonce: read.nonce ?? 0,
    gasLimit: read.gas ?? 0n,
    fees:
      read.type === 'legacy'
        ? { type: 'legacy', gasPrice: read.gasPrice ?? 0n }
        : {
            type: 'eip1559',
            maxFeePerGas: read.maxFeePerGas ?? 0n,
            maxPriorityFeePerGas: read.maxPriorityFeePerGas ?? 0n,
          },
  }
}

/** The library's own signing with its own key, which the product does not use. */
function signedByLibrary(plan: TonPlan, seed: Buffer): string {
  const { publicKey, secretKey } = keyPairFromSeed(seed)
  const order = {
    seqno: plan.seqno,
    timeout: plan.validUntilSeconds,
    sendMode: plan.sendMode,
    secretKey,
    messages: plan.messages.map(({ to, value, bounce, payload, stateInit }) =>
      internal({
        to: Address.parse(to),
        value,
        bounce,
        body: payload === null ? undefined : Cell.fromBase64(payload),
        init:
          stateInit === null ? undefined : loadStateInit(Cell.fromBase64(stateInit).beginParse()),
      }),
    ),
  }
  const { wallet, body } =
    plan.walletVersion === 'v4r2' ? v4(publicKey, order) : v5(publicKey, plan.networkId, order)
  const init = plan.deploys ? wallet.init : null
  const message = external({ to: wallet.address, init, body })
  return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64')
}

type Order = {
  seqno: number
  timeout: number
  sendMode: number
  secretKey: Buffer
  messages: MessageRelaxed[]
}
type Signed = { wallet: WalletContractV4 | WalletContractV5R1; body: Cell }

function v4(publicKey: Buffer, order: Order): Signed {
  const wallet = WalletContractV4.create({ workchain: 0, publicKey })
  return { wallet, body: wallet.createTransfer(order) }
}

function v5(publicKey: Buffer, networkGlobalId: number, order: Order): Signed {
  const wallet = WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId } })
  return { wallet, body: wallet.createTransfer(order) }
}

function same(found: string, expected: string): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`)
}
