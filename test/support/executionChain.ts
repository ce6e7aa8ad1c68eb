import { createHash } from 'node:crypto'
import { encodeUint, readAddress, readUint } from '../../src/chains/evm/hex.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { zeroAddress } from '../../src/core/token.ts'
import { topics } from '../../src/evidence/logs.ts'
import type { EvmReceipt } from '../../src/evidence/evm.ts'
import type { EvmAccess, EvmCall, EvmPlan, Simulation } from '../../src/wallet/types.ts'
import { readRaw } from './executionSigner.ts'
import { decodeSwapCall, type FakeSwapCall } from './fakeSwapCall.ts'

/**
 * A chain in memory for tests of the execution: accounts, tokens of ERC-20's kind, one exchange
 * and one bridge contract with calls of our own making, a mempool, blocks that can be taken back.
 * It follows the rules that matter for paying once: numbers in order, one transaction per number.
 */
export const router = '0x00000000000000000000000000000000000000aa'
export const wrappedNative = '0x00000000000000000000000000000000000000bb'
const gasPrice = 1n
const gasPerCall = 60_000n

const approveSelector = '0x095ea7b3'
const transferSelector = '0xa9059cbb'

type State = {
  /** `token/owner` in lower case; the zero address is the native coin. */
  balances: Map<string, bigint>
  /** `token/owner/spender`. */
  allowances: Map<string, bigint>
}

type Known = { plan: EvmPlan; hash: string; receipt: EvmReceipt | null }

export type FakeChain = {
  blockchain: BlockchainId
  chainId: number
  evm: EvmAccess
  /** What the router pays per unit of the source, as a fraction of 1000. */
  rate: bigint
  /** `auto` mines at once; `manual` on `mine()`. */
  mining: 'auto' | 'manual'
  /** What the node answers for its chain id. */
  reportedChainId: number
  /** What the chain charges for the data of one transaction, besides gas. */
  dataFee: bigint
  /** Throws instead of answering. */
  down: boolean
  /** Bytes are dropped although the node took them, this many times. */
  dropNext: number
  /** The node refuses bytes with this text, but takes them all the same. */
  refusal: string | null
  simulation: 'works' | 'unavailable'
  /** What a payment leaves of its allowance, as a careless token would. */
  leftAllowance: bigint
  /** Changes of the simulation's answer, for lies and surprises. */
  alterSimulation: (simulation: Extract<Simulation, { kind: 'simulated' }>) => void
  timestampSeconds: number
  /** Hashes handed to `broadcast`, in order. */
  broadcasts: string[]
  deposits: { hash: string; call: FakeSwapCall }[]
  /** Successful calls of the router, per payer. */
  payments: { payer: string; hash: string; amount: bigint }[]
  code: Map<string, string>
  /** What calls pay out that were made elsewhere, by their data; each once. */
  claims: Map<string, { token: string; to: string; amount: bigint }>
  give(token: string, owner: string, amount: bigint): void
  balanceOf(token: string, owner: string): bigint
  allowanceOf(token: string, owner: string, spender: string): bigint
  /** Mines what is waiting, lowest number first. */
  mine(): void
  /** Adds empty blocks. */
  addBlocks(count: number, seconds: number): void
  /** Nothing happened on the chain since this transaction was mined. */
  isNewest(hash: string): boolean
  /** Takes the block of a transaction back; it is unknown to the node afterwards. */
  reorganize(hash: string, options?: { keepInPool: boolean }): void
  /** A transaction of another account: a fill, a refund, a donation. */
  payOut(token: string, to: string, amount: bigint): string
  /** The same by a plain transfer of native coins, which leaves no log. */
  send(to: string, amount: bigint): string
  /** Uses up a number of the account with something else. */
  spendNumber(account: string): void
}

const copyOf = (state: State): State => ({
  balances: new Map(state.balances),
  allowances: new Map(state.allowances),
})

