import { isSameTonAddress, showTonAddress } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { EvmFees, EvmSigner, TonSigner } from '../wallet/types.ts'
import { fundsOf } from './outcome.ts'
import { type SwapState, advance, replay } from './swapState.ts'
import type { ExecutionContext, ExecutionEvent, Step } from './types.ts'

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

/** The user's interrupt, as an error that says what was sent and how to go on. */
export function stopIfInterrupted({ swapId, context, state }: Session): void {
  if (!context.signal.aborted) return
  const funds = fundsOf(state())
  const moved = funds !== 'none_moved'
  const message = moved
    ? `Interrupted; swap ${swapId} goes on without this program.`
    : 'Interrupted; nothing was sent.'
  throw new SwaprouteError('INTERRUPTED', message, {
    ...(moved ? { hint: resumeHint(swapId) } : {}),
    context: { receiptId: swapId, ...hashContext(state()) },
    funds,
  })
}

export function resumeHint(swapId: string): string {
  return `Continue with \`swaproute resume ${swapId}\`; it never pays twice.`
}

/** Hashes of everything that was signed, for machines. */
export function hashContext(state: SwapState): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const { leg, signed } of state.attempts) if (signed !== null) hashes[leg] = signed.hash
  return hashes
}
