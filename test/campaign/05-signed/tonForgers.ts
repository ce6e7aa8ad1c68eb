import {
  Address,
  beginCell,
  Cell,
  type CommonMessageInfoRelaxedInternal,
  comment,
  Dictionary,
  external,
  internal,
  loadStateInit,
  type MessageRelaxed,
  storeMessage,
  storeMessageRelaxed,
} from '@ton/core'
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton'

import { signWithTonKey, tonPublicKey } from '../../../src/wallet/tonKey.ts'
import type { TonPlan } from '../../../src/wallet/types.ts'

// Signers of TON transfers that change one thing. The bytes are written here, by @ton/core and from
// the wallets' documents, so that an order can say what no wallet library would write.

const mallory = Address.parseRaw(`0:${'ba'.repeat(32)}`)
const nano = 1_000_000_000n

/** An order as it is signed. */
type Order = {
  /** What the wallet is to do: 0 (v4) or "sign" (v5) is to pay. */
  operation: number
  walletId: number
  validUntil: number
  seqno: number
  actions: { mode: number; message: MessageRelaxed }[]
  seed: Buffer
  /** Whether the wallet's code goes along. */
  deploys: boolean
  /** One bit of the signature is another. */
  isBent: boolean
  /** Version 5: takes signatures away, so that only an extension gives orders. */
  takesOver: boolean
}

export type TonForger = {
  name: string
  change(order: Order, plan: TonPlan): Partial<Order>
}

/** The message a signer makes of a plan when it changes this; nothing: an honest one. */
export function forge(
  plan: TonPlan,
  seed: Buffer,
  change: TonForger['change'] = () => ({}),
): string {
  const honest: Order = {
    operation: plan.walletVersion === 'v4r2' ? 0 : 0x7369676e,
    walletId: plan.walletVersion === 'v4r2' ? 698_983_191 : (0x8000_0000 ^ plan.networkId) >>> 0,
    validUntil: plan.validUntilSeconds,
    seqno: plan.seqno,
    actions: plan.messages.map((message) => ({ mode: 3, message: toMessage(message) })),
    seed,
    deploys: plan.deploys,
    isBent: false,
    takesOver: false,
  }
  const order = { ...honest, ...change(honest, plan) }
  const contract = contractOf(plan, tonPublicKey(seed))
  const body = plan.walletVersion === 'v4r2' ? bodyV4(order) : bodyV5(order)
  const init = order.deploys ? contract.init : null
  const message = external({ to: contract.address, init, body })
  return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64')
}

function bodyV4({ operation, walletId, validUntil, seqno, actions, ...order }: Order): Cell {
  const signed = beginCell()
    .storeUint(walletId, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(operation, 8)
  for (const { mode, message } of actions) {
    signed.storeUint(mode, 8).storeRef(beginCell().store(storeMessageRelaxed(message)))
  }
  const signature = signatureOf(signed.endCell(), order)
  return beginCell().storeBuffer(signature).storeBuilder(signed).endCell()
}

function bodyV5({ operation, walletId, validUntil, seqno, actions, ...order }: Order): Cell {
  let list = beginCell().endCell()
  for (const { mode, message } of actions) {
    list = beginCell()
      .storeRef(list)
      .storeUint(0x0ec3c86d, 32)
      .storeUint(mode, 8)
      .storeRef(beginCell().store(storeMessageRelaxed(message)))
      .endCell()
  }
  const signed = beginCell()
    .storeUint(operation, 32)
    .storeUint(walletId, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(list)
    .storeBit(order.takesOver)
  if (order.takesOver) signed.storeUint(0x02, 8).storeAddress(mallory) // a new extension
  const signature = signatureOf(signed.endCell(), order)
  return beginCell().storeBuilder(signed).storeBuffer(signature).endCell()
}

function signatureOf(cell: Cell, { seed, isBent }: Pick<Order, 'seed' | 'isBent'>): Buffer {
  const signature = signWithTonKey(cell.hash(), seed)
  if (isBent) signature[5] = (signature[5] ?? 0) ^ 1
  return signature
}

function contractOf({ walletVersion, networkId }: TonPlan, publicKey: Buffer) {
  if (walletVersion === 'v4r2') return WalletContractV4.create({ workchain: 0, publicKey })
  const context = { workchain: 0, walletVersion, subwalletNumber: 0 } as const
  return WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: networkId, context } })
}

