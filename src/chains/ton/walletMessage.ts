import { readBoc, writeBoc } from './boc.ts'
import { buildCell, type CellBuilder } from './builder.ts'
import type { Cell } from './cell.ts'
import { type TonWalletVersion, walletId } from './wallets.ts'

// The message by which a wallet is told what to send, with zeros in the place of its signature: a
// simulation runs it without looking at the signature. What is really signed is written by the
// wallet library in the signer process, and shares nothing with this file.
// v4r2: https://github.com/ton-blockchain/wallet-contract, v5r1:
// https://github.com/ton-blockchain/wallet-contract-v5 (read 2026-11)

export type UnsignedTransfer = {
  walletVersion: TonWalletVersion
  networkId: number
  /** Raw address of the wallet. */
  from: string
  seqno: number
  validUntilSeconds: number
  sendMode: number
  messages: readonly {
    /** Raw address. */
    to: string
    /** Nanoton. */
    value: bigint
    bounce: boolean
    /** Bags of cells in base64. */
    payload: string | null
    stateInit: string | null
  }[]
}

const signatureBytes = 64
/** "sign": a signed order from outside. */
const signedOrder = 0x7369676e
const sendMessage = 0x0ec3c86d

/**
 * Bag of cells in base64.
 * @param state what makes the wallet's contract (`firstState`); null where it exists already
 */
export function unsignedTransferBoc(transfer: UnsignedTransfer, state: Cell | null): string {
  const body = transfer.walletVersion === 'v4r2' ? bodyV4(transfer) : bodyV5(transfer)
  const message = buildCell().uint(0b10, 2).address(null).address(transfer.from).coins(0n)
  return writeBoc(withState(message, state).bit(true).ref(body).cell())
}

function bodyV4({ messages, sendMode, ...order }: UnsignedTransfer): Cell {
  const builder = buildCell().bytes(new Uint8Array(signatureBytes))
  builder.append(headOf(order)).uint(0, 8)
  for (const message of messages) builder.uint(sendMode, 8).ref(messageCell(message))
  return builder.cell()
}

function bodyV5({ messages, sendMode, ...order }: UnsignedTransfer): Cell {
  let actions = buildCell().cell()
  for (const message of messages) {
    actions = buildCell()
      .ref(actions)
      .uint(sendMessage, 32)
      .uint(sendMode, 8)
      .ref(messageCell(message))
      .cell()
  }
  return buildCell()
    .uint(signedOrder, 32)
    .append(headOf(order))
    .maybeRef(actions)
    .bit(false)
    .bytes(new Uint8Array(signatureBytes))
    .cell()
}

/** Both versions begin alike. */
function headOf({
  walletVersion,
  networkId,
  seqno,
  validUntilSeconds,
}: Omit<UnsignedTransfer, 'messages' | 'sendMode'>): Cell {
  return buildCell()
    .uint(walletId(walletVersion, networkId), 32)
    .uint(validUntilSeconds, 32)
    .uint(seqno, 32)
    .cell()
}

function messageCell({
  to,
  value,
  bounce,
  payload,
  stateInit,
}: UnsignedTransfer['messages'][number]): Cell {
  const builder = buildCell()
    .bit(false)
    .bit(true)
    .bit(bounce)
    .bit(false)
    .address(null)
    .address(to)
    .coins(value)
    .bit(false)
    .coins(0n)
    .coins(0n)
    .uint(0, 64)
    .uint(0, 32)
  withState(builder, stateInit === null ? null : readBoc(stateInit))
  if (payload === null) builder.bit(false)
  else builder.bit(true).ref(readBoc(payload))
  return builder.cell()
}

/** What makes a contract goes along in a cell of its own, or not at all. */
function withState(builder: CellBuilder, state: Cell | null): CellBuilder {
  return state === null ? builder.bit(false) : builder.uint(0b11, 2).ref(state)
}
