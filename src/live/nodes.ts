import { chainById, isEvmChain } from '../chains/chains.ts'
import {
  decodeAggregate3,
  encodeAggregate3,
  encodeGetEthBalance,
} from '../chains/evm/multicall3.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { toSwaprouteError } from '../core/errors.ts'
import { createRpcClient } from '../http/rpc.ts'
import { isMissingMethod } from '../http/rpcWire.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { HttpClient, RpcAnswer, RpcCall } from '../http/types.ts'
import type { LiveRow } from '../core/live.ts'
import { headQuestion, readHead } from './heads.ts'
import { evmNeeds, lacksOf, someAccount, unmet } from './lacks.ts'

export type NodeTools = {
  http: HttpClient
  ton: TonCenter
  /** Addresses of a chain, best first. */
  rpcUrls(blockchain: BlockchainId): readonly string[]
  /** EIP-155 id in this run; null for chains without one. */
  chainId(blockchain: BlockchainId): number | null
  /** Unix milliseconds. */
  now(): number
  /** Local chains, with few contracts and a block for each transaction. */
  sandbox: boolean
  signal: AbortSignal
}

/** Older latest blocks are reported: prices of that age are out of date. */
const oldestBlockSeconds = 120
/** docs/safety.md T6. */
const maxClockSkewSeconds = 30
/** The size of a typical quote batch. */
const triedBatch = 8
/** Reads in one `eth_call`, as in a quote. */
const triedReads = 100
const nodeLimitMs = 12_000
/** USD₮: any permanent jetton. */
const tonJetton = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'

/** Checks every address of a chain, not only the preferred one. */
export function checkNodes(blockchain: BlockchainId, tools: NodeTools): Promise<LiveRow>[] {
  const { kind, status, note } = chainById(blockchain)
  if (status === 'dead') {
    return [
      Promise.resolve(row(blockchain, null, 'skipped', null, [`the network has ended: ${note}`])),
    ]
  }
  if (kind === 'ton') return [checkTon(tools)]
  const urls = tools.rpcUrls(blockchain)
  if (urls.length === 0) {
    return [Promise.resolve(row(blockchain, null, 'skipped', null, ['no public node is known']))]
  }
  if (isEvmChain(chainById(blockchain))) {
    return urls.map((url) => checkNode(blockchain, url, tools))
  }
  return urls.map((url) => checkHead(blockchain, url, headQuestion(blockchain), tools))
}

/** @param question null for an index without a head */
async function checkHead(
  blockchain: BlockchainId,
  url: string,
  question: ReturnType<typeof headQuestion>,
  { http, signal: parent, now }: NodeTools,
): Promise<LiveRow> {
  const { host } = new URL(url)
  const signal = AbortSignal.any([parent, AbortSignal.timeout(nodeLimitMs)])
  const startedAtMs = now()
  try {
    const height =
      question === null ? null : await readHead(blockchain, url, question, { http, signal })
    const latencyMs = now() - startedAtMs
    const problems = await lacksOf(blockchain, url, { http, signal, now })
    const facts = [...problems, height === null ? 'transactions by their hash' : `block ${height}`]
    return row(blockchain, host, problems.length === 0 ? 'ok' : 'unexpected', latencyMs, facts)
  } catch (thrown) {
    return row(blockchain, host, 'down', null, [toSwaprouteError(thrown).message])
  }
}