function toMessage({ to, value, bounce, payload, stateInit }: TonPlan['messages'][number]) {
  return internal({
    to: Address.parseRaw(to),
    value,
    bounce,
    body: payload === null ? null : Cell.fromBase64(payload),
    init: stateInit === null ? null : loadStateInit(Cell.fromBase64(stateInit).beginParse()),
  })
}

/** Changes the first message's head. */
function head(
  name: string,
  change: (info: CommonMessageInfoRelaxedInternal) => Partial<CommonMessageInfoRelaxedInternal>,
): TonForger {
  return first(name, (message) => {
    if (message.info.type !== 'internal') throw new Error('not an internal message')
    return { ...message, info: { ...message.info, ...change(message.info) } }
  })
}

function first(name: string, change: (message: MessageRelaxed) => MessageRelaxed): TonForger {
  return {
    name,
    change: ({ actions }) => ({
      actions: actions.map((action, index) =>
        index === 0 ? { ...action, message: change(action.message) } : action,
      ),
    }),
  }
}

function mode(name: string, value: number): TonForger {
  return {
    name,
    change: ({ actions }) => ({
      actions: actions.map((action, at) => (at === 0 ? { ...action, mode: value } : action)),
    }),
  }
}

const extra = internal({ to: mallory, value: nano, bounce: false })

export const tonForgers: readonly TonForger[] = [
  mode('the wallet is destroyed (flag 32)', 3 | 32),
  mode('the rest goes along (flag 64)', 3 | 64),
  mode('everything goes along (flag 128)', 3 | 128),
  mode('fees are not paid apart', 2),
  mode('an error undoes everything', 1),
  head('another receiver', () => ({ dest: mallory })),
  head('more coins', ({ value }) => ({ value: { coins: value.coins + 1n } })),
  head('the other bounce flag', ({ bounce }) => ({ bounce: !bounce })),
  head('a forward fee of its own', () => ({ forwardFee: nano })),
  head('a routing fee of its own', () => ({ ihrDisabled: false, ihrFee: nano })),
  head('another currency besides', ({ value }) => ({
    value: {
      coins: value.coins,
      other: Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5)).set(1, 5n),
    },
  })),
  head('a message that claims to have bounced', () => ({ bounced: true })),
  head('a sender of its own', () => ({ src: mallory })),
  first('another body', (message) => ({ ...message, body: comment('something else') })),
  first('the code of a contract', (message) => ({
    ...message,
    init: { code: comment('code'), data: comment('data') },
  })),
  {
    name: 'a message more',
    change: ({ actions }) => ({
      // Where the wallet takes no fifth message, in the place of the fourth.
      actions: [...actions.slice(0, 3), { mode: 3, message: extra }, ...actions.slice(4)],
    }),
  },
  { name: 'no message', change: () => ({ actions: [] }) },
  { name: 'another operation', change: ({ operation }) => ({ operation: operation ^ 2 }) },
  { name: 'another time', change: ({ validUntil }) => ({ validUntil: (validUntil ^ 1) >>> 0 }) },
  { name: 'another number', change: ({ seqno }) => ({ seqno: (seqno ^ 1) >>> 0 }) },
  { name: 'another wallet of the key', change: ({ walletId }) => ({ walletId: walletId ^ 1 }) },
  { name: 'another key', change: () => ({ seed: Buffer.alloc(32, 0x51) }) },
  { name: 'a bent signature', change: () => ({ isBent: true }) },
  { name: 'the wallet code, or not', change: ({ deploys }) => ({ deploys: !deploys }) },
  {
    name: 'an extension, or an earlier transfer',
    change: ({ seqno }, { walletVersion }) =>
      walletVersion === 'v5r1' ? { takesOver: true } : { seqno: Math.max(seqno - 1, 1) + 1_000 },
  },
]
