import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import type { ErrorCode } from '../../src/core/errors.ts'
import type { StatusName } from '../../src/core/status.ts'
import type { RpcAnswer, RpcClient } from '../../src/http/types.ts'
import type { Provider } from '../../src/providers/types.ts'
import { type CallCase, type CallSwap, encodeCall } from './callCase.ts'
import type { CaseSource } from './caseSource.ts'
import { type Body, type Exchange, hash } from './depositSupport.ts'
import { ownNode } from '../support/ownNode.ts'

/** What a contract answers; `reverts` in place of it: no such way. */
export type ViewFact = {
  blockchain: BlockchainId
  to: string
  signature: string
  /** Only for these arguments; absent: for any. */
  args?: readonly unknown[]
  returns?: unknown
  reverts?: true
}

export type LogFact = { address: string; topics: readonly string[]; data: string }

/** A mined transaction. */
export type MinedFact = {
  blockchain: BlockchainId
  hash: string
  from: string
  to: string
  input?: string
  value?: bigint
  status?: string
  logs?: readonly LogFact[]
}

/** What eth_getProof answers. */
export type ProofFact = {
  blockchain: BlockchainId
  address: string
  slot: string
  blockNumber: bigint
  accountProof: readonly string[]
  storageProof: readonly string[]
}

/** What the chains show. */
export type ChainFacts = {
  views?: readonly ViewFact[]
  mined?: readonly MinedFact[]
  /** Members of blocks besides their time, by hash. */
  blocks?: Readonly<Record<string, Record<string, string>>>
  /** When blocks were mined; absent: at the test's own time. */
  minedAtMs?: number
  /** Proofs of contracts' storage, by chain, contract, slot and block. */
  proofs?: readonly ProofFact[]
  /** What services say. */
  exchanges?: readonly Exchange[]
}

/** A provider whose service is its contracts, as data for every suite. */
export type ContractCase = ContractSwap & {
  source: CaseSource
  create: (baseUrl: string) => Provider
  /** Answers in place of those of the first swap's quote, and the code. */
  refusals: readonly (readonly [what: string, views: readonly ViewFact[], code: ErrorCode])[]
  more?: Readonly<Record<string, Partial<ContractSwap>>>
}

export type ContractSwap = {
  request: CallSwap['request']
  /** What the contracts answer to a quote. */
  views: readonly ViewFact[]
  /** What a service answers to a quote, where its contracts do not say all. */
  exchanges?: readonly Exchange[]
  gasPrices?: Readonly<Partial<Record<BlockchainId, bigint>>>
  call: CallSwap['call'] & {
    to: string
    args: Body
    spender: string | null
    /** Step of amounts that the call can express; absent: 1. */
    unit?: bigint
    /** It has arguments inside an argument, or other decimals than its payout: no oracle reads it. */
    nested?: true
  }
  /** What only this bridge could hide in a call, and the rule that refuses it. */
  hostile: readonly (readonly [what: string, rule: string, bend: (args: Body) => unknown])[]
  /** The events of the honest payment. */
  sent: readonly LogFact[]
  /** What follows it on the chains, and the status then; the first is the delivery. */
  states: readonly (readonly [what: string, word: StatusName, facts: ChainFacts])[]
  /** A contract of the destination remembers the delivery, whatever is known of its transaction. */
  remembers?: true
  /** A delivery that has to be called for; `facts` show that it can be. */
  claim?: {
    facts: ChainFacts
    signature: string
    args: Body
    hostile: readonly (readonly [what: string, bend: (args: Body) => unknown])[]
  }
}

export const payment = hash('payment')

/** The log of an event. */
export function logOf(address: string, signature: string, args: Body): LogFact {
  const abi = parseAbi([signature]) as Body
  const { inputs, name } = abi[0]
  const plain = inputs.filter(({ indexed }: Body) => indexed !== true)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName: name, args }).map(String),
    data: encodeAbiParameters(
      plain,
      plain.map(({ name: member }: Body) => args[member]),
    ),
  }
}

type ContractNodes = { rpc: RpcClient; asked: Record<string, unknown> }

/** Nodes of every chain that show the facts; `asked` is what they were asked and answered. */
export function nodesOf(
  facts: ChainFacts,
  gasPrices: ContractSwap['gasPrices'] = {},
  atMs = Date.UTC(2026, 10, 20, 9),
): ContractNodes {
  const asked: Record<string, unknown> = {}
  const answer = (
    chain: BlockchainId,
    { method, params }: { method: string; params: readonly Body[] },
  ): RpcAnswer => {
    const found = answerOf(facts, gasPrices, atMs, chain, method, params)
    if (found.ok) asked[JSON.stringify([chain, method, params])] = found.result
    return found
  }
  return {
    asked,
    rpc: {
      witnesses: ownNode,
      has: () => true,
      batch: async (chain, calls) => calls.map((call) => answer(chain, call)),
      call: async (chain, method, params) => {
        const found = answer(chain, { method, params })
        if (!found.ok) throw new Error(`${method} failed`)
        return found.result
      },
    },
  }
}

