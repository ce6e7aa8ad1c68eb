import { Address, beginCell, type Cell } from '@ton/core'
import { showTonAddress } from '../address.ts'
import type { TonMessage } from '../../../core/transaction.ts'

// The messages of STON.fi's own library, byte for byte, without loading it. Loaded where a swap is
// built, and not for a quote.
// https://github.com/ston-fi/sdk BaseRouterV2_1, RouterV1, PtonV2_1, PtonV1 (read 2026-11)

const jettonTransfer = 0x0f8a7ea5
const ptonTransfer = 0x01f3835d
const swapV2 = 0x6664de2a
const swapV1 = 0x25938561
/** What the library writes where no referrer gets a share. */
const unusedReferralBps = 10
/** A pTON 2 wallet retains this part of the attached TON. */
const ptonFee = 10_000_000n

/** All fields of a swap's message. Addresses raw, gas in nanoton. */
export type StonfiOrder = {
  version: 1 | 2
  router: string
  ptonWallet: string
  /** The payer's wallet of the sold jetton; null when TON is sold. */
  offerWallet: string | null
  /** The router's wallet of the bought token. */
  askWallet: string
  units: bigint
  minUnits: bigint
  from: string
  receiver: string
  refundTo: string
  queryId: bigint
  /** Unix seconds; absent in version 1. */
  deadlineSeconds: number
  gas: StonfiGas
}

/** `budget` goes along with a jetton transfer, `forward` reaches the router. */
export type StonfiGas = { budget: bigint; forward: bigint }

/** What the library attaches where the exchange names nothing. */
export function usualGas(version: 1 | 2, kind: 'fromTon' | 'toTon' | 'jettons'): StonfiGas {
  if (version === 2) {
    return { budget: 300_000_000n, forward: kind === 'fromTon' ? 300_000_000n : 240_000_000n }
  }
  if (kind === 'fromTon') return { budget: 185_000_000n, forward: 185_000_000n }
  return kind === 'toTon'
    ? { budget: 170_000_000n, forward: 125_000_000n }
    : { budget: 220_000_000n, forward: 175_000_000n }
}

/**
 * The one message of the swap.
 * @throws Error for what does not fit its field
 */
export function stonfiMessage(order: StonfiOrder): TonMessage {
  const { version, offerWallet, ptonWallet, units, gas } = order
  const swap = version === 2 ? swapOrderV2(order) : swapOrderV1(order)
  if (offerWallet !== null) {
    return toMessage(offerWallet, gas.budget, transferTo(order, order.from, swap))
  }
  if (version === 1) {
    return toMessage(ptonWallet, units + gas.forward, transferTo(order, null, swap))
  }
  const body = beginCell()
    .storeUint(ptonTransfer, 32)
    .storeUint(order.queryId, 64)
    .storeCoins(units)
    .storeAddress(Address.parseRaw(order.refundTo))
    .storeMaybeRef(swap)
    .endCell()
  return toMessage(ptonWallet, units + gas.forward + ptonFee, body)
}

function swapOrderV2(order: StonfiOrder): Cell {
  const terms = beginCell()
    .storeCoins(order.minUnits)
    .storeAddress(Address.parseRaw(order.receiver))
    .storeCoins(0n)
    .storeMaybeRef(null)
    .storeCoins(0n)
    .storeMaybeRef(null)
    .storeUint(unusedReferralBps, 16)
    .storeAddress(null)
    .endCell()
  return beginCell()
    .storeUint(swapV2, 32)
    .storeAddress(Address.parseRaw(order.askWallet))
    .storeAddress(Address.parseRaw(order.refundTo))
    .storeAddress(Address.parseRaw(order.from))
    .storeUint(order.deadlineSeconds, 64)
    .storeRef(terms)
    .endCell()
}

function swapOrderV1({ askWallet, minUnits, receiver }: StonfiOrder): Cell {
  return beginCell()
    .storeUint(swapV1, 32)
    .storeAddress(Address.parseRaw(askWallet))
    .storeCoins(minUnits)
    .storeAddress(Address.parseRaw(receiver))
    .storeBit(false)
    .endCell()
}

function transferTo(order: StonfiOrder, response: string | null, swap: Cell): Cell {
  return beginCell()
    .storeUint(jettonTransfer, 32)
    .storeUint(order.queryId, 64)
    .storeCoins(order.units)
    .storeAddress(Address.parseRaw(order.router))
    .storeAddress(response === null ? null : Address.parseRaw(response))
    .storeMaybeRef(null)
    .storeCoins(order.gas.forward)
    .storeMaybeRef(swap)
    .endCell()
}

function toMessage(to: string, amount: bigint, body: Cell): TonMessage {
  return {
    address: showTonAddress(to, 'contract'),
    amount,
    payload: body.toBoc().toString('base64'),
    stateInit: null,
  }
}
