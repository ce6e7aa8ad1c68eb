import { isSameTonAddress, showTonAddress } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { DepositContext, ExecutionContext, ExecutionEvent, Step } from './context.ts'
import { afterLostJournal, lostTrack } from './errors.ts'
import {
  advance,
  advanceDeposit,
  type DepositState,
  replay,
  replayDeposit,
  type SwapState,
} from './state.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmFees, EvmSigner, TonSigner } from '../wallet/types.ts'

/** From here on an error must say that something may have been sent. */
export function recordSent(session: Session, leg: Leg, hash: string, refusal: string | null): void {
  try {
    session.append({ type: 'sent', leg, hash, refusal })
  } catch (cause) {
    throw lostTrack(session, leg, hash, cause)
  }
}

/** Numbers that an ended process had taken without making bytes for them. */
export async function freeUnsigned({ state, append, context }: Session): Promise<void> {
  for (const { leg, stage, nonce } of state().attempts) {
    if (stage !== 'signing') continue
    append({ type: 'freed', leg, nonce })
    await context.checkpoint('freed')
  }
}

/** One swap being worked on in this process: its journal, its state, its signer. */
export type Session = {
  swapId: string
  context: ExecutionContext
  state(): SwapState
  /** On disk first, then in the state. */
  append(event: JournalEvent): void
  /** Of the last plan, for the caps on gas: nothing but the RPC host is asked while signing (E14). */
  nativePrice: UsdPrice | null
  /** Whether bytes that a node does not know are handed to it again. */
  resends: boolean
  /** Of the last review: its fees, and what gas may still cost, native base units. Null before it. */
  acceptedGas: { fees: EvmFees; left: bigint } | null
  /** When this process last handed bytes to a node; 0 for never. */
  lastBroadcastMs: number
  /** Opens the signer at the first call. Throws KEY_UNAVAILABLE. */
  signer(): Promise<EvmSigner>
  tonSigner(): Promise<TonSigner>
  closeSigner(): Promise<void>
  tell(
    step: Step,
    state: Extract<ExecutionEvent, { type: 'step' }>['state'],
    text: string,
    hash?: string,
  ): void
}

/** A signer of either kind. */
export type PreparedSigner = { kind: 'evm'; signer: EvmSigner } | { kind: 'ton'; signer: TonSigner }

/** `prepared`: a signer that was opened before the swap was recorded. */
export function openSession(
  swapId: string,
  context: ExecutionContext,
  prepared: PreparedSigner | null = null,
): Session {
  const { journal } = context
  let state = replay(swapId, journal.read(swapId))
  let signer = prepared?.kind === 'evm' ? prepared.signer : null
  let tonSigner = prepared?.kind === 'ton' ? prepared.signer : null
  return {
    swapId,
    context,
    state: () => state,
    nativePrice: null,
    resends: true,
    acceptedGas: null,
    lastBroadcastMs: 0,
    append: (event) => {
      state = advance(state, journal.append(swapId, event))
    },
    signer: async () => (signer ??= await openSignerFor(state.plan.fromAddress, context)),
    tonSigner: async () => (tonSigner ??= await openTonSignerFor(state.plan.fromAddress, context)),
    closeSigner: async () => {
      const closing = [signer, tonSigner]
      signer = null
      tonSigner = null
      for (const opened of closing) await opened?.close()
    },
    tell: (step, stepState, text, hash) =>
      context.onEvent({
        type: 'step',
        step,
        state: stepState,
        text,
        blockchain:
          step === 'deliver' ? state.plan.dstToken.blockchain : state.plan.srcToken.blockchain,
        hash: hash ?? null,
      }),
  }
}

/** @throws SwaprouteError KEY_UNAVAILABLE when the key belongs to another address */
export async function openSignerFor(
  address: string,
  context: Pick<ExecutionContext, 'openSigner'>,
): Promise<EvmSigner> {
  const signer = await context.openSigner(address)
  if (signer.address.toLowerCase() === address.toLowerCase()) return signer
  await signer.close()
  throw anotherKey(signer.address, address)
}

/** @throws SwaprouteError KEY_UNAVAILABLE when the key belongs to another wallet */
export async function openTonSignerFor(
  address: string,
  { openTonSigner }: Pick<ExecutionContext, 'openTonSigner'>,
): Promise<TonSigner> {
  if (openTonSigner === undefined) {
    throw new SwaprouteError('KEY_UNAVAILABLE', 'Nothing is signed for TON here.', {
      hint: 'Use `swaproute resume`.',
    })
  }
  const signer = await openTonSigner(address)
  if (isSameTonAddress(signer.address, address)) return signer
  await signer.close()
  throw anotherKey(showTonAddress(signer.address, 'wallet'), address)
}

/** @throws SwaprouteError KEY_UNAVAILABLE for a wallet this program cannot sign for */
export function requireSignable(why: string | null, address: string): void {
  if (why === null) return
  throw new SwaprouteError('KEY_UNAVAILABLE', `The account ${address} ${why}.`, {
    hint: 'Nothing was signed. Use another wallet, or --unsigned with the program it belongs to.',
    context: { address },
  })
}

function anotherKey(actual: string, address: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `The key belongs to ${actual}, not ${address}.`, {
    hint: `Name the account of ${address} with --account or --keystore.`,
  })
}

/** One order being worked on in this process: its journal and its state. */
export type DepositSession = {
  swapId: string
  context: DepositContext
  state(): DepositState
  /** This process has read the order back and shown where to pay (D7). */
  shown: boolean
  /** On disk first, then in the state. */
  append(event: JournalEvent): void
  tell(
    step: Step,
    state: Extract<ExecutionEvent, { type: 'step' }>['state'],
    text: string,
    hash?: string,
  ): void
}

export function openDepositSession(swapId: string, context: DepositContext): DepositSession {
  const { journal } = context
  let state = replayDeposit(swapId, journal.read(swapId))
  const session: DepositSession = {
    swapId,
    context,
    state: () => state,
    shown: false,
    append: (event) => {
      try {
        state = advanceDeposit(state, journal.append(swapId, event))
      } catch (thrown) {
        throw afterLostJournal(session, thrown)
      }
    },
    tell: (step, stepState, text, hash) =>
      context.onEvent({
        type: 'step',
        step,
        state: stepState,
        text,
        blockchain:
          step === 'deliver' ? state.plan.dstToken.blockchain : state.plan.srcToken.blockchain,
        hash: hash ?? null,
      }),
  }
  return session
}

export function refuseToSign(): Promise<never> {
  return Promise.reject(
    new SwaprouteError('KEY_UNAVAILABLE', 'Following a swap signs nothing.', {
      hint: 'Use `swaproute resume`.',
    }),
  )
}
