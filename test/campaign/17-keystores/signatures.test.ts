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
import { privateKeyToAddress } from 'viem/accounts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import type { EvmPlan, TonPlan } from '../../../src/wallet/types.ts'
import { randomSource } from '../../unit/chains/support/random.ts'
import { randomPlan } from '../../unit/wallet/support/plans.ts'
import { randomTonPlan, tonSeed } from '../../unit/wallet/support/tonPlans.ts'
import { temporaryFolder } from '../../wallet/support/temporary.ts'
import { defineRow } from '../support/row.ts'
import { cast } from './cast.ts'

defineRow(
  {
    number: 17,
    title: 'golden signatures',
    cases: { fast: 30, full: 300 },
  },
  async (row) => {
    const home = await temporaryFolder()
    const random = randomSource(row.seed)
    const evm = row.sized({ fast: 4, full: 200 })
    const types = { legacy: 0, eip1559: 0 }
    for (let index = 0; index < evm; index += 1) {
      const key = Buffer.from(row.random.bytes(32))
      const plan = asCastSigns(randomPlan(random, privateKeyToAddress(`0x${key.toString('hex')}`)))
      types[plan.fees.type] += 1
      await row.check(`EVM ${index}, ${plan.fees.type}`, async () => {
        same(await signPlan(plan, key), await signedByCast(home, plan, key))
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

/** cast knows no chain from here on. */
const unnamedChains = 2 ** 33

/**
 * Without any fee, and on chains that it knows to be old (20, 30, 250, …), cast signs type 0 whatever
 * it was asked for.
 */
function asCastSigns(plan: EvmPlan): EvmPlan {
  const { fees } = plan
  if (fees.type !== 'eip1559') return plan
  const maxFeePerGas = fees.maxFeePerGas === 0n ? 1n : fees.maxFeePerGas
  return { ...plan, chainId: unnamedChains + plan.chainId, fees: { ...fees, maxFeePerGas } }
}

async function signedByCast(home: string, plan: EvmPlan, key: Buffer): Promise<string> {
  const { fees } = plan
  const prices =
    fees.type === 'legacy'
      ? ['--legacy', '--gas-price', String(fees.gasPrice)]
      : [
          '--gas-price',
          String(fees.maxFeePerGas),
          '--priority-gas-price',
          String(fees.maxPriorityFeePerGas),
        ]
  const numbers = [
    '--chain',
    String(plan.chainId),
    '--nonce',
    String(plan.nonce),
    '--gas-limit',
    String(plan.gasLimit),
  ]
  const private_ = ['--private-key', `0x${key.toString('hex')}`]
  const data = plan.data === '0x' ? [] : [plan.data]
  return cast(
    home,
    'mktx',
    ...private_,
    ...numbers,
    ...prices,
    '--value',
    String(plan.value),
    plan.to,
    ...data,
  )
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
