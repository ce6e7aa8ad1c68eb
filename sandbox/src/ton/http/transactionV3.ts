import type {
  AccountStatus,
  Cell,
  TransactionActionPhase,
  TransactionComputePhase,
} from '@ton/core'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { normalizedHashOfBoc, readComment } from '../../../../src/chains/ton/message.ts'
import { messageCells, parseMessage, toBase64, type TonEntry } from '../follow.ts'
import { initOf } from './v2.ts'
import { blockNumberAt, toBase64Hash } from './wire.ts'
import type { TonMachine } from '../machine.ts'
import type { DelayedMessage } from '../tonChain.ts'

// Transactions as version 3 gives them.
// https://github.com/toncenter/ton-indexer ton-index-go/index/models (read 2026-11)

/**
 * @param externalHash normalized hash (hex) of the message from outside that its trace began with
 * @param emulated whether it is only foreseen and in no block
 */
export function transactionOfV3(
  machine: TonMachine,
  entry: TonEntry,
  externalHash: string | null,
  emulated = false,
): Record<string, unknown> {
  const { core } = machine
  const transaction = core.loadTransaction(core.Cell.fromBase64(entry.boc).beginParse())
  const { inMessage, outMessages } = messageCells(machine, transaction)
  const { description, stateUpdate } = transaction
  if (description.type !== 'generic') throw new Error('not an ordinary transaction')
  const block = blockNumberAt(entry.seconds)
  return {
    account: upper(entry.account),
    hash: toBase64Hash(entry.hash),
    lt: entry.lt,
    now: entry.seconds,
    mc_block_seqno: emulated ? null : block,
    trace_id: toBase64Hash(entry.traceId),
    ...(externalHash === null ? {} : { trace_external_hash: toBase64Hash(externalHash) }),
    prev_trans_hash: toBase64Hash(transaction.prevTransactionHash.toString(16).padStart(64, '0')),
    prev_trans_lt: transaction.prevTransactionLt.toString(),
    orig_status: statusName(transaction.oldStatus),
    end_status: statusName(transaction.endStatus),
    total_fees: transaction.totalFees.coins.toString(),
    total_fees_extra_currencies: {},
    description: {
      type: 'ord',
      aborted: description.aborted,
      destroyed: description.destroyed,
      credit_first: description.creditFirst,
      ...(description.storagePhase == null
        ? {}
        : {
            storage_ph: {
              storage_fees_collected: description.storagePhase.storageFeesCollected.toString(),
              status_change: description.storagePhase.statusChange,
            },
          }),
      ...(description.creditPhase == null
        ? {}
        : { credit_ph: { credit: description.creditPhase.credit.coins.toString() } }),
      compute_ph: computePhase(description.computePhase),
      ...(description.actionPhase == null ? {} : { action: actionPhase(description.actionPhase) }),
      ...(description.bouncePhase == null
        ? {}
        : { bounce: { type: bounceName(description.bouncePhase.type) } }),
    },
    block_ref: { workchain: 0, shard: '8000000000000000', seqno: block },
    in_msg: inMessage === null ? null : messageOfV3(machine, inMessage),
    out_msgs: outMessages.map((cell) => messageOfV3(machine, cell)),
    account_state_before: { hash: stateUpdate.oldHash.toString('base64') },
    account_state_after: { hash: stateUpdate.newHash.toString('base64') },
    emulated,
    finality: emulated ? 'pending' : 'finalized',
  }
}

function messageOfV3(machine: TonMachine, cell: Cell): Record<string, unknown> {
  const message = parseMessage(machine, cell)
  const { info, body } = message
  const internal = info.type === 'internal' ? info : null
  const opcode = body.bits.length < 32 || body.isExotic ? null : body.beginParse().loadUint(32)
  const comment = readComment(readBoc(toBase64(body)))
  const init = initOf(machine, message)
  return {
    hash: cell.hash().toString('base64'),
    ...(info.type === 'external-in'
      ? { hash_norm: toBase64Hash(normalizedHashOfBoc(toBase64(cell))) }
      : {}),
    source: info.type === 'external-in' ? null : upper(info.src.toRawString()),
    destination: info.type === 'external-out' ? null : upper(info.dest.toRawString()),
    value: internal?.value.coins.toString() ?? null,
    value_extra_currencies: {},
    fwd_fee: internal?.forwardFee.toString() ?? null,
    ihr_fee: internal?.ihrFee.toString() ?? null,
    created_lt: info.type === 'external-in' ? null : info.createdLt.toString(),
    created_at: info.type === 'external-in' ? null : info.createdAt.toString(),
    opcode: opcode === null ? null : `0x${opcode.toString(16).padStart(8, '0')}`,
    ihr_disabled: internal?.ihrDisabled ?? null,
    bounce: internal?.bounce ?? null,
    bounced: internal?.bounced ?? null,
    import_fee: info.type === 'external-in' ? info.importFee.toString() : null,
    message_content: {
      hash: body.hash().toString('base64'),
      body: toBase64(body),
      decoded: comment === null ? null : { '@type': 'text_comment', type: 'text_comment', comment },
    },
    init_state:
      init === ''
        ? null
        : { hash: Buffer.from(readBoc(init).hash, 'hex').toString('base64'), body: init },
  }
}