async function checkNode(
  blockchain: BlockchainId,
  url: string,
  tools: NodeTools,
): Promise<LiveRow> {
  const { host } = new URL(url)
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(nodeLimitMs)])
  const rpc = createRpcClient({ http: tools.http, endpoints: { [blockchain]: [url] } })
  const { multicall3 } = chainById(blockchain)
  const startedAtMs = tools.now()
  try {
    const answers = await rpc.batch(
      blockchain,
      [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        ...evmNeeds.map(({ call }) => call),
        ...(multicall3 === null ? [] : quoteLikeCalls(multicall3)),
      ],
      { signal },
    )
    const latencyMs = tools.now() - startedAtMs
    const [chainId, block, ...others] = answers
    const [code, ...reads] = others.slice(evmNeeds.length)
    const problems = [
      ...wrongChain(chainId, tools.chainId(blockchain)),
      ...(tools.sandbox ? [] : staleBlock(block, tools.now())),
      ...unmet(evmNeeds, others),
      ...(code === undefined || isCode(code) ? [] : ['no Multicall3 at the usual address']),
      ...(code === undefined || !isCode(code) || reads.every(isRead)
        ? []
        : [`reads of the size of a quote fail: ${reasonIn(reads)}`]),
      ...(await broadcasting(blockchain, url, tools.http, signal)),
    ]
    const notes = await extras(blockchain, url, tools.http, signal)
    const height = heightOf(block)
    const facts = [...problems, ...(height === null ? [] : [`block ${height}`]), ...notes]
    return row(blockchain, host, problems.length === 0 ? 'ok' : 'unexpected', latencyMs, facts)
  } catch (thrown) {
    return row(blockchain, host, 'down', null, [toSwaprouteError(thrown).message])
  }
}

/** Two batches as in a quote: many reads in one `eth_call` each. */
function quoteLikeCalls(multicall3: string): RpcCall[] {
  const callData = encodeGetEthBalance(someAccount)
  const call = { target: multicall3, allowFailure: true, callData }
  const data = encodeAggregate3(Array.from({ length: triedReads }, () => call))
  const read = { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
  return [{ method: 'eth_getCode', params: [multicall3, 'latest'] }, read, read]
}

function isRead(answer: RpcAnswer): boolean {
  try {
    return (
      answer.ok &&
      decodeAggregate3(String(answer.result), triedReads).every(({ success }) => success)
    )
  } catch {
    return false
  }
}

function reasonIn(answers: readonly RpcAnswer[]): string {
  const refused = answers.find((answer) => !answer.ok)
  return refused?.ok === false ? refused.message : 'its answers are malformed'
}

/** Whether it accepts broadcasts, tested with bytes that are not a transaction. */
async function broadcasting(
  blockchain: BlockchainId,
  url: string,
  http: HttpClient,
  signal: AbortSignal,
): Promise<string[]> {
  const rpc = createRpcClient({ http, endpoints: { [blockchain]: [url] } })
  const call = { method: 'eth_sendRawTransaction', params: ['0x00'] }
  const [answer] = await rpc.batch(blockchain, [call], { signal })
  const isMissing = answer?.ok === false && isMissingMethod(answer)
  return isMissing ? ['no eth_sendRawTransaction: payments go to other nodes only'] : []
}

/** Returns 1: PUSH1 1, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
const returnsOne = '0x600160005260206000f3'

/** Optional abilities of a node. */
async function extras(
  blockchain: BlockchainId,
  url: string,
  http: HttpClient,
  signal: AbortSignal,
): Promise<string[]> {
  const rpc = createRpcClient({ http, endpoints: { [blockchain]: [url] } })
  const simulates = rpc
    .call(blockchain, 'eth_simulateV1', [{ blockStateCalls: [{ calls: [] }] }, 'latest'], {
      signal,
    })
    .then(() => true)
    .catch(() => false)
  const overrides = rpc
    .call(
      blockchain,
      'eth_call',
      [{ to: someAccount }, 'latest', { [someAccount]: { code: returnsOne } }],
      {
        signal,
      },
    )
    .then((result) => result === `0x${'1'.padStart(64, '0')}`)
    .catch(() => false)
  const ids = Array.from({ length: triedBatch }, (_, id) => id)
  const batches = http
    .send({
      method: 'POST',
      url,
      body: ids.map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })),
      effect: 'read',
      signal,
      retries: 0,
    })
    .then(({ body }) => Array.isArray(body) && body.filter(hasResult).length === triedBatch)
    .catch(() => false)
  const [canSimulate, takesCode, takesBatches] = await Promise.all([simulates, overrides, batches])
  return [
    takesBatches ? `batches of ${triedBatch}` : `no batches of ${triedBatch}`,
    takesCode ? 'state overrides' : 'no state overrides: token transfer fees are not measured',
    canSimulate ? 'eth_simulateV1' : 'no eth_simulateV1: payments are not simulated',
  ]
}

