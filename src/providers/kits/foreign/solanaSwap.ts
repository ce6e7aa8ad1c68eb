import type { QuoteRequest } from '../../../core/quote.ts'
import {
  associatedAccount,
  isTokenProgram,
  programs,
  wrappedSol,
} from '../../../chains/solana/addresses.ts'
import {
  readU32,
  readU64,
  type SolanaInstruction,
  type SolanaMessage,
} from '../../../chains/solana/message.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import type { SwaprouteError } from '../../../core/errors.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'

// A swap on Solana as its instructions show it: what the wallet signs other than the exchange's own
// instruction is known to the last byte, and the exchange's accounts are derived here from owner and
// mint, so that no claim of a service about them is trusted.

/** An exchange's instruction in our terms; null: an account of a table that is not known yet. */
export type SwapInstruction = {
  method: string
  /** Signs for the source account. */
  owner: string | null
  source: string | null
  destination: string | null
  srcMint: string | null
  dstMint: string | null
  srcAmount: bigint
  /** Enforced by the program on what reaches the destination. */
  minOut: bigint
}

/** An exchange's program, and the reader of its swaps; null for any other instruction of it. */
export type SwapProgram = {
  address: string
  read: (instruction: SolanaInstruction) => SwapInstruction | null
  /** Its own instructions that wrap or unwrap SOL of the payer; null for any other. */
  wraps?: (instruction: SolanaInstruction, payer: string) => Wrapping | null
}

/** Lamports moved to the payer's account of wrapped SOL, or that account turned into SOL. */
export type Wrapping = { wrapped: bigint } | 'unwrapped'

/** An account that decides something is in a lookup table. */
export class UnknownAccountError extends Error {}

/** Accounts signatures cost this many lamports each. https://solana.com/docs/core/fees */
const signatureLamports = 5_000n
const mostComputeUnits = 1_400_000n

type Around = {
  /** Lamports that were moved to the payer's account of wrapped SOL. */
  wrapped: bigint
  /** All of it is in that account's balance. */
  isSynced: boolean
  /** Wrapped SOL becomes SOL after the swap. */
  unwraps: boolean
  used: Set<string>
  opened: Set<string>
  /** And not opened again. */
  closed: Set<string>
  units: bigint | null
  price: bigint
  /** Structural faults first: the transaction only fails, or does not do what it states. */
  fault: string | null
}

/**
 * @param receiver whose accounts the output may reach, as well as the payer's; null: no other account
 * @throws UnknownAccountError where a table has to be read first
 * @throws SwaprouteError UNSAFE_ROUTE with check E8 for anything that is not this swap alone
 */
export function readSolanaSwap(
  provider: string,
  known: readonly SwapProgram[],
  { signers, instructions, writable }: SolanaMessage,
  receiver: string | null,
): DecodedForeign {
  const refuse = (what: string): SwaprouteError => unsafeForeign(provider, 'E8', what)
  const [payer, ...others] = signers
  if (payer === undefined || others.length > 0) throw refuse('needs another signature')
  const owners = receiver === null || receiver === payer ? [payer] : [payer, receiver]
  const around: Around = {
    wrapped: 0n,
    isSynced: false,
    unwraps: false,
    used: new Set(),
    opened: new Set(),
    closed: new Set(),
    units: null,
    price: 0n,
    fault: null,
  }
  let swap: { program: string; read: SwapInstruction } | null = null
  for (const instruction of instructions) {
    const program = known.find(({ address }) => address === instruction.program)
    if (program === undefined) {
      readAround(instruction, { payer, owners, isAfter: swap !== null }, around, refuse)
      continue
    }
    const wrapping = program.wraps?.(instruction, payer) ?? null
    if (wrapping !== null) {
      const own = associatedAccount(payer, wrappedSol, programs.token)
      if (wrapping === 'unwrapped') close(own, swap !== null, around)
      else {
        wrap(own, wrapping.wrapped, swap !== null, around)
        around.isSynced = true
      }
      continue
    }
    const read = program.read(instruction)
    if (read === null) throw refuse('uses a method this program does not know')
    if (swap !== null) throw refuse('swaps twice')
    for (const account of [read.source, read.destination]) use(account, around)
    const isUnready = around.wrapped > 0n && !around.isSynced
    if (isUnready) around.fault ??= 'swaps SOL before it is wrapped'
    swap = { program: program.address, read }
  }
  if (swap === null) throw refuse('does not swap')
  const { read, program } = swap
  if (must(read.owner) !== payer) throw refuse('spends the tokens of another account')
  const [srcMint, dstMint] = [must(read.srcMint), must(read.dstMint)]
  if (ownerOf(must(read.source), srcMint, [payer]) === null) {
    throw refuse("spends from an account that is not the payer's own")
  }
  const isFixed = [must(read.source), must(read.destination)].some((one) => !writable.includes(one))
  if (isFixed)
    throw refuse('may not change the accounts that it pays from and to, so it only fails')
  const recipient = ownerOf(must(read.destination), dstMint, owners)
  if (recipient === null) throw refuse('pays an account that does not belong to the receiver')
  const coin = nativeToken('SOLANA').address
  const isWrapping = srcMint === wrappedSol && around.wrapped > 0n
  if (around.wrapped !== (isWrapping ? read.srcAmount : 0n)) {
    throw unsafeForeign(provider, 'E5', 'moves an amount of SOL other than the one it swaps')
  }
  if (around.fault !== null) throw refuse(around.fault)
  const isUnwrapping = dstMint === wrappedSol && around.unwraps
  if (isUnwrapping && recipient !== payer) throw refuse('pays wrapped SOL to the receiver')
  const budget = around.price * (around.units ?? mostComputeUnits)
  return {
    method: `${provider} ${read.method}`,
    target: program,
    payer,
    recipient,
    srcToken: isWrapping ? coin : srcMint,
    dstToken: isUnwrapping ? coin : dstMint,
    srcAmount: read.srcAmount,
    minOut: read.minOut,
    networkFee: signatureLamports + (budget + 999_999n) / 1_000_000n,
    notes:
      around.opened.size > 0
        ? ['It opens your missing token accounts; each holds about 0.002 SOL as rent.']
        : [],
  }
}

