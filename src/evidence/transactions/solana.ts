import { readSolanaMessage } from '../../chains/solana/message.ts'
import { readSolanaTransaction, type SolanaMined } from '../solana.ts'
import type { ChainPayment, TransactionReader } from './transaction.ts'

/** Programs that only set limits or create accounts; the others say who was called. */
const systemPrograms: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  '11111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
])

export const readOnSolana: TransactionReader = async (blockchain, hash, source) => {
  const mined = await readSolanaTransaction(hash, source)
  if (mined === null) return null
  const message = messageOf(mined)
  const sender = message?.signers[0] ?? null
  const programs = [...new Set((message?.instructions ?? []).map(({ program }) => program))]
  const called = programs.filter((program) => !systemPrograms.has(program))
  return {
    blockchain,
    hash,
    state: mined.failed ? 'failed' : 'done',
    atMs: mined.atMs,
    sender,
    touched: called,
    payments: mined.failed ? [] : paymentsOf(mined, sender),
    kind: { is: message !== null && called.length === 0 ? 'transfer' : 'call' },
  }
}

/** What each account gained or lost; the reader does not store a coin's payee. */
function paymentsOf({ changes, payerGain }: SolanaMined, sender: string | null): ChainPayment[] {
  const tokens = changes.map(({ owner, mint, change, decimals }): ChainPayment => {
    const own = { token: mint, ...(decimals === null ? {} : { decimals }) }
    return change > 0n
      ? { ...own, amount: change, from: null, to: owner }
      : { ...own, amount: -change, from: owner, to: null }
  })
  if (sender === null || payerGain === 0n) return tokens
  const coins: ChainPayment =
    payerGain > 0n
      ? { token: null, amount: payerGain, from: null, to: sender }
      : { token: null, amount: -payerGain, from: sender, to: null }
  return [...tokens, coins]
}

function messageOf({ bytes, loaded }: SolanaMined): ReturnType<typeof readSolanaMessage> | null {
  try {
    return readSolanaMessage(bytes, { loaded })
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