function answerOf(
  { views = [], mined = [], blocks = {}, proofs = [], minedAtMs }: ChainFacts,
  gasPrices: NonNullable<ContractSwap['gasPrices']>,
  nowMs: number,
  chain: BlockchainId,
  method: string,
  [first, second, third]: readonly Body[],
): RpcAnswer {
  const yes = (result: unknown): RpcAnswer => ({ ok: true, result })
  const atMs = minedAtMs ?? nowMs
  const here = mined.filter(({ blockchain }) => blockchain === chain)
  const one = here.find((fact) => fact.hash === first)
  switch (method) {
    case 'eth_call':
      return viewAnswer(views, chain, first)
    case 'eth_gasPrice':
      return yes(`0x${(gasPrices[chain] ?? 10n ** 9n).toString(16)}`)
    case 'eth_blockNumber':
      return yes('0x100')
    case 'eth_getBlockByNumber':
      return yes({ timestamp: `0x${Math.floor(atMs / 1000).toString(16)}` })
    case 'eth_getBlockByHash':
      return yes(blocks[first] ?? null)
    case 'eth_getLogs':
      return yes(
        here.flatMap(({ hash: transactionHash, logs = [] }) =>
          logs.flatMap((log) => (fits(log, first) ? [{ transactionHash }] : [])),
        ),
      )
    case 'eth_getTransactionReceipt':
      return yes(one === undefined ? null : receiptOf(one))
    case 'eth_getTransactionByHash':
      return yes(one === undefined ? null : transactionOf(one))
    case 'eth_getProof': {
      const proof = proofs.find(
        ({ blockchain, address, slot, blockNumber }) =>
          blockchain === chain &&
          address.toLowerCase() === first.toLowerCase() &&
          slot === second[0] &&
          third === `0x${blockNumber.toString(16)}`,
      )
      if (proof === undefined)
        return { ok: false, code: -32_000, message: 'missing trie node', data: null }
      const { accountProof, slot: key, storageProof } = proof
      return yes({ accountProof, storageProof: [{ key, value: '0x1', proof: storageProof }] })
    }
    case 'eth_getBalance':
      return yes(second === '0xf' ? '0x0' : '0x1')
    default:
      throw new Error(`not known to these nodes: ${chain} ${method}`)
  }
}

function viewAnswer(
  views: readonly ViewFact[],
  chain: BlockchainId,
  { to, data }: { to: string; data: Hex },
): RpcAnswer {
  const fact = views.find((view) => {
    const abi = parseAbi([view.signature]) as Body
    const isIt =
      view.blockchain === chain &&
      view.to.toLowerCase() === to.toLowerCase() &&
      data.startsWith(toFunctionSelector(abi[0]))
    if (!isIt || view.args === undefined) return isIt
    const { args = [] } = decodeFunctionData({ abi, data }) as Body
    return String(args).toLowerCase() === String(view.args).toLowerCase()
  })
  if (fact === undefined) return { ok: true, result: '0x' }
  if (fact.reverts === true) {
    return { ok: false, code: 3, message: 'execution reverted', data: '0x' }
  }
  const abi = parseAbi([fact.signature]) as Body
  const result = encodeFunctionResult({ abi, result: fact.returns } as never)
  return { ok: true, result }
}

function fits({ address, topics }: LogFact, filter: Body): boolean {
  return (
    address.toLowerCase() === filter.address.toLowerCase() &&
    filter.topics.every(
      (topic: string | null, index: number) =>
        topic === null || topic.toLowerCase() === topics[index]?.toLowerCase(),
    )
  )
}

function receiptOf({ hash: transactionHash, from, to, status = '0x1', logs = [] }: MinedFact) {
  return {
    transactionHash,
    status,
    blockNumber: '0x10',
    blockHash: hash('block'),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    gasUsed: '0x5208',
    logs,
  }
}

function transactionOf({ hash: own, from, to, input = '0x', value = 0n }: MinedFact) {
  return {
    hash: own,
    blockHash: hash('block'),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    input,
    value: `0x${value.toString(16)}`,
  }
}

/** The honest payment as its chain has it. */
export function paidOf(it: ContractSwap, value: bigint): MinedFact {
  const { request, call, sent } = it
  return {
    blockchain: request.srcToken.blockchain,
    hash: payment,
    from: request.fromAddress,
    to: call.to,
    input: encodeCall(call.signature, call.args),
    value,
    logs: sent,
  }
}

/** The call of a case for the suites of calls: the oracle reads its arguments by their paths. */
export function asCallCase(it: ContractCase): CallCase {
  const { create, request, call } = it
  const { to, args, spender } = call
  const body = { to, data: encodeCall(call.signature, args), value: '0', spender }
  return {
    create,
    request,
    call,
    honest: [{ path: '', body }],
    wire: {
      quotedOut: [],
      builtOut: [],
      srcAmount: '',
      srcToken: '',
      dstToken: '',
      to: 'to',
      data: 'data',
      value: 'value',
      ...(spender === null ? { spender, approvesNone: true } : { spender: 'spender' }),
      fee: null,
    },
    hostile: [],
    refusals: [],
  }
}