function computePhase(phase: TransactionComputePhase): Record<string, unknown> {
  if (phase.type === 'skipped') return { skipped: true, reason: phase.reason.replaceAll('-', '_') }
  return {
    skipped: false,
    success: phase.success,
    msg_state_used: phase.messageStateUsed,
    account_activated: phase.accountActivated,
    gas_fees: phase.gasFees.toString(),
    gas_used: phase.gasUsed.toString(),
    gas_limit: phase.gasLimit.toString(),
    ...(phase.gasCredit == null ? {} : { gas_credit: phase.gasCredit.toString() }),
    mode: phase.mode,
    exit_code: phase.exitCode,
    ...(phase.exitArg == null ? {} : { exit_arg: phase.exitArg }),
    vm_steps: phase.vmSteps,
    vm_init_state_hash: hashText(phase.vmInitStateHash),
    vm_final_state_hash: hashText(phase.vmFinalStateHash),
  }
}

function actionPhase(phase: TransactionActionPhase): Record<string, unknown> {
  return {
    success: phase.success,
    valid: phase.valid,
    no_funds: phase.noFunds,
    status_change: phase.statusChange,
    ...(phase.totalFwdFees == null ? {} : { total_fwd_fees: phase.totalFwdFees.toString() }),
    ...(phase.totalActionFees == null
      ? {}
      : { total_action_fees: phase.totalActionFees.toString() }),
    result_code: phase.resultCode,
    ...(phase.resultArg == null ? {} : { result_arg: phase.resultArg }),
    tot_actions: phase.totalActions,
    spec_actions: phase.specActions,
    skipped_actions: phase.skippedActions,
    msgs_created: phase.messagesCreated,
    action_list_hash: hashText(phase.actionListHash),
    tot_msg_size: {
      cells: phase.totalMessageSize.cells.toString(),
      bits: phase.totalMessageSize.bits.toString(),
    },
  }
}

function statusName(status: AccountStatus): string {
  return status === 'uninitialized' ? 'uninit' : status === 'non-existing' ? 'nonexist' : status
}

function bounceName(type: 'negative-funds' | 'no-funds' | 'ok'): string {
  return type === 'ok' ? 'ok' : type === 'no-funds' ? 'nofunds' : 'negfunds'
}

function hashText(value: bigint): string {
  return toBase64Hash(value.toString(16).padStart(64, '0'))
}

/** Version 3 writes the digits of raw addresses in capitals. */
export function upper(raw: string): string {
  return raw.toUpperCase()
}

/** Everything that followed from one message, in version 3's form. */
export function traceOfV3(
  machine: TonMachine,
  entries: readonly TonEntry[],
): Record<string, unknown> {
  return trace(machine, entries, entries[0]?.inNormalized ?? null, false)
}

/** Pending trace of a message that is not in a block yet. */
export function pendingTraceOfV3(
  machine: TonMachine,
  { foreseen, normalizedHash }: DelayedMessage,
): Record<string, unknown> {
  return trace(machine, foreseen, normalizedHash, true)
}

/** Trace tree and transactions of an emulated message. */
export function foreseenTraceOf(
  machine: TonMachine,
  entries: readonly TonEntry[],
): Record<string, unknown> {
  const [first] = entries
  if (first === undefined) throw new Error('an empty trace')
  return { trace: nodeOf(first, entries), transactions: byHash(machine, entries, null, true) }
}

function byHash(
  machine: TonMachine,
  entries: readonly TonEntry[],
  externalHash: string | null,
  emulated: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    entries.map((entry) => [
      toBase64Hash(entry.hash),
      transactionOfV3(machine, entry, externalHash, emulated),
    ]),
  )
}

function trace(
  machine: TonMachine,
  entries: readonly TonEntry[],
  externalHash: string | null,
  emulated: boolean,
): Record<string, unknown> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('an empty trace')
  const [block, lastBlock] = [blockNumberAt(first.seconds), blockNumberAt(last.seconds)]
  return {
    trace_id: toBase64Hash(first.hash),
    external_hash: externalHash === null ? null : toBase64Hash(externalHash),
    mc_seqno_start: emulated ? '0' : `${block}`,
    mc_seqno_end: emulated ? '0' : `${lastBlock}`,
    start_lt: first.lt,
    start_utime: first.seconds,
    end_lt: last.lt,
    end_utime: last.seconds,
    trace_info: {
      trace_state: emulated ? 'pending' : 'complete',
      messages: entries.reduce((sum, { outHashes }) => sum + outHashes.length, 1),
      transactions: entries.length,
      pending_messages: emulated ? 1 : 0,
      classification_state: 'unclassified',
    },
    is_incomplete: emulated,
    actions: [],
    trace: nodeOf(first, entries),
    transactions_order: entries.map(({ hash }) => toBase64Hash(hash)),
    transactions: byHash(machine, entries, externalHash, emulated),
  }
}

function nodeOf(entry: TonEntry, entries: readonly TonEntry[]): Record<string, unknown> {
  return {
    tx_hash: toBase64Hash(entry.hash),
    in_msg_hash: toBase64Hash(entry.inHash),
    children: entries
      .filter(({ parent }) => parent === entry.hash)
      .map((child) => nodeOf(child, entries)),
  }
}