function must(account: string | null): string {
  if (account === null) throw new UnknownAccountError('an account in a lookup table')
  return account
}

/** Whose associated account of a mint it is; null: none of them. */
function ownerOf(account: string, mint: string, owners: readonly string[]): string | null {
  const isOf = (owner: string): boolean =>
    [programs.token, programs.token2022].some(
      (program) => associatedAccount(owner, mint, program) === account,
    )
  return owners.find(isOf) ?? null
}

/** An account that the transaction closed before is not there. */
function use(account: string | null, around: Around): void {
  if (account === null) return
  if (around.closed.has(account)) around.fault ??= 'uses an account that it closed before'
  around.used.add(account)
}

/** What is opened after it was used was there before, or the transaction fails. */
function open(account: string, around: Around): void {
  const { used, opened, closed } = around
  if (used.has(account) && !opened.has(account))
    around.fault ??= 'opens an account after it is used'
  opened.add(account)
  closed.delete(account)
}

function wrap(account: string, lamports: bigint, isAfter: boolean, around: Around): void {
  use(account, around)
  if (isAfter) around.fault ??= 'wraps SOL after the swap'
  around.wrapped += lamports
  around.isSynced = false
}

/** Whatever it holds becomes SOL. */
function close(account: string, isAfter: boolean, around: Around): void {
  use(account, around)
  around.closed.add(account)
  around.isSynced = false
  around.unwraps ||= isAfter
}

/** Everything a wallet may be asked to sign beside the swap; anything else is refused. */
function readAround(
  { program, accounts, data }: SolanaInstruction,
  { payer, owners, isAfter }: { payer: string; owners: readonly string[]; isAfter: boolean },
  around: Around,
  refuse: (what: string) => SwaprouteError,
): void {
  const account = (index: number): string => must(accounts[index] ?? null)
  const ownSol = (): string => associatedAccount(payer, wrappedSol, programs.token)
  const [kind] = data
  if (program === programs.computeBudget && kind === 2 && data.length === 5) {
    around.units = BigInt(readU32(data, 1))
    return
  }
  if (program === programs.computeBudget && kind === 3 && data.length === 9) {
    around.price = readU64(data, 1)
    return
  }
  // Creates an account unless it is there.
  if (program === programs.associatedToken && kind === 1 && data.length === 1) {
    const [tokenProgram, mint] = [account(5), account(3)]
    // The payer alone signs, and so alone can pay the rent.
    const isOwn =
      account(0) === payer && owners.includes(account(2)) && isTokenProgram(tokenProgram)
    if (isOwn && associatedAccount(account(2), mint, tokenProgram) === account(1)) {
      open(account(1), around)
      return
    }
    throw refuse('opens an account of another owner')
  }
  if (program === programs.system && data.length === 12 && readU32(data, 0) === 2) {
    if (account(0) === payer && account(1) === ownSol()) {
      wrap(ownSol(), readU64(data, 4), isAfter, around)
      return
    }
    throw refuse(`sends SOL to ${account(1)}`)
  }
  if (program === programs.token && data.length === 1 && account(0) === ownSol()) {
    if (kind === 17) {
      use(ownSol(), around)
      around.isSynced = true
      return
    }
    if (kind === 9 && account(1) === payer && account(2) === payer) {
      close(ownSol(), isAfter, around)
      return
    }
  }
  throw refuse(`contains an instruction for ${program} that a swap does not need`)
}

/** Whether a request names wrapped SOL, which must then be neither wrapped nor unwrapped. */
export function tradesWrapped({ srcToken, dstToken }: QuoteRequest): boolean {
  return [srcToken, dstToken].some(({ native, address }) => !native && address === wrappedSol)
}
