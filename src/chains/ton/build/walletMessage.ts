import { Address, beginCell, type Builder, Cell, storeStateInit } from '@ton/core'
import { type TonWalletVersion, walletId } from '../wallets.ts'
import { walletCodes } from './walletCodes.ts'

// The message that orders a wallet to send, with zeros in place of its signature: a simulation runs
// it without checking the signature. The signed message is built elsewhere, by the wallet library
// in the signer process. v4r2: https://github.com/ton-blockchain/wallet-contract, v5r1:
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
/** "sign": a signed external message. */
const signedOrder = 0x7369676e
const sendMessage = 0x0ec3c86d

/**
 * Bag of cells in base64.
 * @param publicKey 32 bytes, where the message deploys the wallet's contract; null where the
 * contract already exists
 * @throws Error for a value that does not fit its field, or a bag that cannot be read
 */
export function unsignedTransferBoc(
  transfer: UnsignedTransfer,
  publicKey: Uint8Array | null,
): string {
  const { walletVersion, networkId, from } = transfer
  const state = publicKey === null ? null : firstState(walletVersion, publicKey, networkId)
  const body = walletVersion === 'v4r2' ? bodyV4(transfer) : bodyV5(transfer)
  const message = beginCell()
    .storeUint(0b10, 2)
    .storeAddress(null)
    .storeAddress(Address.parseRaw(from))
    .storeCoins(0n)
  storeState(message, state).storeBit(true).storeRef(body)
  return message.endCell().toBoc().toString('base64')
}

function bodyV4(transfer: UnsignedTransfer): Cell {
  const builder = beginCell().storeBuffer(Buffer.alloc(signatureBytes))
  storeHead(builder, transfer).storeUint(0, 8)
  for (const message of transfer.messages) {
    builder.storeUint(transfer.sendMode, 8).storeRef(messageCell(message))
  }
  return builder.endCell()
}

function bodyV5(transfer: UnsignedTransfer): Cell {
  let actions = Cell.EMPTY
  for (const message of transfer.messages) {
    actions = beginCell()
      .storeRef(actions)
      .storeUint(sendMessage, 32)
      .storeUint(transfer.sendMode, 8)
      .storeRef(messageCell(message))
      .endCell()
  }
  return storeHead(beginCell().storeUint(signedOrder, 32), transfer)
    .storeMaybeRef(actions)
    .storeBit(false)
    .storeBuffer(Buffer.alloc(signatureBytes))
    .endCell()
}

/** The part both versions begin with. */
function storeHead(
  builder: Builder,
  { walletVersion, networkId, seqno, validUntilSeconds }: UnsignedTransfer,
): Builder {
  return builder
    .storeUint(walletId(walletVersion, networkId), 32)
    .storeUint(validUntilSeconds, 32)
    .storeUint(seqno, 32)
}

function messageCell({
  to,
  value,
  bounce,
  payload,
  stateInit,
}: UnsignedTransfer['messages'][number]): Cell {
  const builder = beginCell()
    .storeBit(false)
    .storeBit(true)
    .storeBit(bounce)
    .storeBit(false)
    .storeAddress(null)
    .storeAddress(Address.parseRaw(to))
    .storeCoins(value)
    .storeBit(false)
    .storeCoins(0n)
    .storeCoins(0n)
    .storeUint(0, 64)
    .storeUint(0, 32)
  return storeState(builder, stateInit === null ? null : Cell.fromBase64(stateInit))
    .storeMaybeRef(payload === null ? null : Cell.fromBase64(payload))
    .endCell()
}

/** The state init in its own cell, if there is one. */
function storeState(builder: Builder, state: Cell | null): Builder {
  return state === null ? builder.storeBit(false) : builder.storeUint(0b11, 2).storeRef(state)
}

/** Code and data of a wallet, which its first payment carries; their hash is the address. */
function firstState(version: TonWalletVersion, publicKey: Uint8Array, networkId: number): Cell {
  const data = beginCell()
  if (version === 'v5r1') data.storeBit(true)
  data
    .storeUint(0, 32)
    .storeUint(walletId(version, networkId), 32)
    .storeBuffer(Buffer.from(publicKey))
    .storeBit(false)
  const init = { code: Cell.fromBase64(walletCodes[version]), data: data.endCell() }
  return beginCell().store(storeStateInit(init)).endCell()
}
