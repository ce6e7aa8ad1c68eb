import { SwaprouteError } from '../../../src/core/errors.ts'
import type { StatusName, SwapStatus } from '../../../src/core/status.ts'

/** What is asked of an adapter under one lie; a throw of its own words is no endorsement. */
export type Lie = {
  name: string
  ask(): Promise<SwapStatus>
  /** Words that would be an end without evidence; all three ends unless named. */
  never?: readonly StatusName[]
}

/** An honest state that has to be reported as it is. */
export type Truth = { name: string; ask(): Promise<SwapStatus>; word: StatusName }

export type Liar = { name: string; lies: readonly Lie[]; truths: readonly Truth[] }

const ends: readonly StatusName[] = ['SUCCESS', 'FAIL', 'REVERTED']

/** @throws Error where the lie was believed */
export async function expectDisbelief({ ask, never = ends }: Lie): Promise<void> {
  let status: SwapStatus
  try {
    status = await ask()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code !== 'INTERNAL') return
    throw thrown
  }
  if (never.includes(status.status)) throw new Error(`${status.status} ${status.note ?? ''}`)
  if (status.status !== 'INDETERMINATE' && status.destinationTxHash !== null) {
    throw new Error(`${status.status} with ${status.destinationTxHash}`)
  }
}

export async function expectBelief({ ask, word }: Truth): Promise<void> {
  const { status, note } = await ask()
  if (status !== word) throw new Error(`${status} instead of ${word}: ${note ?? ''}`)
}
