import { readBoc } from '../../../src/chains/ton/boc.ts'
import { normalizedHashOfBoc } from '../../../src/chains/ton/message.ts'
import type { FaultBoard } from '../faults.ts'
import { tonAddresses, type TonAddresses } from './addresses.ts'
import { codesFingerprint, type TonCodes } from './codes.ts'
import { type Followed, isRefusal, type TonEntry } from './follow.ts'
import { createMachine } from './machine.ts'
import { tonSeed } from './seedTon.ts'
import { openState, type TonState } from './state.ts'

/** A message that was taken and is not on the chain yet. */
export type DelayedMessage = {
  /** Hash of the normalized form, hex. */
  normalizedHash: string
  /** Unix seconds by the chain's clock. */
  takenAtSeconds: number
  /** What will follow from it in the present state. */
  foreseen: TonEntry[]
}

/** The chain answers a message as a node does: it takes it, or returns why its contract would not. */
export type TonChain = {
  state: TonState
  places: TonAddresses
  /** @throws TonRefusalError */
  send(boc: string): Promise<{ hash: string; normalizedHash: string; followed: Followed | null }>
  /**
   * Emulates a message on the current state, without checking its signature.
   * @throws TonRefusalError
   */
  emulate(boc: string): Promise<TonEntry[]>
  /** Runs an internal message without a signature, in any account's name. */
  inject(boc: string): Promise<Followed>
  delayed(): DelayedMessage[]
  /** Includes the delayed messages that are still valid. */
  release(): Promise<void>
  /** Receives every message's consequences as they are stored. */
  onChange(listener: (entries: readonly TonEntry[]) => void): () => void
  setBalance(address: string, balance: bigint): Promise<void>
  advance(seconds: number): Promise<void>
  reset(): Promise<void>
  close(): void
}

/** A message from outside that no node passes on; `exitCode` is the contract's. */
export class TonRefusalError extends Error {
  readonly exitCode: number | null

  constructor(exitCode: number | null, reason: string) {
    super(reason)
    this.name = 'TonRefusalError'
    this.exitCode = exitCode
  }
}

export type TonChainOptions = {
  stateDir: string
  codes: TonCodes
  faults: FaultBoard
  log: (line: string) => void
}

/**
 * Loads machine and state: some 0.5 s.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE
 */
export async function openTonChain(options: TonChainOptions): Promise<TonChain> {
  const { stateDir, codes, faults, log } = options
  const machine = await createMachine()
  const { Cell } = machine.core
  const places = tonAddresses(codes)
  const state = openState({
    stateDir,
    codes: codesFingerprint(codes),
    machine,
    places,
    faults,
    seed: (seconds) => tonSeed(machine, codes, seconds),
  })
  const waiting: (DelayedMessage & { boc: string; timer: NodeJS.Timeout | null })[] = []
  const listeners = new Set<(entries: readonly TonEntry[]) => void>()

  // One thing after the other: what a message finds is what the one before left.
  let turns: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = turns.then(work)
    turns = turn.catch(() => undefined)
    return turn
  }
  const apply = async (boc: string): Promise<Followed> => {
    const followed = await state.apply(Cell.fromBase64(boc))
    if (isRefusal(followed)) throw new TonRefusalError(followed.exitCode, followed.reason)
    for (const listener of listeners) listener(followed.entries)
    return followed
  }
  const include = async (message: (typeof waiting)[number]): Promise<void> => {
    const index = waiting.indexOf(message)
    if (index < 0) return
    waiting.splice(index, 1)
    if (message.timer !== null) clearTimeout(message.timer)
    try {
      await apply(message.boc)
    } catch (thrown) {
      // Its time was over, or another message was first: a chain does not report such messages either.
      log(`TON: a delayed message was not included: ${String(thrown)}`)
    }
  }
  const hold = (boc: string, normalizedHash: string, foreseen: Followed): void => {
    const lateSeconds = faults.read('TON', 'late')
    const isPending = faults.read('TON', 'pending') !== null
    const message: (typeof waiting)[number] = {
      boc,
      normalizedHash,
      takenAtSeconds: state.seconds(),
      foreseen: foreseen.entries,
      timer: null,
    }
    waiting.push(message)
    if (isPending || lateSeconds === null) return
    message.timer = setTimeout(() => void inTurn(() => include(message)), lateSeconds * 1_000)
  }
  const forget = (): void => {
    for (const { timer } of waiting.splice(0)) if (timer !== null) clearTimeout(timer)
  }

  return {
    state,
    places,
    send: (boc) =>
      inTurn(async () => {
        const hashes = hashesOf(boc)
        if (waiting.some(({ normalizedHash }) => normalizedHash === hashes.normalizedHash)) {
          return { ...hashes, followed: null }
        }
        const isLost = faults.read('TON', 'lost') !== null
        const waits = faults.read('TON', 'pending') !== null || faults.read('TON', 'late') !== null
        if (!isLost && !waits) return { ...hashes, followed: await apply(boc) }
        const foreseen = await state.foresee(Cell.fromBase64(boc))
        if (isRefusal(foreseen)) throw new TonRefusalError(foreseen.exitCode, foreseen.reason)
        if (!isLost) hold(boc, hashes.normalizedHash, foreseen)
        return { ...hashes, followed: null }
      }),
    emulate: (boc) =>
      inTurn(async () => {
        hashesOf(boc)
        const foreseen = await state.foresee(Cell.fromBase64(boc), { ignoreSignature: true })
        if (isRefusal(foreseen)) throw new TonRefusalError(foreseen.exitCode, foreseen.reason)
        return foreseen.entries
      }),
    inject: (boc) => inTurn(() => apply(boc)),
    delayed: () => waiting,
    release: () =>
      inTurn(async () => {
        for (let next = waiting[0]; next !== undefined; next = waiting[0]) await include(next)
      }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setBalance: (address, balance) => inTurn(async () => state.setBalance(address, balance)),
    advance: (seconds) => inTurn(async () => state.advance(seconds)),
    reset: () =>
      inTurn(async () => {
        forget()
        state.reset()
      }),
    close: forget,
  }
}

/** @throws TonRefusalError for what is no message from outside */
function hashesOf(boc: string): { hash: string; normalizedHash: string } {
  try {
    return { hash: readBoc(boc).hash, normalizedHash: normalizedHashOfBoc(boc) }
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new TonRefusalError(null, `bad message: ${thrown.message}`)
    throw thrown
  }
}
