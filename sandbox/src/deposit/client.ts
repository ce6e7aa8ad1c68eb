import { SwaprouteError } from '../../../src/core/errors.ts'
import type {
  PlayedPayment,
  PlayRequest,
  SandboxDeposit,
} from '../../../src/core/sandboxPackage.ts'
import { callControl } from '../controlClient.ts'
import { readRecord, type SandboxRecord } from '../record.ts'

/**
 * Simulates a payment at the running sandbox.
 * @throws SwaprouteError SWAP_NOT_FOUND, INVALID_ARGUMENT, INVALID_AMOUNT, INVALID_ADDRESS, or
 * SANDBOX_UNAVAILABLE
 */
export async function payDeposit(stateDir: string, request: PlayRequest): Promise<PlayedPayment> {
  const answer = await callControl(running(stateDir), 'POST', '/deposits/pay', request)
  if (hasKey(answer, 'payment') && isPayment(answer.payment)) return answer.payment
  throw unreadable()
}

/** The orders at its exchanges, newest first. */
export async function listDeposits(stateDir: string): Promise<SandboxDeposit[]> {
  const answer = await callControl(running(stateDir), 'GET', '/deposits')
  const deposits = hasKey(answer, 'deposits') ? answer.deposits : null
  if (Array.isArray(deposits)) return deposits.filter(isDeposit)
  throw unreadable()
}

function running(stateDir: string): SandboxRecord {
  const record = readRecord(stateDir)
  if (record?.ready === true) return record
  throw new SwaprouteError('SANDBOX_UNAVAILABLE', 'The sandbox is not running.', {
    hint: 'Start it with `swaproute sandbox start`.',
  })
}

function unreadable(): SwaprouteError {
  return new SwaprouteError('SANDBOX_UNAVAILABLE', 'The running sandbox has another version.', {
    hint: 'Run `swaproute sandbox stop`, then `swaproute sandbox start`.',
  })
}

function isPayment(value: unknown): value is PlayedPayment {
  return hasTexts(value, ['provider', 'orderId', 'blockchain', 'symbol', 'amount', 'hash', 'from'])
}

function isDeposit(value: unknown): value is SandboxDeposit {
  return hasTexts(value, ['provider', 'orderId', 'stage', 'blockchain', 'symbol', 'amount'])
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => {
    const fields: unknown = value
    return (
      typeof fields === 'object' &&
      fields !== null &&
      typeof Object.getOwnPropertyDescriptor(fields, name)?.value === 'string'
    )
  })
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
