import { isSameTonAddress, showTonAddress } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { EvmFees, EvmSigner, TonSigner } from '../wallet/types.ts'
import type { ExecutionContext, ExecutionEvent, Step } from './context.ts'
import { afterLostJournal } from './errors.ts'
import type { SwapOrder } from './planned.ts'
import {
  advance,
  type DepositState,
  replay,
  requireOrder,
  requireSwap,
  type State,
  type SwapState,
} from './state.ts'

/** A swap in work: its journal and state. */
type Work<S extends State> = {
  swapId: string
  context: ExecutionContext
  state(): S
  /** On disk first, then in the state. */
  append(event: JournalEvent): void
  report(
    step: Step,
    state: Extract<ExecutionEvent, { type: 'step' }>['state'],
    text: string,
    hash?: string,
  ): void
}

/** A swap paid by our own transaction, with its signer. */
export type Session = Work<SwapState> & {
  /** From the last plan, for the gas caps: only the chain's nodes are contacted while signing (E14). */
  nativePrice: UsdPrice | null
  /** Whether bytes unknown to a node are sent to it again. */
  resends: boolean
  /**
   * From the last review: its fees and the remaining gas budget, native base units. Null before it.
   */
  acceptedGas: { fees: EvmFees; left: bigint } | null
  /** When this process last sent bytes; 0: never. */
  lastBroadcastMs: number
  /** Opens the signer at the first call. Throws KEY_UNAVAILABLE. */
  signer(): Promise<EvmSigner>
  tonSigner(): Promise<TonSigner>
  closeSigner(): Promise<void>
}

/** The order of a deposit route. */
export type DepositSession = Work<DepositState> & {
  /** This process has read the order back and shown where to pay (D7). */
  shown: boolean
}

/** A signer of either kind. */
export type PreparedSigner = { kind: 'evm'; signer: EvmSigner } | { kind: 'ton'; signer: TonSigner }

/** `prepared`: a signer that was opened before the swap was recorded. */
export function openSession(
  swapId: string,
  context: ExecutionContext,
  prepared: PreparedSigner | null = null,
): Session {
  const work = openWork(swapId, context, requireSwap)
  const address = (): string => work.state().plan.fromAddress
  let signer = prepared?.kind === 'evm' ? prepared.signer : null
  let tonSigner = prepared?.kind === 'ton' ? prepared.signer : null
  return {
    ...work,
    nativePrice: null,
    resends: true,
    acceptedGas: null,
    lastBroadcastMs: 0,
    signer: async () => (signer ??= await openEvmSigner(address(), context)),
    tonSigner: async () => (tonSigner ??= await openTonSigner(address(), context)),
    closeSigner: async () => {
      const closing = [signer, tonSigner]
      signer = null
      tonSigner = null
      for (const opened of closing) await opened?.close()
    },
  }
}

export function openDepositSession(swapId: string, context: ExecutionContext): DepositSession {
  const work = openWork(swapId, context, requireOrder)
  return {
    ...work,
    shown: false,
    append: (event) => {
      try {
        work.append(event)
      } catch (thrown) {
        throw afterLostJournal(work, thrown)
      }
    },
  }
}

function openWork<S extends State>(
  swapId: string,
  context: ExecutionContext,
  ofKind: (state: State) => S,
): Work<S> {
  const { journal } = context
  let state = ofKind(replay(swapId, journal.read(swapId)))
  return {
    swapId,
    context,
    state: () => state,
    append: (event) => {
      state = ofKind(advance(state, journal.append(swapId, event)))
    },
    report: (step, stepState, text, hash) => {
      const { srcToken, dstToken } = state.plan
      const { blockchain } = step === 'deliver' ? dstToken : srcToken
      context.onEvent({
        type: 'step',
        step,
        state: stepState,
        text,
        blockchain,
        hash: hash ?? null,
      })
    },
  }
}

/**
 * Opens the payer's signer before anything is recorded, so that a missing key leaves no swap
 * behind.
 * @throws SwaprouteError KEY_UNAVAILABLE when the key belongs to another account
 */
export async function openPayerSigner(
  { fromAddress, request }: Pick<SwapOrder, 'fromAddress' | 'request'>,
  context: ExecutionContext,
): Promise<PreparedSigner> {
  return request.srcToken.blockchain === 'TON'
    ? { kind: 'ton', signer: await openTonSigner(fromAddress, context) }
    : { kind: 'evm', signer: await openEvmSigner(fromAddress, context) }
}

async function openEvmSigner(address: string, context: ExecutionContext): Promise<EvmSigner> {
  const signer = await context.openSigner(address)
  if (signer.address.toLowerCase() === address.toLowerCase()) return signer
  await signer.close()
  throw anotherKey(signer.address, address)
}

async function openTonSigner(address: string, context: ExecutionContext): Promise<TonSigner> {
  if (context.openTonSigner === undefined) {
    throw new SwaprouteError('KEY_UNAVAILABLE', 'TON signing is not available here.', {
      hint: 'Use `swaproute resume`.',
    })
  }
  const signer = await context.openTonSigner(address)
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
    hint: `Choose the account of ${address} with --account or --keystore.`,
  })
}

/** Replaces the signer and all prompts where a swap is only read. */
export function refuseToSign(): Promise<never> {
  return Promise.reject(
    new SwaprouteError('KEY_UNAVAILABLE', 'Following a swap signs nothing.', {
      hint: 'Use `swaproute resume`.',
    }),
  )
}
