import type { Cell, Message } from '@ton/core'
import { readComment } from '../../../../src/chains/ton/message.ts'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { messageCells, parseMessage, toBase64, type TonEntry } from '../follow.ts'
import type { TonMachine } from '../machine.ts'
import { toBase64Hash } from './hashText.ts'

/** A transaction as `getTransactions` of version 2 gives it (pytonlib's names). */
export function transactionOfV2(machine: TonMachine, entry: TonEntry): Record<string, unknown> {
  const { core } = machine
  const transaction = core.loadTransaction(core.Cell.fromBase64(entry.boc).beginParse())
  const { inMessage, outMessages } = messageCells(machine, transaction)
  const { description } = transaction
  const storage =
    description.type === 'generic' ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n
  const fee = transaction.totalFees.coins
  return {
    '@type': 'raw.transaction',
    address: {
      '@type': 'accountAddress',
      account_address: core.Address.parseRaw(entry.account).toString(),
    },
    utime: entry.seconds,
    data: entry.boc,
    transaction_id: {
      '@type': 'internal.transactionId',
      lt: entry.lt,
      hash: toBase64Hash(entry.hash),
    },
    fee: fee.toString(),
    storage_fee: storage.toString(),
    other_fee: (fee - storage).toString(),
    ...(inMessage === null ? {} : { in_msg: messageOfV2(machine, inMessage) }),
    out_msgs: outMessages.map((cell) => messageOfV2(machine, cell)),
  }
}

function messageOfV2(machine: TonMachine, cell: Cell): Record<string, unknown> {
  const message = parseMessage(machine, cell)
  const { info, body } = message
  const isInternal = info.type === 'internal'
  const comment = readComment(readBoc(toBase64(body)))
  return {
    '@type': 'raw.message',
    hash: cell.hash().toString('base64'),
    source: info.type === 'external-in' ? '' : info.src.toString(),
    destination: info.type === 'external-out' ? '' : info.dest.toString(),
    value: isInternal ? info.value.coins.toString() : '0',
    extra_currencies: [],
    fwd_fee: isInternal ? info.forwardFee.toString() : '0',
    ihr_fee: isInternal ? info.ihrFee.toString() : '0',
    created_lt: info.type === 'external-in' ? '0' : info.createdLt.toString(),
    body_hash: body.hash().toString('base64'),
    msg_data: {
      '@type': 'msg.dataRaw',
      body: toBase64(body),
      init_state: initOf(machine, message),
    },
    ...(comment === null ? {} : { message: comment }),
  }
}

/** Code and data that came along, a bag of cells in base64; empty without. */
export function initOf({ core }: TonMachine, { init }: Message): string {
  if (init == null) return ''
  return toBase64(core.beginCell().store(core.storeStateInit(init)).endCell())
}
