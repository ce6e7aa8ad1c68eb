import type { Cell, Message } from '@ton/core'
import type { Context } from 'hono'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { readComment } from '../../../../src/chains/ton/message.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import { isRecord } from '../../../../src/core/json.ts'
import { walletFacts } from '../addresses.ts'
import { toBase64, messageCells, parseMessage, type TonEntry } from '../follow.ts'
import { readStack, stackOfV2 } from './stack.ts'
import { blockHash, blockNumberAt, shard, readAddress, readHash, toBase64Hash } from './wire.ts'
import type { LoopbackEnv } from '../../servers/server.ts'
import type { TonMachine } from '../machine.ts'
import { type TonChain, TonRefusalError } from '../tonChain.ts'

// toncenter's version 2: what a node knows, as JSON-RPC and as one path per method.
// https://toncenter.com/api/v2/ (read 2026-11)

/** An answer with its HTTP status. */
export type Answer = { status: 200 | 404 | 422 | 500; body: Record<string, unknown> }

type Params = Record<string, unknown>
type Method = (chain: TonChain, params: Params) => Promise<unknown>

/** Invalid parameters: 422 and the text. */
class BadParamsError extends Error {}

const pageLimit = 100

const methods: Readonly<Record<string, Method>> = {
  getAddressInformation: async (chain, params) => {
    const address = addressIn(params)
    const view = chain.state.view(address)
    return {
      '@type': 'raw.fullAccountState',
      balance: view.balance.toString(),
      extra_currencies: [],
      code: view.code === null ? '' : toBase64(view.code),
      data: view.data === null ? '' : toBase64(view.data),
      last_transaction_id: lastTransaction(view),
      block_id: blockId(chain, 0),
      frozen_hash: '',
      sync_utime: chain.state.seconds(),
      state: view.status,
    }
  },
  getAddressBalance: async (chain, params) =>
    chain.state.view(addressIn(params)).balance.toString(),
  getAddressState: async (chain, params) => chain.state.view(addressIn(params)).status,
  getWalletInformation: async (chain, params) => {
    const view = chain.state.view(addressIn(params))
    const facts = walletFacts(view)
    return {
      wallet: facts !== null,
      balance: view.balance.toString(),
      account_state: view.status,
      last_transaction_id: lastTransaction(view),
      ...(facts === null
        ? {}
        : { wallet_type: facts.type, seqno: facts.seqno, wallet_id: facts.walletId }),
    }
  },
  runGetMethod: async (chain, params) => {
    const { method } = params
    if (typeof method !== 'string' && typeof method !== 'number') throw bad('method')
    const stack = readStack(chain.state.machine.core, params['stack'] ?? [])
    const result = await chain.state.get(addressIn(params), method, stack)
    return {
      '@type': 'smc.runResult',
      gas_used: Number(result.gasUsed),
      stack: stackOfV2(result.stack),
      exit_code: result.exitCode,
      block_id: blockId(chain, -1),
    }
  },
  sendBoc: async (chain, params) => {
    await chain.send(textIn(params, 'boc'))
    return { '@type': 'ok' }
  },
  sendBocReturnHash: async (chain, params) => {
    const { hash, normalizedHash } = await chain.send(textIn(params, 'boc'))
    return {
      '@type': 'raw.extMessageInfo',
      hash: toBase64Hash(hash),
      hash_norm: toBase64Hash(normalizedHash),
    }
  },
  getTransactions: async (chain, params) => {
    const entries = chain.state.ledger.ofAccount(addressIn(params))
    const limit = Math.min(numberIn(params, 'limit', 10), pageLimit)
    const lt = params['lt'] === undefined ? null : String(numberText(params, 'lt'))
    const toLt = params['to_lt'] === undefined ? 0n : BigInt(numberText(params, 'to_lt'))
    const start = lt === null ? 0 : entries.findIndex((entry) => entry.lt === lt)
    if (start < 0) throw new BadParamsError('LITE_SERVER_UNKNOWN: cannot locate transaction')
    const hash = params['hash']
    const first = entries[start]
    if (lt !== null && typeof hash === 'string' && readHash(hash) !== first?.hash) {
      throw new BadParamsError('LITE_SERVER_UNKNOWN: transaction hash mismatch')
    }
    return entries
      .slice(start, start + limit)
      .filter((entry) => BigInt(entry.lt) > toLt)
      .map((entry) => transactionOfV2(chain.state.machine, entry))
  },
  tryLocateTx: async (chain, params) => locate(chain, params, 'result'),
  tryLocateResultTx: async (chain, params) => locate(chain, params, 'result'),
  tryLocateSourceTx: async (chain, params) => locate(chain, params, 'source'),
  estimateFee: async (chain, params) => {
    const fees = await estimateFees(chain, {
      address: addressIn(params),
      body: textIn(params, 'body'),
      initCode: optionalText(params, 'init_code'),
      initData: optionalText(params, 'init_data'),
      ignoreSignature: params['ignore_chksig'] !== false,
    })
    const source = {
      '@type': 'fees',
      in_fwd_fee: fees.inForward,
      storage_fee: fees.storage,
      gas_fee: fees.gas,
      fwd_fee: fees.forward,
    }
    return { '@type': 'query.fees', source_fees: source, destination_fees: [] }
  },
  getMasterchainInfo: async (chain) => {
    const number = blockNumberAt(chain.state.seconds())
    return {
      '@type': 'blocks.masterchainInfo',
      last: blockId(chain, -1),
      state_root_hash: blockHash('state', number),
      init: blockIdOf(-1, 0),
    }
  },
  shards: async (_chain, params) => ({
    '@type': 'blocks.shards',
    shards: [blockIdOf(0, numberIn(params, 'seqno', 0))],
  }),
  getBlockTransactions: async (chain, params) => {
    const number = numberIn(params, 'seqno', 0)
    const found = chain.state.ledger
      .all()
      .filter(({ seconds }) => blockNumberAt(seconds) === number)
    const isBase = numberIn(params, 'workchain', 0) === 0
    return {
      '@type': 'blocks.transactions',
      id: blockIdOf(numberIn(params, 'workchain', 0), number),
      req_count: numberIn(params, 'count', 40),
      incomplete: false,
      transactions: (isBase ? found : []).map((entry) => ({
        '@type': 'blocks.shortTxId',
        mode: 135,
        account: entry.account,
        lt: entry.lt,
        hash: toBase64Hash(entry.hash),
      })),
    }
  },
}

