import { chainById } from '../chains/chains.ts'
import { dataFeeCall, readDataFees } from '../chains/evm/dataFees.ts'
import { decodeUint, encodeAllowance, encodeBalanceOf } from '../chains/evm/erc20.ts'
import { mulDivUp } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { zeroAddress } from '../core/token.ts'
import { createEvmReader } from '../evidence/evm.ts'
import { agreed } from '../http/agreed.ts'
import { readAnswer, resultOf, unusable } from '../http/nodeAnswers.ts'
import { ethCall } from '../http/rpcWire.ts'
import { foreignReason } from '../core/foreignReason.ts'
import type { AskNode, RpcAnswer, RpcCall, RpcClient } from '../http/types.ts'
import { blockWire, feeHistoryWire, hexWire, quantityWire, simulationWire } from './evmAnswers.ts'
import { chooseFees, feeHistoryBlocks, feeHistoryPercentile, usualPrice } from './fees.ts'
import { revertReason } from './revertReasons.ts'
import { isRevert, isUnfunded, simulateCalls } from './simulate.ts'
import type { EvmAccess, EvmCall, Simulation } from './types.ts'

export type EvmAccessOptions = {
  rpc: RpcClient
  /** Aborts all reads of this run. */
  signal: AbortSignal
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Reads and broadcasts over JSON-RPC. Every answer is validated; a node can still return false
 * values. Receipts and transactions are read by src/evidence.
 */
export function createEvmAccess({ rpc, signal, now }: EvmAccessOptions): EvmAccess {
  const askAll = (blockchain: BlockchainId, calls: RpcCall[]): Promise<RpcAnswer[]> =>
    rpc.batch(blockchain, calls, { signal })
  const ask = async (blockchain: BlockchainId, call: RpcCall): Promise<RpcAnswer> => {
    const [answer] = await askAll(blockchain, [call])
    return answer ?? unasked
  }
  const read = async (blockchain: BlockchainId, call: RpcCall): Promise<unknown> =>
    resultOf(await ask(blockchain, call), blockchain, call.method)
  const { readTransaction, readReceipt, readValue, readNativeGain } = createEvmReader({
    rpc,
    signal,
    now,
  })
  const readBlock: EvmAccess['readBlock'] = async (blockchain) => {
    const { number, timestampSeconds } = toBlock(await ask(blockchain, latestBlock), blockchain)
    return { number, timestampSeconds }
  }

  return {
    async readChainId(blockchain) {
      const result = await read(blockchain, { method: 'eth_chainId', params: [] })
      const chainId = readAnswer(quantityWire, result, blockchain, 'eth_chainId')
      return safeNumber(chainId, blockchain, 'eth_chainId')
    },
    async readCode(blockchain, address) {
      const call = { method: 'eth_getCode', params: [address, 'latest'] }
      const { answers, by } = await agreed(rpc, blockchain, [call], { signal })
      const result = resultOf(answers[0], blockchain, call.method)
      const code = readAnswer(hexWire, result, blockchain, call.method)
      return { code, oneNode: by === 'one_node' }
    },
    async readBalances(blockchain, owner, tokens) {
      const calls = tokens.map((token): RpcCall =>
        token === zeroAddress
          ? { method: 'eth_getBalance', params: [owner, 'latest'] }
          : ethCall(token, encodeBalanceOf(owner)),
      )
      const answers = await askAll(blockchain, calls)
      return calls.map((call, index) => {
        const result = resultOf(answers[index], blockchain, call.method)
        if (call.method === 'eth_getBalance') {
          return readAnswer(quantityWire, result, blockchain, call.method)
        }
        // There is no contract, so the balance is zero.
        return result === '0x' ? 0n : tokenNumber(result, blockchain, tokens[index])
      })
    },
    readNativeGain,
    async readAllowance(blockchain, token, owner, spender) {
      const result = await read(blockchain, ethCall(token, encodeAllowance(owner, spender)))
      return tokenNumber(result, blockchain, token)
    },
    async readNonce(blockchain, address) {
      const method = 'eth_getTransactionCount'
      const [latestAnswer, pendingAnswer] = await askAll(blockchain, [
        { method, params: [address, 'latest'] },
        { method, params: [address, 'pending'] },
      ])
      const toNonce = (answer: RpcAnswer | undefined): number =>
        safeNumber(
          readAnswer(quantityWire, resultOf(answer, blockchain, method), blockchain, method),
          blockchain,
          method,
        )
      const latest = toNonce(latestAnswer)
      // Some nodes have no pending block; a lagging one must not return a used nonce.
      const pending = pendingAnswer?.ok === true ? toNonce(pendingAnswer) : latest
      return { latest, pending: Math.max(latest, pending) }
    },
    async readFees(blockchain) {
      const blocks = `0x${feeHistoryBlocks.toString(16)}`
      const [block, price, tip, history] = await askAll(blockchain, [
        latestBlock,
        { method: 'eth_gasPrice', params: [] },
        { method: 'eth_maxPriorityFeePerGas', params: [] },
        { method: 'eth_feeHistory', params: [blocks, 'latest', [feeHistoryPercentile]] },
      ])
      const check = <T extends Parameters<typeof readAnswer>[0]>(
        schema: T,
        answer: RpcAnswer | undefined,
        method: string,
      ) => readAnswer(schema, resultOf(answer, blockchain, method), blockchain, method)
      const feeHistory =
        history?.ok === true ? check(feeHistoryWire, history, 'eth_feeHistory') : null
      const fees = chooseFees({
        block: check(blockWire, block, latestBlock.method),
        gasPrice: check(quantityWire, price, 'eth_gasPrice'),
        suggestedTip:
          tip?.ok === true ? check(quantityWire, tip, 'eth_maxPriorityFeePerGas') : null,
        history: feeHistory,
      })
      return { fees, usual: usualPrice(feeHistory) }
    },
    async readDataFee(blockchain, transactions) {
      const { dataFee, multicall3 } = chainById(blockchain)
      if (dataFee === null || multicall3 === null) return 0n
      const call = dataFeeCall({ dataFee, multicall3 }, transactions)
      const answer = readAnswer(hexWire, await read(blockchain, call), blockchain, call.method)
      return readDataFees({ dataFee }, transactions, answer).reduce((sum, fee) => sum + fee, 0n)
    },
    async estimateGas(blockchain, call) {
      const method = 'eth_estimateGas'
      const answer = await ask(blockchain, { method, params: [wireCall(call)] })
      if (!answer.ok && isRevert(answer)) throw wouldFail(revertReason(answer))
      if (!answer.ok && isUnfunded(answer)) throw notEnoughNative(blockchain)
      const result = resultOf(answer, blockchain, method)
      const gas = readAnswer(quantityWire, result, blockchain, method)
      // It could only waste gas: no transaction uses less (Ethereum Yellow Paper, appendix G).
      if (gas < 21_000n) throw unusable(blockchain, method, 'is less than any transaction needs')
      return withMargin(gas, call.data)
    },
    async simulate(blockchain, owner, calls, watched = [], fees) {
      let refused: Simulation | null = null
      const runAt = async (batch: AskNode): Promise<Simulation> => {
        const one = async (call: RpcCall): Promise<RpcAnswer> => (await batch([call]))[0] ?? unasked
        const node = {
          ask: one,
          readCalls: (result: unknown) =>
            readAnswer(simulationWire, result, blockchain, 'eth_simulateV1')[0].calls,
          latestBlock: async () => toBlock(await one(latestBlock), blockchain),
          nativeBalance: async (owner: string) => {
            const method = 'eth_getBalance'
            const result = resultOf(
              await one({ method, params: [owner, 'latest'] }),
              blockchain,
              method,
            )
            return readAnswer(quantityWire, result, blockchain, method)
          },
          nowSeconds: () => Math.floor(now() / 1000),
        }
        const found = await simulateCalls(node, owner, calls, watched, fees ?? null)
        if (found.kind === 'simulated') return found
        // The next host may be able to.
        refused ??= found
        throw new SwaprouteError('UPSTREAM_FAILED', found.reason)
      }
      try {
        const { answers, by } = await rpc.witnesses(blockchain, runAt, { signal })
        const [{ answer: first }, second] = answers
        if (first.kind === 'unavailable') return first
        return {
          ...first,
          ...(second === undefined ? {} : { second: second.answer }),
          ...(by === 'one_node' ? { oneNode: true } : {}),
        }
      } catch (thrown) {
        if (refused === null) throw thrown
        return refused
      }
    },
    async broadcast(blockchain, raw) {
      try {
        const answer = await ask(blockchain, { method: 'eth_sendRawTransaction', params: [raw] })
        return { refusal: answer.ok ? null : foreignReason(answer.message) }
      } catch (thrown) {
        const { code, message, hint, context } = toSwaprouteError(thrown)
        // The node may have accepted the bytes although its answer was lost.
        throw new SwaprouteError(code, message, {
          ...(hint === undefined ? {} : { hint }),
          context,
          funds: 'unknown',
          cause: thrown,
        })
      }
    },
    async knowsTransaction(blockchain, hash) {
      return (await readTransaction(blockchain, hash)) !== null
    },
    readValue,
    readReceipt,
    readBlock,
  }
}

const unasked = { ok: false, code: 0, message: 'no answer', data: null } as const

function toBlock(
  answer: RpcAnswer,
  blockchain: BlockchainId,
): { number: bigint; timestampSeconds: number; baseFeePerGas: bigint | null } {
  const { method } = latestBlock
  const block = readAnswer(blockWire, resultOf(answer, blockchain, method), blockchain, method)
  return {
    number: block.number,
    timestampSeconds: safeNumber(block.timestamp, blockchain, method),
    baseFeePerGas: block.baseFeePerGas ?? null,
  }
}

const latestBlock = { method: 'eth_getBlockByNumber', params: ['latest', false] } as const

function wireCall({ from, to, data, value }: EvmCall): Record<string, string> {
  return { from, to, data, value: `0x${value.toString(16)}` }
}

/**
 * A pool that was used in the block of an estimate costs less gas there than in the next one: a
 * Uniswap V2 pair then writes two more words, for up to 44,200 gas if they were empty (observed:
 * 40% of a swap). Unused gas is not charged. Rounded up.
 */
function withMargin(gas: bigint, data: string): bigint {
  return data === '0x' ? mulDivUp(gas, 5n, 4n) : mulDivUp(gas, 3n, 2n) + 30_000n
}

function tokenNumber(result: unknown, blockchain: BlockchainId, token = ''): bigint {
  const data = readAnswer(hexWire, result, blockchain, 'eth_call')
  const value = decodeUint(data)
  if (value === null) throw unusable(blockchain, 'eth_call', `for ${token} is not a token's`)
  return value
}

function safeNumber(value: bigint, blockchain: BlockchainId, method: string): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
  throw unusable(blockchain, method, 'is out of range')
}

function notEnoughNative(blockchain: BlockchainId): SwaprouteError {
  const message = `The account's ${blockchain} balance is too low for the amount to pay.`
  return new SwaprouteError('NOT_ENOUGH_NATIVE', message, {
    hint: 'Add native coins to the account, or swap less.',
  })
}

function wouldFail(reason: string): SwaprouteError {
  return new SwaprouteError('SIMULATION_FAILED', `The transaction would fail: ${reason}.`, {
    hint: 'Nothing was sent. Get a new quote; if it fails again, choose another provider.',
  })
}
