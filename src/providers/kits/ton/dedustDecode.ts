import type { Cell } from '../../../chains/ton/cell.ts'
import { type CellReader, readCell } from '../../../chains/ton/reader.ts'
import { zeroAddress } from '../../../core/token.ts'
import type { DecodedTonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { dedustVaultOf, leadsThroughPools } from './dedustContracts.ts'
import { type TonEnvelope, foreignShare, opOf, toDeadline, type TonSwap } from './envelope.ts'

// Decodes instructions to DeDust's vaults, from the bytes alone.
// https://docs.dedust.io/reference/tlb-schemes (read 2026-11)

const nativeSwap = 0xea06185d
const jettonSwap = 0xe3a0d482
const maxSteps = 4

type Instruction = {
  amount: bigint
  pools: string[]
  /** Minimum of the last step, in the bought token. */
  minOut: bigint
  recipient: string | null
  deadlineSeconds: number | null
}

/**
 * Null for an instruction that is not a DeDust swap. A vault returns what it cannot swap to the
 * payer, by design.
 * @throws RangeError for an instruction that cannot be read
 */
export async function decodeDedust(
  { kind, target, amount, body }: TonEnvelope,
  { srcToken, dstToken }: TonSwap,
  context: ProviderContext,
): Promise<DecodedTonMessage | null> {
  const op = opOf(body)
  if (op !== (kind === 'coin' ? nativeSwap : jettonSwap)) return null
  if (kind !== 'coin' && kind !== 'jetton') return null
  const instruction = readInstruction(body, kind)
  if (instruction === null) return null
  const { pools, minOut, recipient, deadlineSeconds } = instruction
  const trusted = target === dedustVaultOf(srcToken)
  const isBought = trusted && (await leadsThroughPools(pools, srcToken, dstToken, context))
  const bought = dstToken.native ? zeroAddress : dstToken.address
  return {
    method: 'dedust swap',
    target,
    trusted,
    srcAmount: kind === 'coin' ? instruction.amount : amount,
    recipient,
    refundTo: null,
    dstToken: isBought ? bought : null,
    minOut,
    deadlineSeconds,
  }
}

function readInstruction(body: Cell, kind: 'coin' | 'jetton'): Instruction | null {
  const reader = readCell(body)
  reader.uint(32)
  if (kind === 'coin') reader.big(64)
  const amount = kind === 'coin' ? reader.coins() : 0n
  const pools: string[] = []
  let step: CellReader = reader
  let minOut = 0n
  for (;;) {
    const pool = step.address()
    const isGivenOut = step.bit()
    minOut = step.coins()
    const next = step.maybeRef()
    if (step !== reader) step.end()
    if (pool === null || isGivenOut || pools.length === maxSteps) return null
    pools.push(pool)
    if (next === null) break
    step = readCell(next)
  }
  const params = readCell(reader.ref())
  reader.end()
  const deadlineSeconds = toDeadline(params.big(32))
  const recipient = params.address()
  const referrer = params.address()
  if (referrer !== null) throw foreignShare(referrer)
  // Payloads for the recipients of output and refund, who are the user or refused elsewhere.
  params.maybeRef()
  params.maybeRef()
  params.end()
  return { amount, pools, minOut, recipient, deadlineSeconds }
}