/**
 * One row: the first host serves everything, the others confirm its answers (docs/safety.md N1).
 */
async function checkTon({ ton, signal: parent, now }: NodeTools): Promise<LiveRow> {
  if (!ton.has()) return row('TON', null, 'skipped', null, ['no address is known'])
  const signal = AbortSignal.any([parent, AbortSignal.timeout(nodeLimitMs)])
  const startedAtMs = now()
  try {
    const seconds = await ton.chainTime({ signal })
    const nowMs = now()
    const skew = Math.abs(Math.round(nowMs / 1000) - seconds)
    const fails = (asked: Promise<unknown>, without: string): Promise<string[]> =>
      asked.then(
        () => [],
        (thrown: unknown) => [`${without}. ${toSwaprouteError(thrown).message}`],
      )
    const { own, list } = await ton.nodes()
    const witnesses = own ? [] : list.slice(1)
    const problems = [
      ...(skew > maxClockSkewSeconds
        ? [`its clock and this machine's differ by ${skew}s: payments on TON are refused`]
        : []),
      ...(
        await Promise.all([
          fails(
            ton.runGetMethod(tonJetton, 'get_jetton_data', [], { signal }),
            'no get-methods (v2): no quotes on TON',
          ),
          fails(
            ton.transactionByHash('b2'.repeat(32), { signal }),
            'no transactions (v3): payments cannot be followed',
          ),
          ...witnesses.map(({ host, chainTime }) =>
            fails(chainTime({ signal }), `no answer from ${host}: it cannot confirm payments`),
          ),
        ])
      ).flat(),
    ]
    const findings = problems.length === 0 ? ['clock in sync'] : problems
    return row(
      'TON',
      null,
      problems.length === 0 ? 'ok' : 'unexpected',
      nowMs - startedAtMs,
      findings,
    )
  } catch (thrown) {
    return row('TON', null, 'down', null, [toSwaprouteError(thrown).message])
  }
}

function wrongChain(answer: RpcAnswer | undefined, expected: number | null): string[] {
  const id = answer?.ok === true ? Number(answer.result) : Number.NaN
  if (!Number.isSafeInteger(id)) return ['no chain id']
  return expected === null || id === expected ? [] : [`chain id ${id} instead of ${expected}`]
}

function staleBlock(answer: RpcAnswer | undefined, nowMs: number): string[] {
  const seconds = numberIn(answer, 'timestamp')
  if (seconds === null) return ['no latest block']
  const age = Math.round(nowMs / 1000) - seconds
  return age <= oldestBlockSeconds ? [] : [`its latest block is ${age}s old`]
}

function heightOf(answer: RpcAnswer | undefined): number | null {
  return numberIn(answer, 'number')
}

/** A block's member as a number; null if it is not a hex quantity. */
function numberIn(answer: RpcAnswer | undefined, member: string): number | null {
  const block = answer?.ok === true ? answer.result : null
  if (typeof block !== 'object' || block === null) return null
  const value: unknown = Reflect.get(block, member)
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

function isCode(answer: RpcAnswer): boolean {
  return answer.ok && typeof answer.result === 'string' && answer.result.length > 2
}

function hasResult(item: unknown): boolean {
  return (
    typeof item === 'object' && item !== null && typeof Reflect.get(item, 'result') === 'string'
  )
}

function row(
  name: BlockchainId,
  host: string | null,
  state: LiveRow['state'],
  latencyMs: number | null,
  findings: string[],
): LiveRow {
  return { kind: 'node', name, host, state, latencyMs, findings, shapes: [] }
}
