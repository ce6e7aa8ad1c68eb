import { toRawTonAddress } from '../../../src/chains/ton/address.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { buildCell } from '../ton/builder.ts'
import type { TonServices } from '../ton/types.ts'
import type { PoolSwap } from './tonPools.ts'

const jettonTransfer = 0x0f8a7ea5
const ptonTransfer = 0x01f3835d
const swapOp = 0x6664de2a
/** Nanoton that go along, and what of them reaches the router. */
const fromTonGas = 310_000_000n
const fromJettonGas = 300_000_000n
const routerGas = 240_000_000n
const lifeSeconds = 600

export type CoffeeOrder = {
  swap: PoolSwap
  /** Raw addresses. */
  sender: string
  receiver: string
  minOut: bigint
  queryId: number
  nowSeconds: number
}

export type CoffeeMessage = {
  address: string
  value: string
  cell: string
  send_mode: number
  query_id: number
}

/** The message that makes a swap at the exchange, as its contracts want it. */
export function coffeeMessage(
  { exchange, jettonWalletOf }: TonServices,
  { swap, sender, receiver, minOut, queryId, nowSeconds }: CoffeeOrder,
): CoffeeMessage {
  const { sold, soldMaster, boughtMaster, units } = swap
  const terms = buildCell()
    .coins(minOut)
    .address(receiver)
    .coins(0n)
    .maybeRef(null)
    .coins(0n)
    .maybeRef(null)
    .uint(0, 16)
    .address(null)
    .cell()
  const order = buildCell()
    .uint(swapOp, 32)
    .address(toRawTonAddress(exchange.routerWallet(boughtMaster)))
    .address(sender)
    .address(sender)
    .uint(nowSeconds + lifeSeconds, 64)
    .ref(terms)
    .cell()
  const head = buildCell().uint(sold.native ? ptonTransfer : jettonTransfer, 32)
  head.uint(queryId, 64).coins(units)
  if (sold.native) head.address(sender)
  else {
    head.address(toRawTonAddress(exchange.router)).address(sender).bit(false).coins(routerGas)
  }
  return {
    address: sold.native ? exchange.ptonWallet : jettonWalletOf(soldMaster, sender),
    value: String(sold.native ? units + fromTonGas : fromJettonGas),
    cell: writeBoc(head.bit(true).ref(order).cell()),
    send_mode: 3,
    query_id: queryId,
  }
}