/** Runs a method of version 2; the envelope's own members of JSON-RPC are the caller's to add. */
export async function callV2(
  chain: () => Promise<TonChain>,
  method: string,
  params: unknown,
): Promise<Answer> {
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (found === undefined) return failure(404, `method ${method} is not found`)
  try {
    const result = await found(await chain(), isRecord(params) ? params : {})
    return { status: 200, body: { ok: true, result } }
  } catch (thrown) {
    return toFailure(thrown)
  }
}

/** Answers a request of JSON-RPC. */
export async function answerJsonRpc(
  chain: () => Promise<TonChain>,
  context: Context<LoopbackEnv>,
): Promise<Response> {
  const request: unknown = await context.req.json().catch(() => null)
  const call = isRecord(request) ? request : {}
  const method = typeof call['method'] === 'string' ? call['method'] : ''
  const { status, body } = await callV2(chain, method, call['params'])
  return context.json({ ...body, jsonrpc: '2.0', id: call['id'] ?? null }, status)
}

/** The error of a failed call, in version 2's envelope. */
export function toFailure(thrown: unknown): Answer {
  const isCallers = thrown instanceof BadParamsError || thrown instanceof RangeError
  return failure(isCallers ? 422 : 500, failureText(thrown))
}

/** One sentence for every version; a refused message as a node words it, with its exit code. */
export function failureText(thrown: unknown): string {
  if (thrown instanceof TonRefusalError) return refusalText(thrown)
  if (thrown instanceof SwaprouteError) {
    return thrown.hint === undefined ? thrown.message : `${thrown.message} ${thrown.hint}`
  }
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function refusalText({ exitCode, message }: TonRefusalError): string {
  const start = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state'
  return exitCode === null
    ? `${start} : ${message}`
    : `${start} : External message was not accepted\nCannot run message on account: inbound external message rejected by account:\nexitcode=${exitCode}`
}

function failure(status: Answer['status'], error: string): Answer {
  return { status, body: { ok: false, error, code: status } }
}

function locate(chain: TonChain, params: Params, which: 'result' | 'source'): unknown {
  const [source, destination] = [addressIn(params, 'source'), addressIn(params, 'destination')]
  const createdLt = numberText(params, 'created_lt')
  const { machine, ledger } = chain.state
  const { core } = machine
  for (const entry of ledger.ofAccount(destination)) {
    const { inMessage } = core.loadTransaction(core.Cell.fromBase64(entry.boc).beginParse())
    if (inMessage?.info.type !== 'internal') continue
    const { src, createdLt: lt } = inMessage.info
    if (src.toRawString() !== source || lt.toString() !== createdLt) continue
    const wanted = which === 'result' ? entry : ledger.byMessage(entry.inHash, 'out')[0]
    if (wanted !== undefined) return transactionOfV2(machine, wanted)
  }
  throw new BadParamsError('LITE_SERVER_UNKNOWN: cannot locate transaction')
}

function lastTransaction({ lastLt, lastHash }: { lastLt: bigint; lastHash: string }): unknown {
  const type = 'internal.transactionId'
  return { '@type': type, lt: lastLt.toString(), hash: toBase64Hash(lastHash) }
}

function blockId(chain: TonChain, workchain: number): unknown {
  return blockIdOf(workchain, blockNumberAt(chain.state.seconds()))
}

function blockIdOf(workchain: number, seqno: number): unknown {
  const hashes = { root_hash: blockHash('root', seqno), file_hash: blockHash('file', seqno) }
  return { '@type': 'ton.blockIdExt', workchain, shard, seqno, ...hashes }
}

function addressIn(params: Params, name = 'address'): string {
  const found = readAddress(textIn(params, name))
  if (found === null) throw bad(name)
  return found
}

function textIn(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw bad(name)
  return value
}

function optionalText(params: Params, name: string): string | null {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberText(params: Params, name: string): string {
  const value = params[name]
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^\d+$/.test(text)) throw bad(name)
  return text
}

function numberIn(params: Params, name: string, fallback: number): number {
  const value = params[name]
  const number = value === undefined || value === null ? fallback : Number(value)
  if (!Number.isSafeInteger(number)) throw bad(name)
  return number
}

function bad(name: string): BadParamsError {
  return new BadParamsError(`the parameter ${name} is missing or cannot be read`)
}

/** A transaction as `getTransactions` of version 2 gives it (pytonlib's names). */
function transactionOfV2(machine: TonMachine, entry: TonEntry): Record<string, unknown> {
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

type FeeQuestion = {
  /** Raw. */
  address: string
  /** Body of a message from outside, a bag of cells in base64. */
  body: string
  initCode: string | null
  initData: string | null
  ignoreSignature: boolean
}

/** Nanoton. */
type FeeEstimate = { inForward: number; storage: number; gas: number; forward: number }

/** What a message from outside would cost its account, by running it. */
async function estimateFees(chain: TonChain, question: FeeQuestion): Promise<FeeEstimate> {
  const { machine } = chain.state
  const { Address, beginCell, Cell, external, storeMessage } = machine.core
  const { initCode, initData, body, address } = question
  const init =
    initCode === null || initData === null
      ? undefined
      : { code: Cell.fromBase64(initCode), data: Cell.fromBase64(initData) }
  const to = Address.parseRaw(address)
  const message = external({
    to,
    body: Cell.fromBase64(body),
    ...(init === undefined ? {} : { init }),
  })
  const step = await machine.run(
    chain.state.account(address),
    beginCell().store(storeMessage(message)).endCell(),
    { seconds: chain.state.seconds(), lt: chain.state.view(address).lastLt + 1n },
    { ignoreSignature: question.ignoreSignature },
  )
  if (!step.ok) return { inForward: 0, storage: 0, gas: 0, forward: 0 }
  const { description, totalFees } = step.transaction
  if (description.type !== 'generic') throw new Error('not an ordinary transaction')
  const storage = description.storagePhase?.storageFeesCollected ?? 0n
  const gas = description.computePhase.type === 'vm' ? description.computePhase.gasFees : 0n
  const action = description.actionPhase
  const forward = action?.totalFwdFees ?? 0n
  const inForward = totalFees.coins - storage - gas - (action?.totalActionFees ?? 0n)
  return {
    inForward: Number(inForward),
    storage: Number(storage),
    gas: Number(gas),
    forward: Number(forward),
  }
}
