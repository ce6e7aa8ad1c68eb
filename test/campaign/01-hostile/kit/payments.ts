/** Payments that are really made, for the scenes with lies about them. */
import type { Hex } from 'viem'
import type { Facts } from './adapter.ts'
import type { Stage } from './stage.ts'

type Payment = { receipt: string; hash: Hex }

/**
 * Runs a line that pays, the signed bytes going through.
 * @throws Error where it was not paid
 */
export async function pay(stage: Stage, words: readonly string[]): Promise<Payment> {
  const { document } = await stage.run(words, undefined, { forwards: true })
  if (!document.ok) throw new Error(`not paid: ${JSON.stringify(document.error)}`)
  return { receipt: document.data.receiptId, hash: document.data.hashes.source }
}

/** A payment among the facts, as `<name>Receipt` and `<name>Hash`. */
export function named(name: string, { receipt, hash }: Payment): Record<string, string> {
  return { [`${name}Receipt`]: receipt, [`${name}Hash`]: hash }
}

/** Pays with a journal of its own, which is put aside under the name. */
export async function payAndKeep(
  stage: Stage,
  name: string,
  words: readonly string[],
): Promise<Record<string, string>> {
  stage.restore(null)
  const payment = await pay(stage, words)
  stage.keep(name)
  return named(name, payment)
}

/** The line that goes on with a payment of this name. */
export function resumeWords(
  { prepared }: Pick<Facts, 'prepared'>,
  name: string,
  account = 'alice',
): string[] {
  const receipt = prepared[`${name}Receipt`] ?? ''
  return ['resume', receipt, '--account', account, '--yes', '--no-wait']
}
