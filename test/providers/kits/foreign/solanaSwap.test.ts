/** The order of what is signed around a swap on Solana: one that can only fail costs a fee. */
import { expect, test } from 'vitest'

import { associatedAccount, programs, wrappedSol } from '../../../../src/chains/solana/addresses.ts'
import type { SolanaInstruction, SolanaMessage } from '../../../../src/chains/solana/message.ts'
import { nativeToken } from '../../../../src/chains/tokens.ts'
import {
  readSolanaSwap,
  type SwapInstruction,
  type SwapProgram,
} from '../../../../src/providers/kits/foreign/solanaSwap.ts'

const payer = 'CjfBjFVBs6QRvRTpMdKTBxZ7PZuJvHXWQKGRvR7wFbdz'
const exchange = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const [ownSol, ownUsdc] = [wrappedSol, usdc].map((mint) =>
  associatedAccount(payer, mint, programs.token),
) as [string, string]
const coin = nativeToken('SOLANA').address
const amount = 100_000_000n

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function opening(account: string, mint: string): SolanaInstruction {
  const accounts = [payer, account, payer, mint, programs.system, programs.token]
  return { program: programs.associatedToken, accounts, data: Uint8Array.of(1) }
}

function moving(lamports: bigint): SolanaInstruction {
  const data = Uint8Array.of(2, 0, 0, 0, ...u64(lamports))
  return { program: programs.system, accounts: [payer, ownSol], data }
}

const steps = {
  open: opening(ownSol, wrappedSol),
  'open USDC': opening(ownUsdc, usdc),
  move: moving(amount),
  'move half': moving(amount / 2n),
  sync: { program: programs.token, accounts: [ownSol], data: Uint8Array.of(17) },
  close: { program: programs.token, accounts: [ownSol, payer, payer], data: Uint8Array.of(9) },
  wrap: { program: exchange, accounts: [payer, ownSol], data: Uint8Array.of(1) },
  unwrap: { program: exchange, accounts: [payer, ownSol], data: Uint8Array.of(2) },
  swap: { program: exchange, accounts: [payer, ownSol, ownUsdc], data: Uint8Array.of(0) },
} as const satisfies Record<string, SolanaInstruction>

type Step = keyof typeof steps

const selling = {
  method: 'swap',
  owner: payer,
  source: ownSol,
  destination: ownUsdc,
  srcMint: wrappedSol,
  dstMint: usdc,
  srcAmount: amount,
  minOut: 1n,
} satisfies SwapInstruction
const buying = {
  ...selling,
  source: ownUsdc,
  destination: ownSol,
  srcMint: usdc,
  dstMint: wrappedSol,
} satisfies SwapInstruction

function programOf(read: SwapInstruction): SwapProgram {
  return {
    address: exchange,
    read: () => read,
    wraps: ({ data: [kind] }) =>
      kind === 1 ? { wrapped: amount } : kind === 2 ? 'unwrapped' : null,
  }
}

function read(names: readonly Step[], swap: SwapInstruction): ReturnType<typeof readSolanaSwap> {
  const message: SolanaMessage = {
    signers: [payer],
    signatures: [new Uint8Array(64)],
    blockhash: payer,
    instructions: names.map((name) => steps[name]),
    writable: [payer, ownSol, ownUsdc],
    unknownTables: [],
  }
  return readSolanaSwap('Test', [programOf(swap)], message, null)
}

const sells: readonly (readonly [title: string, order: readonly Step[]])[] = [
  ['as Jupiter orders them', ['open', 'move', 'sync', 'open USDC', 'swap', 'close']],
  ['without openings', ['move', 'sync', 'swap']],
  ['in two parts', ['open', 'move half', 'move half', 'sync', 'swap']],
  ['in two parts, each synced', ['open', 'move half', 'sync', 'move half', 'sync', 'swap']],
  ['opened and synced twice', ['open', 'move', 'sync', 'open', 'sync', 'swap', 'close']],
  ['wrapped by the exchange', ['open', 'wrap', 'open USDC', 'swap', 'unwrap']],
]

test.each(sells)('SOL is sold %s', (_title, order) => {
  expect(read(order, selling)).toMatchObject({ srcToken: coin, dstToken: usdc, srcAmount: amount })
})

const buys: readonly (readonly [title: string, order: readonly Step[], dstToken: string])[] = [
  ['as Jupiter orders them', ['open', 'swap', 'close'], coin],
  ['and unwrapped by the exchange', ['open', 'swap', 'unwrap'], coin],
  ['and stays wrapped', ['open', 'swap'], wrappedSol],
  ['into an account that is opened anew', ['open', 'close', 'open', 'swap'], wrappedSol],
]

test.each(buys)('SOL is bought %s', (_title, order, dstToken) => {
  expect(read(order, buying)).toMatchObject({ srcToken: usdc, dstToken })
})

const refused: readonly (readonly [
  title: string,
  order: readonly Step[],
  swap: SwapInstruction,
  what: string,
])[] = [
  ['a sync before the SOL', ['open', 'sync', 'move', 'swap'], selling, 'before it is wrapped'],
  ['no sync', ['open', 'move', 'swap'], selling, 'before it is wrapped'],
  [
    'a sync of a part',
    ['open', 'move half', 'sync', 'move half', 'swap'],
    selling,
    'before it is wrapped',
  ],
  ['a sync after the swap', ['open', 'move', 'swap', 'sync'], selling, 'before it is wrapped'],
  ['SOL after the swap', ['open', 'sync', 'swap', 'move'], selling, 'wraps SOL after the swap'],
  ['a wrap after the swap', ['open', 'swap', 'wrap'], selling, 'wraps SOL after the swap'],
  ['an opening after the SOL', ['move', 'open', 'sync', 'swap'], selling, 'after it is used'],
  ['an opening after the sync', ['sync', 'open', 'move', 'swap'], selling, 'after it is used'],
  ['an opening after the wrap', ['wrap', 'open', 'swap'], selling, 'after it is used'],
  ['an opening after the close', ['close', 'open', 'swap'], buying, 'after it is used'],
  ['an opening after the swap', ['swap', 'open', 'close'], buying, 'after it is used'],
  ['a close before the swap', ['open', 'move', 'sync', 'close', 'swap'], selling, 'closed before'],
  ['an emptied account', ['open', 'move', 'sync', 'close', 'open', 'swap'], selling, 'is wrapped'],
  ['a destination that is closed', ['open', 'close', 'swap'], buying, 'closed before'],
  ['a second close', ['open', 'swap', 'close', 'unwrap'], buying, 'closed before'],
]

test.each(refused)('%s is refused', (_title, order, swap, what) => {
  expect(() => read(order, swap)).toThrow(what)
  expect(() => read(order, swap)).toThrow('(check E8)')
})
