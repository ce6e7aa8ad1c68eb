/** Payments of a TON wallet, read and written with the vendor's library alone. */
import { type Address, beginCell, Cell, loadMessage, loadOutList, type OutAction } from '@ton/core'

const jettonTransfer = 0x0f8a7ea5
const swapV2 = 0x6664de2a

/** A payment to a router of STON.fi, version 2: the envelope and the router's instruction. */
export type SwapCall = {
  op: number
  queryId: bigint
  units: bigint
  /** Whom the jettons go to; null with coins. */
  destination: Address | null
  /** Who gets what is left (jettons), or the money back (coins). */
  rest: Address | null
  custom: Cell | null
  forward: bigint
  swapOp: number
  askWallet: Address | null
  refundTo: Address | null
  excessesTo: Address | null
  deadline: number
  minOut: bigint
  receiver: Address | null
  /** An order for the account that takes the output. */
  onward: Cell | null
  referrer: Address | null
}

export function readSwapCall(boc: string): SwapCall {
  const slice = Cell.fromBase64(boc).beginParse()
  const op = slice.loadUint(32)
  const [queryId, units] = [slice.loadUintBig(64), slice.loadCoins()]
  const isJetton = op === jettonTransfer
  const destination = isJetton ? slice.loadMaybeAddress() : null
  const rest = slice.loadMaybeAddress()
  const custom = isJetton ? slice.loadMaybeRef() : null
  const forward = isJetton ? slice.loadCoins() : 0n
  if (!slice.loadBit()) throw new Error('the instruction does not lie in a cell of its own')
  const order = slice.loadRef().beginParse()
  const swapOp = order.loadUint(32)
  const [askWallet, refundTo, excessesTo] = [
    order.loadMaybeAddress(),
    order.loadMaybeAddress(),
    order.loadMaybeAddress(),
  ]
  const deadline = order.loadUint(64)
  const terms = order.loadRef().beginParse()
  const [minOut, receiver] = [terms.loadCoins(), terms.loadMaybeAddress()]
  terms.loadCoins()
  const onward = terms.loadMaybeRef()
  terms.loadCoins()
  terms.loadMaybeRef()
  terms.loadUint(16)
  const referrer = terms.loadMaybeAddress()
  const envelope = { op, queryId, units, destination, rest, custom, forward }
  const told = { swapOp, askWallet, refundTo, excessesTo, deadline }
  return { ...envelope, ...told, minOut, receiver, onward, referrer }
}

export function writeSwapCall(call: SwapCall): string {
  const terms = beginCell()
    .storeCoins(call.minOut)
    .storeAddress(call.receiver)
    .storeCoins(0n)
    .storeMaybeRef(call.onward)
    .storeCoins(0n)
    .storeMaybeRef(null)
    .storeUint(0, 16)
    .storeAddress(call.referrer)
  const order = beginCell()
    .storeUint(call.swapOp, 32)
    .storeAddress(call.askWallet)
    .storeAddress(call.refundTo)
    .storeAddress(call.excessesTo)
    .storeUint(call.deadline, 64)
    .storeRef(terms)
  const envelope = beginCell()
    .storeUint(call.op, 32)
    .storeUint(call.queryId, 64)
    .storeCoins(call.units)
  if (call.op === jettonTransfer) envelope.storeAddress(call.destination)
  envelope.storeAddress(call.rest)
  if (call.op === jettonTransfer) envelope.storeMaybeRef(call.custom).storeCoins(call.forward)
  return envelope.storeBit(true).storeRef(order).endCell().toBoc().toString('base64')
}

/**
 * What a signed transfer of a V5R1 wallet does, without what differs from run to run: times, the
 * number of the query and the signature.
 */
export function essenceOfTransfer(boc: string): unknown {
  const { info, init, body } = loadMessage(Cell.fromBase64(boc).beginParse())
  if (info.type !== 'external-in') throw new Error('no message from outside')
  const slice = body.beginParse()
  const [op, walletId] = [slice.loadUint(32), slice.loadUint(32)]
  slice.loadUint(32) // how long it is good
  const seqno = slice.loadUint(32)
  const actions = slice.loadMaybeRef()
  const isExtended = slice.loadBit()
  return {
    wallet: info.dest.toRawString(),
    code: init == null ? null : 'goes along',
    order: { op, walletId, seqno, isExtended },
    actions: actions === null ? [] : loadOutList(actions.beginParse()).map(essenceOfAction),
  }
}

function essenceOfAction(action: OutAction): unknown {
  if (action.type !== 'sendMsg') return action.type
  const { info, init, body } = action.outMsg
  if (info.type !== 'internal') return info.type
  return {
    mode: action.mode,
    to: info.dest.toRawString(),
    bounce: info.bounce,
    value: String(info.value.coins),
    code: init == null ? null : 'goes along',
    body: essenceOfBody(body),
  }
}

function essenceOfBody(body: Cell): string {
  const boc = body.toBoc().toString('base64')
  let call: SwapCall
  try {
    call = readSwapCall(boc)
  } catch {
    return boc
  }
  if (call.swapOp !== swapV2) return boc
  return writeSwapCall({ ...call, queryId: 0n, deadline: 0 })
}

/** A cell that holds an address, as get-methods give one. */
export function addressCell(address: Address): string {
  return beginCell().storeAddress(address).endCell().toBoc().toString('base64')
}
