import { wrappedSol } from '../../../chains/solana/addresses.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import { type SimulatedAccount, simulateOnSolana } from '../../../evidence/solanaSimulation.ts'
import type { ForeignForm } from './form.ts'
import { solanaForm, type SolanaProof } from './solanaForm.ts'
import type { SwapProgram } from './solanaSwap.ts'
import { readForeignTerms, unknownYet } from './status.ts'

// Exchanges of Solana whose instruction names an amount and a minimum, and leaves mints and accounts to
// its route: what it takes and pays is proved by a simulation of the whole transaction, in which no
// other account of the payer may change (docs/safety.md E8, E10).

/** A node answers for a hundred accounts at a time. */
const mostAccounts = 100
/** Rent of the accounts that a swap may open, lamports: five of them. */
const mostRent = 10_500_000n

/** Of a new account: no delegate, in use, no other authority to close it. */
const noPowers = `${'00'.repeat(36)}01${'00'.repeat(44)}`

type Mints = { srcMint: string; dstMint: string }

/** @param programOf the program's reader, for a swap of these mints */
export function simulatedForm(
  provider: string,
  address: string,
  programOf: (mints: Mints) => SwapProgram,
): ForeignForm {
  const formOf = (srcToken: string, dstToken: string): ForeignForm => {
    const [srcMint, dstMint] = [mintOf(srcToken), mintOf(dstToken)]
    const program = programOf({ srcMint, dstMint })
    return solanaForm(provider, [program], 'own', proofOf(provider, { srcMint, dstMint }))
  }
  return {
    blockchain: 'SOLANA',
    targets: [address],
    decode: async (transaction, swap, context) =>
      await formOf(swap.srcToken.address, swap.dstToken.address).decode(transaction, swap, context),
    status: async (ref, context) => {
      const terms = readForeignTerms(ref.providerState)
      return terms === null
        ? unknownYet()
        : await formOf(terms.srcToken, terms.dstToken).status(ref, context)
    },
  }
}

function mintOf(token: string): string {
  return token === nativeToken('SOLANA').address ? wrappedSol : token
}

function proofOf(provider: string, { srcMint, dstMint }: Mints): SolanaProof {
  return async ({ data, message, read }, context) => {
    const { payer } = read
    const refuse = (rule: string, what: string) => unsafeForeign(provider, rule, what)
    const addresses = [...new Set(message.writable.filter((one) => one !== null))]
    if (addresses.length > mostAccounts) throw refuse('E10', 'changes too many accounts')
    const accounts = await simulateOnSolana(data, addresses, context)
    if (accounts === null) throw refuse('E10', 'fails when it is simulated')

    const own = accounts.filter((one) => isOwn(one, payer))
    const isUnchanged = ({ before, after }: SimulatedAccount): boolean =>
      after === null ||
      (after.token?.owner === payer && after.token.powers === (before?.token?.powers ?? noPowers))
    if (!own.every(isUnchanged)) throw refuse('E8', 'gives away control of your account')
    const gainOf = (mint: string): bigint =>
      own.reduce((sum, { before, after }) => {
        const of = (one: typeof before): bigint =>
          one?.token?.mint === mint ? one.token.amount : 0n
        return sum + of(after) - of(before)
      }, 0n)
    const mints = own.flatMap(({ before, after }) =>
      [before, after].flatMap((one) => (one?.token == null ? [] : [one.token.mint])),
    )
    const others = new Set(mints.filter((mint) => mint !== wrappedSol && mint !== srcMint))
    if ([...others].some((mint) => gainOf(mint) < 0n)) {
      throw refuse('E10', 'takes a token that is not swapped')
    }
    // SOL and wrapped SOL are one balance; what opens accounts and pays the network is set apart.
    const opened = accounts.filter(({ before, after }) => before === null && after !== null)
    const rent = opened.reduce(
      (sum, one) => sum + (isWrapped(one) ? 0n : (one.after?.lamports ?? 0n)),
      0n,
    )
    if (rent > mostRent) throw refuse('E5', 'opens accounts for more SOL than a swap needs')
    const spare = rent + (read.networkFee ?? 0n)
    const sol = accounts
      .filter((one) => one.address === payer || (isOwn(one, payer) && isWrapped(one)))
      .reduce(
        (sum, { before, after }) => sum + (after?.lamports ?? 0n) - (before?.lamports ?? 0n),
        0n,
      )
    const gained = (mint: string): bigint => (mint === wrappedSol ? sol + spare : gainOf(mint))
    const spent = -(srcMint === wrappedSol ? sol + spare : gainOf(srcMint))
    if (srcMint !== wrappedSol && dstMint !== wrappedSol && sol < -spare) {
      throw refuse('E10', 'takes SOL that is not swapped')
    }
    // What a pool leaves of the amount stays the payer's; a hundredth of it is a partial fill.
    if (spent > read.srcAmount) throw refuse('E5', 'takes more than it swaps')
    if (spent * 100n < read.srcAmount * 99n) throw refuse('E10', 'swaps a part of the amount')
    if (gained(dstMint) < read.minOut) {
      throw refuse('E10', 'pays less than its minimum when it is simulated')
    }
  }
}

function isOwn({ before, after }: SimulatedAccount, payer: string): boolean {
  return before?.token?.owner === payer || after?.token?.owner === payer
}

function isWrapped({ before, after }: SimulatedAccount): boolean {
  return (before ?? after)?.token?.mint === wrappedSol
}
