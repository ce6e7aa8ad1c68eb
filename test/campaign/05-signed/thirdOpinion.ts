import { Cell, loadMessage, loadMessageRelaxed, type MessageRelaxed } from '@ton/core'
import { signVerify } from '@ton/crypto'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'

import type { EvmPlan, TonPlan } from '../../../src/wallet/types.ts'

// What libraries that share nothing with the second decoder read in signed bytes.

/**
 * Differences between a plan and its bytes by viem's reading; empty: equal.
 * @param thorough also who signed, which takes longer than all the rest
 */
export async function differencesByViem(
  raw: string,
  plan: EvmPlan,
  thorough: boolean,
): Promise<string[]> {
  const serializedTransaction = raw as TransactionSerialized // parsed by viem, which checks it
  const found = parseTransaction(serializedTransaction)
  const from = thorough ? await recoverTransactionAddress({ serializedTransaction }) : plan.from
  const fees =
    plan.fees.type === 'legacy'
      ? (found.gasPrice ?? 0n) === plan.fees.gasPrice
      : (found.maxFeePerGas ?? 0n) === plan.fees.maxFeePerGas &&
        (found.maxPriorityFeePerGas ?? 0n) === plan.fees.maxPriorityFeePerGas
  const same: [string, boolean][] = [
    ['type', found.type === plan.fees.type],
    ['chainId', found.chainId === plan.chainId],
    ['from', from.toLowerCase() === plan.from.toLowerCase()],
    ['to', found.to?.toLowerCase() === plan.to.toLowerCase()],
    ['data', (found.data ?? '0x') === plan.data.toLowerCase()],
    ['value', (found.value ?? 0n) === plan.value],
    ['nonce', (found.nonce ?? 0) === plan.nonce],
    ['gas', (found.gas ?? 0n) === plan.gasLimit],
    ['fees', fees],
    ['accessList', !('accessList' in found) || (found.accessList ?? []).length === 0],
  ]
  return same.filter(([, isSame]) => !isSame).map(([name]) => name)
}

/** The same for a transfer, by @ton/core and @ton/crypto. */
export function differencesByTonCore(
  boc: string,
  plan: TonPlan,
  publicKey: Buffer,
  thorough: boolean,
): string[] {
  const message = loadMessage(Cell.fromBase64(boc).beginParse())
  const { info, init, body } = message
  const order = plan.walletVersion === 'v4r2' ? readV4(body) : readV5(body)
  const same: [string, boolean][] = [
    ['to', info.type === 'external-in' && info.dest.toRawString() === plan.from],
    ['deploys', (init !== undefined && init !== null) === plan.deploys],
    ['validUntil', order.validUntil === plan.validUntilSeconds],
    ['seqno', order.seqno === plan.seqno],
    ['signature', !thorough || signVerify(order.signed.hash(), order.signature, publicKey)],
    ['count', order.actions.length === plan.messages.length],
    ['modes', order.actions.every(({ mode }) => mode === 3)],
    ...plan.messages.map((planned, index): [string, boolean] => [
      `message ${index}`,
      isSameMessage(order.actions[index]?.message, planned),
    ]),
  ]
  return same.filter(([, isSame]) => !isSame).map(([name]) => name)
}

type Order = {
  validUntil: number
  seqno: number
  signed: Cell
  signature: Buffer
  actions: { mode: number; message: MessageRelaxed }[]
}

function readV4(body: Cell): Order {
  const slice = body.beginParse()
  const signature = slice.loadBuffer(64)
  const signed = slice.clone().asCell()
  slice.skip(32)
  const [validUntil, seqno] = [slice.loadUint(32), slice.loadUint(32)]
  slice.skip(8)
  const actions: Order['actions'] = []
  while (slice.remainingBits > 0) {
    const mode = slice.loadUint(8)
    actions.push({ mode, message: loadMessageRelaxed(slice.loadRef().beginParse()) })
  }
  return { validUntil, seqno, signed, signature, actions }
}

function readV5(body: Cell): Order {
  const slice = body.beginParse()
  slice.skip(64)
  const [validUntil, seqno] = [slice.loadUint(32), slice.loadUint(32)]
  const actions: Order['actions'] = []
  let list = slice.loadMaybeRef()
  while (list !== null && list.bits.length > 0) {
    const action = list.beginParse()
    list = action.loadRef()
    action.skip(32)
    const mode = action.loadUint(8)
    actions.unshift({ mode, message: loadMessageRelaxed(action.loadRef().beginParse()) })
  }
  slice.skip(1)
  const bits = body.beginParse().loadBits(body.bits.length - 512)
  const signature = slice.loadBuffer(64)
  const signed = new Cell({ bits, refs: body.refs })
  return { validUntil, seqno, signed, signature, actions }
}

function isSameMessage(
  found: MessageRelaxed | undefined,
  { to, value, bounce, payload, stateInit }: TonPlan['messages'][number],
): boolean {
  if (found?.info.type !== 'internal') return false
  const { info } = found
  const expected = payload === null ? Cell.EMPTY : Cell.fromBase64(payload)
  return (
    info.dest.toRawString() === to &&
    info.value.coins === value &&
    info.bounce === bounce &&
    info.forwardFee === 0n &&
    info.ihrFee === 0n &&
    found.body.equals(expected) &&
    (found.init == null) === (stateInit === null)
  )
}