export function createFakeChain(blockchain: BlockchainId, chainId: number): FakeChain {
  let state: State = { balances: new Map(), allowances: new Map() }
  const before = new Map<string, State>()
  const known = new Map<string, Known>()
  const foreign = new Map<string, EvmReceipt>()
  const carried = new Map<string, bigint>()
  const numbers = new Map<string, number>()
  let blockNumber = 100n
  let salt = 0

  const key = (...parts: string[]): string => parts.join('/').toLowerCase()
  const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`
  const numberOf = (account: string): number => numbers.get(account.toLowerCase()) ?? 0
  const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const move = (from: State, token: string, owner: string, delta: bigint): void => {
    const name = key(token, owner)
    const left = (from.balances.get(name) ?? 0n) + delta
    if (left < 0n) throw new Error('balance too small')
    from.balances.set(name, left)
  }
  const transferLog = (token: string, from: string, to: string, amount: bigint) => ({
    address: token,
    topics: [topics.transfer, word(from), word(to)],
    data: `0x${encodeUint(amount)}`,
  })

  /** Applies one call to a state; throws where the contract would revert. */
  const apply = (on: State, call: EvmCall): EvmReceipt['logs'] => {
    if (call.value > 0n) {
      move(on, zeroAddress, call.from, -call.value)
      move(on, zeroAddress, call.to, call.value)
    }
    if (call.data.startsWith(approveSelector)) {
      const spender = readAddress(call.data, 4)
      const amount = readUint(call.data, 36)
      const name = key(call.to, call.from, spender)
      if (amount !== 0n && (on.allowances.get(name) ?? 0n) !== 0n) throw new Error('reset it first')
      on.allowances.set(name, amount)
      return []
    }
    if (call.data.startsWith(transferSelector)) {
      const [to, amount] = [readAddress(call.data, 4), readUint(call.data, 36)]
      move(on, call.to, call.from, -amount)
      move(on, call.to, to, amount)
      return [transferLog(call.to, call.from, to, amount)]
    }
    const claim = chain.claims.get(call.data)
    if (claim !== undefined) {
      move(on, 'claim', call.to, -1n)
      move(on, claim.token, claim.to, claim.amount)
      return claim.token === zeroAddress
        ? []
        : [transferLog(claim.token, call.to, claim.to, claim.amount)]
    }
    const swap = decodeSwapCall(call.data)
    if (swap === null) return []
    const logs: EvmReceipt['logs'] = []
    if (swap.srcToken !== zeroAddress) {
      const name = key(swap.srcToken, call.from, call.to)
      const allowed = on.allowances.get(name) ?? 0n
      if (allowed < swap.amountIn) throw new Error('allowance too small')
      on.allowances.set(name, allowed - swap.amountIn + chain.leftAllowance)
      move(on, swap.srcToken, call.from, -swap.amountIn)
      logs.push(transferLog(swap.srcToken, call.from, call.to, swap.amountIn))
    } else if (call.value < swap.amountIn) throw new Error('value too small')
    if (swap.kind === 'bridge') return logs
    const out = (swap.amountIn * chain.rate) / 1000n
    if (out < swap.minOut) throw new Error('too little output')
    move(on, swap.dstToken, swap.recipient, out)
    if (swap.dstToken !== zeroAddress) {
      return [...logs, transferLog(swap.dstToken, call.to, swap.recipient, out)]
    }
    const unwrapping = { address: wrappedNative, topics: [topics.withdrawal, word(call.to)] }
    return [...logs, { ...unwrapping, data: `0x${encodeUint(out)}` }]
  }

  const receiptOf = (hash: string, plan: EvmCall, succeeded: boolean): EvmReceipt => ({
    hash,
    succeeded,
    blockNumber,
    blockHash: hashOf(`${blockchain} block ${blockNumber} ${(salt += 1)}`),
    from: plan.from,
    to: plan.to,
    gasUsed: gasPerCall,
    effectiveGasPrice: gasPrice,
    logs: [],
  })

  /** No node keeps what can never be mined. */
  const useNumber = (account: string, nonce: number, by?: string): void => {
    const owner = account.toLowerCase()
    numbers.set(owner, nonce + 1)
    for (const [hash, { plan, receipt }] of known) {
      const isRival = plan.from.toLowerCase() === owner && plan.nonce === nonce && hash !== by
      if (isRival && receipt === null) known.delete(hash)
    }
  }
  const execute = (item: Known): void => {
    const { plan, hash } = item
    before.set(hash, copyOf(state))
    blockNumber += 1n
    chain.timestampSeconds += 12
    move(state, zeroAddress, plan.from, -(gasPerCall * gasPrice))
    useNumber(plan.from, plan.nonce, hash)
    const next = copyOf(state)
    try {
      const logs = apply(next, plan)
      state = next
      item.receipt = { ...receiptOf(hash, plan, true), logs }
      const swap = decodeSwapCall(plan.data)
      if (swap === null) return
      chain.payments.push({ payer: plan.from.toLowerCase(), hash, amount: swap.amountIn })
      if (swap.kind === 'bridge') chain.deposits.push({ hash, call: swap })
    } catch {
      item.receipt = receiptOf(hash, plan, false)
    }
  }

  const answer = async <T>(value: () => T): Promise<T> => {
    await Promise.resolve()
    if (chain.down) {
      throw new SwaprouteError('CHAIN_UNAVAILABLE', `${blockchain} does not answer.`)
    }
    return value()
  }

  const simulateHere = (owner: string, calls: EvmCall[]): Simulation => {
    if (chain.simulation === 'unavailable') {
      return { kind: 'unavailable', reason: 'the node does not offer it' }
    }
    const trial = copyOf(state)
    const found: Extract<Simulation, { kind: 'simulated' }> = {
      kind: 'simulated',
      failure: null,
      changes: [],
      approvals: [],
      gasUsed: calls.map(() => gasPerCall),
    }
    for (const [index, call] of calls.entries()) {
      try {
        apply(trial, call)
      } catch (thrown) {
        return { ...found, failure: { index, reason: String(thrown) } }
      }
      if (call.data.startsWith(approveSelector)) {
        const spender = readAddress(call.data, 4)
        found.approvals.push({
          token: call.to,
          spender,
          amount: readUint(call.data, 36),
          remaining: 0n,
        })
      }
    }
    const mine = `/${owner.toLowerCase()}`
    for (const [name, amount] of trial.balances) {
      const delta = amount - (state.balances.get(name) ?? 0n)
      if (name.endsWith(mine) && delta !== 0n) {
        found.changes.push({ token: name.slice(0, 42), delta })
      }
    }
    chain.alterSimulation(found)
    return found
  }

  const chain: FakeChain = {
    blockchain,
    chainId,
    rate: 990n,
    mining: 'auto',
    reportedChainId: chainId,
    dataFee: 0n,
    down: false,
    dropNext: 0,
    refusal: null,
    simulation: 'works',
    leftAllowance: 0n,
    alterSimulation: () => {},
    timestampSeconds: 1_700_000_000,
    broadcasts: [],
    deposits: [],
    payments: [],
    code: new Map([[router, '0x6001']]),
    claims: new Map(),
    give: (token, owner, amount) => move(state, token, owner, amount),
    balanceOf: (token, owner) => state.balances.get(key(token, owner)) ?? 0n,
    allowanceOf: (token, owner, spender) => state.allowances.get(key(token, owner, spender)) ?? 0n,
    mine: () => {
      const waiting = [...known.values()].filter(({ receipt }) => receipt === null)
      for (const item of waiting.sort((a, b) => a.plan.nonce - b.plan.nonce)) {
        if (item.plan.nonce === numberOf(item.plan.from)) execute(item)
      }
    },
    addBlocks: (count, seconds) => {
      blockNumber += BigInt(count)
      chain.timestampSeconds += seconds
    },
    isNewest: (hash) => known.get(hash)?.receipt?.blockNumber === blockNumber,
    reorganize: (hash, { keepInPool } = { keepInPool: false }) => {
      const item = known.get(hash)
      const earlier = before.get(hash)
      if (item === undefined || earlier === undefined) throw new Error('not mined')
      state = earlier
      numbers.set(item.plan.from.toLowerCase(), item.plan.nonce)
      item.receipt = null
      chain.payments = chain.payments.filter((payment) => payment.hash !== hash)
      if (!keepInPool) known.delete(hash)
    },
    payOut: (token, to, amount) => {
      const hash = hashOf(`${blockchain} pay-out ${(salt += 1)}`)
      blockNumber += 1n
      move(state, token, to, amount)
      const from = { from: router, to: token, data: '0x', value: 0n }
      const log =
        token === zeroAddress
          ? {
              address: wrappedNative,
              topics: [topics.withdrawal, word(router)],
              data: `0x${encodeUint(amount)}`,
            }
          : transferLog(token, router, to, amount)
      // Each payout has an event of its own.
      const notice = { address: router, topics: [word(router)], data: word(to) }
      foreign.set(hash, { ...receiptOf(hash, from, true), logs: [log, notice] })
      return hash
    },
    send: (to, amount) => {
      const hash = hashOf(`${blockchain} transfer ${(salt += 1)}`)
      blockNumber += 1n
      move(state, zeroAddress, to, amount)
      foreign.set(hash, receiptOf(hash, { from: router, to, data: '0x', value: amount }, true))
      carried.set(hash, amount)
      return hash
    },
    spendNumber: (account) => {
      blockNumber += 1n
      useNumber(account, numberOf(account))
    },
    evm: {
      readDataFee: (_blockchain, transactions) =>
        answer(() => chain.dataFee * BigInt(transactions.length)),
      readChainId: () => answer(() => chain.reportedChainId),
      readCode: (_blockchain, address) =>
        answer(() => {
          return { code: chain.code.get(address.toLowerCase()) ?? '0x', oneNode: false }
        }),
      readBalances: (_blockchain, owner, tokens) =>
        answer(() => tokens.map((token) => chain.balanceOf(token, owner))),
      // A node that keeps the last state only.
      readNativeGain: () => answer(() => null),
      readAllowance: (_blockchain, token, owner, spender) =>
        answer(() => chain.allowanceOf(token, owner, spender)),
      readNonce: (_blockchain, address) =>
        answer(() => {
          const latest = numberOf(address)
          const mine = [...known.values()].filter(
            ({ plan }) => plan.from.toLowerCase() === address.toLowerCase(),
          )
          let pending = latest
          while (mine.some(({ plan }) => plan.nonce === pending)) pending += 1
          return { latest, pending }
        }),
      readFees: () =>
        answer(() => ({
          fees: { type: 'eip1559', maxFeePerGas: 2n * gasPrice, maxPriorityFeePerGas: 1n },
          usual: gasPrice,
        })),
      estimateGas: (_blockchain, call) =>
        answer(() => {
          try {
            apply(copyOf(state), call)
          } catch (thrown) {
            throw new SwaprouteError(
              'SIMULATION_FAILED',
              `The transaction would fail: ${String(thrown)}.`,
            )
          }
          return (gasPerCall * 5n) / 4n
        }),
      simulate: (_blockchain, owner, calls) => answer(() => simulateHere(owner, calls)),
      broadcast: (_blockchain, raw) =>
        answer(() => {
          const plan = readRaw(raw)
          const hash = hashOf(raw)
          chain.broadcasts.push(hash)
          if (chain.dropNext > 0) {
            chain.dropNext -= 1
            return { refusal: chain.refusal }
          }
          const used = plan.nonce < numberOf(plan.from)
          if (used) return { refusal: known.has(hash) ? 'already known' : 'nonce too low' }
          if (!known.has(hash)) known.set(hash, { plan, hash, receipt: null })
          if (chain.mining === 'auto') chain.mine()
          return { refusal: chain.refusal }
        }),
      knowsTransaction: (_blockchain, hash) => answer(() => known.has(hash) || foreign.has(hash)),
      readValue: (_blockchain, hash) =>
        answer(() => known.get(hash)?.plan.value ?? carried.get(hash) ?? null),
      readReceipt: (_blockchain, hash) =>
        answer(() => known.get(hash)?.receipt ?? foreign.get(hash) ?? null),
      readBlock: () =>
        answer(() => ({ number: blockNumber, timestampSeconds: chain.timestampSeconds })),
    },
  }
  return chain
}
