import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadMessage,
  loadMessageRelaxed,
  loadStateInit,
  SendMode,
  storeMessage,
  type StateInit,
  storeStateInit,
} from '@ton/core'
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton'
import { describe, expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import {
  type UnsignedTransfer,
  unsignedTransferBoc,
} from '../../../../src/chains/ton/build/walletMessage.ts'
import { addressOfState, readMessage } from '../../../../src/chains/ton/message.ts'

// What the wallet libraries write for the same order, signed with zeros.

const publicKey = Buffer.alloc(32, 7)
const networkId = -239
const signer = async (): Promise<Buffer> => Buffer.alloc(64)
const to = (byte: number): string => `0:${Buffer.alloc(32, byte).toString('hex')}`
const state = beginCell()
  .store(storeStateInit({ code: new Cell(), data: beginCell().storeUint(1, 8).endCell() }))
  .endCell()
const body = beginCell().storeUint(0xf8a7ea5, 32).storeUint(1, 64).endCell()
const base64 = (cell: Cell): string => cell.toBoc().toString('base64')

const plain = { to: to(1), value: 5n, bounce: true, payload: null, stateInit: null }
const loaded = { ...plain, to: to(2), value: 10n ** 18n, bounce: false, payload: base64(body) }
const deploying = { ...loaded, to: to(3), value: 0n, stateInit: base64(state) }

const contracts = {
  v4r2: WalletContractV4.create({ workchain: 0, publicKey }),
  v5r1: WalletContractV5R1.create({
    publicKey,
    walletId: {
      networkGlobalId: networkId,
      context: { workchain: 0, walletVersion: 'v5r1', subwalletNumber: 0 },
    },
  }),
}

async function bodyOfLibrary(transfer: UnsignedTransfer): Promise<Cell> {
  const order = {
    seqno: transfer.seqno,
    timeout: transfer.validUntilSeconds,
    sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
    messages: transfer.messages.map((message) =>
      internal({
        to: Address.parseRaw(message.to),
        value: message.value,
        bounce: message.bounce,
        body: message.payload === null ? null : Cell.fromBase64(message.payload),
        init:
          message.stateInit === null
            ? null
            : loadStateInit(Cell.fromBase64(message.stateInit).beginParse()),
      }),
    ),
    signer,
  }
  return transfer.walletVersion === 'v4r2'
    ? await contracts.v4r2.createTransfer(order)
    : await contracts.v5r1.createTransfer(order)
}

/** Where the content of a message lies, inside or beside, is its writer's choice: read, it is one. */
function contentOf(message: Cell): string {
  const { info, init, body: content } = loadMessageRelaxed(message.beginParse())
  const { code, data } = init ?? {}
  const hashOf = (cell: Cell | null | undefined): string => cell?.hash().toString('hex') ?? 'none'
  const texts = [JSON.stringify(info, toText), ...[content, code, data].map(hashOf)]
  return texts.join(' ')
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The signed order without the messages, and each of them. */
function readOrder(order: Cell, version: UnsignedTransfer['walletVersion']): unknown[] {
  const slice = order.beginParse()
  if (version === 'v4r2') {
    const head = slice.loadBits(512 + 3 * 32 + 8).toString()
    const messages: unknown[] = []
    while (slice.remainingRefs > 0) messages.push(slice.loadUint(8), contentOf(slice.loadRef()))
    return [head, slice.remainingBits, ...messages]
  }
  const head = slice.loadBits(4 * 32).toString()
  const actions: unknown[] = []
  for (let next = slice.loadMaybeRef()?.beginParse(); next !== undefined;) {
    if (next.remainingRefs === 0) break
    const previous = next.loadRef().beginParse()
    actions.push(next.loadUint(32), next.loadUint(8), contentOf(next.loadRef()))
    next = previous
  }
  return [head, actions, slice.loadBits(slice.remainingBits).toString()]
}

describe.each(['v4r2', 'v5r1'] as const)('an unsigned order of %s', (walletVersion) => {
  test.each([
    ['one message', 3, [plain]],
    ['the first of a wallet', 0, [plain]],
    ['a message with a body', 4, [loaded]],
    ['one that makes a contract', 5, [deploying]],
    ['four messages', 0xffff_fffe, [plain, loaded, deploying, plain]],
  ])('of %s is the library’s', async (_name, seqno, messages) => {
    const transfer: UnsignedTransfer = {
      walletVersion,
      networkId,
      from: contracts[walletVersion].address.toRawString(),
      seqno,
      validUntilSeconds: 1_800_000_360,
      sendMode: 3,
      messages,
    }
    const theirs = await bodyOfLibrary(transfer)
    const envelope = external({ to: contracts[walletVersion].address, body: theirs })
    const ours = Cell.fromBase64(unsignedTransferBoc(transfer, null))
    const message = loadMessage(ours.beginParse())
    const wanted = loadMessage(beginCell().store(storeMessage(envelope)).endCell().beginParse())
    expect(JSON.stringify(message.info, toText)).toBe(JSON.stringify(wanted.info, toText))
    expect(message.init ?? null).toBeNull()
    expect(readOrder(message.body, walletVersion)).toStrictEqual(readOrder(theirs, walletVersion))
  })

  test('that makes the wallet brings the library’s state along', async () => {
    const contract = contracts[walletVersion]
    const transfer: UnsignedTransfer = {
      walletVersion,
      networkId,
      from: contract.address.toRawString(),
      seqno: 0,
      validUntilSeconds: 1_800_000_360,
      sendMode: 3,
      messages: [plain],
    }
    const boc = unsignedTransferBoc(transfer, publicKey)
    const { stateInit } = readMessage(readBoc(boc))
    expect(stateInit === null ? null : addressOfState(stateInit)).toBe(transfer.from)
    const ours = loadMessage(Cell.fromBase64(boc).beginParse())
    const hashes = (init: StateInit | null | undefined) =>
      [init?.code, init?.data].map((cell) => cell?.hash().toString('hex'))
    expect(hashes(ours.init)).toEqual(hashes(contract.init))
    expect(readOrder(ours.body, walletVersion)).toStrictEqual(
      readOrder(await bodyOfLibrary(transfer), walletVersion),
    )
  })
})
