import { Buffer } from 'node:buffer'

import { wrappedSol } from '../../src/chains/solana/addresses.ts'
import { createJupiterProvider, type JupiterOptions } from '../../src/providers/jupiter.ts'
import { type Body, type Exchange, requestOf, tokenOf } from './depositSupport.ts'
import type { ForeignCase, ForeignSwapCase, HostileForeign } from './foreignCase.ts'
import recorded from './jupiter/usdc-to-sol.json' with { type: 'json' }
import recordedBuy from './jupiter/sol-to-usdc.json' with { type: 'json' }
import { solanaHash, solanaMined, solanaUnknown } from './solanaMined.ts'

/** The account of the recordings; this project has no key of it. */
const payer = 'CjfBjFVBs6QRvRTpMdKTBxZ7PZuJvHXWQKGRvR7wFbdz'
const mallory = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const [sol, usdc] = [tokenOf('SOLANA', 'SOL'), tokenOf('SOLANA', 'USDC')]
const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const [system, token] = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
]
/** The account of wrapped SOL, which is the payer's own. */
const ownSol = 'G1FG1CHLt32XiEzE7VX5BZXoDZodetRBReM69kbHRHvo'

type Use = { pubkey: string; isSigner: boolean; isWritable: boolean }

function use(pubkey: string, isSigner = false): Use {
  return { pubkey, isSigner, isWritable: true }
}

function instruction(programId: string, data: readonly number[], accounts: readonly Use[]): Body {
  return { programId, accounts, data: Buffer.from(data).toString('base64') }
}

/** The bytes of an instruction with some of them written over. */
function writtenOver(data: string, at: number, bytes: Uint8Array): string {
  const copy = Buffer.from(data, 'base64')
  copy.set(bytes, at)
  return copy.toString('base64')
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

const inSwap =
  (at: number, bytes: Uint8Array) =>
  (body: Body): void => {
    body.swapInstruction.data = writtenOver(body.swapInstruction.data, at, bytes)
  }
const account =
  (index: number, pubkey: string) =>
  (body: Body): void => {
    body.swapInstruction.accounts[index].pubkey = pubkey
  }
const besides =
  (one: Body) =>
  (body: Body): void => {
    body.otherInstructions = [one]
  }
const lamports = [...u64(1_000_000n)]

/** Places among the accounts of a method; `self` is the program's own. */
type Places = { owner: number; from: number; to: number; self: number }

/** What only this service could ask for; `first` is where the amounts of the method begin. */
function hostile(first: number, places: Places): HostileForeign[] {
  return [
    ['another destination', 'E8', account(places.to, mallory)],
    ['another source', 'E8', account(places.from, mallory)],
    ['another owner', 'E8', account(places.owner, mallory)],
    ['events of another program', 'E8', account(places.self, mallory)],
    ['a larger amount', 'E5', inSwap(first, u64(10n ** 12n))],
    ['a smaller amount', 'E5', inSwap(first, u64(1n))],
    ['half of the minimum', 'E9', inSwap(first + 8, u64(1n))],
    ['more slippage', 'E9', inSwap(first + 16, Uint8Array.of(0x10, 0x27))],
    ['a fee', 'E8', inSwap(first + 18, Uint8Array.of(1, 0))],
    ['a share of what is left', 'E8', inSwap(first + 20, Uint8Array.of(1, 0))],
    ['the older form', 'E8', inSwap(0, Buffer.from('e517cb977ae3ad2a', 'hex'))],
    ['exactly what comes out', 'E8', inSwap(0, Buffer.from('9d8ab85215f4f324', 'hex'))],
    ['another program', 'E8', (body) => (body.swapInstruction.programId = mallory)],
    [
      'a tip',
      'E8',
      (body) =>
        (body.tipInstruction = instruction(
          system,
          [2, 0, 0, 0, ...lamports],
          [use(payer, true), use(mallory)],
        )),
    ],
    [
      'SOL for another account',
      'E8',
      besides(instruction(system, [2, 0, 0, 0, ...lamports], [use(payer, true), use(mallory)])),
    ],
    [
      'more SOL than is swapped',
      'E5',
      besides(instruction(system, [2, 0, 0, 0, ...lamports], [use(payer, true), use(ownSol)])),
    ],
    [
      'a new owner of an account',
      'E8',
      besides(instruction(system, [1, 0, 0, 0, ...new Uint8Array(32)], [use(payer, true)])),
    ],
    [
      'an approval',
      'E8',
      besides(instruction(token, [4, ...lamports], [use(ownSol), use(mallory), use(payer, true)])),
    ],
    [
      'another authority',
      'E8',
      besides(
        instruction(token, [6, 2, 1, ...new Uint8Array(32)], [use(ownSol), use(payer, true)]),
      ),
    ],
    [
      'a transfer of tokens',
      'E8',
      besides(instruction(token, [3, ...lamports], [use(ownSol), use(mallory), use(payer, true)])),
    ],
    [
      'an account closed to another one',
      'E8',
      besides(instruction(token, [9], [use(ownSol), use(mallory), use(payer, true)])),
    ],
    ['an unknown program', 'E8', besides(instruction(mallory, [1], [use(payer, true)]))],
    ['a second swap', 'E8', (body) => (body.otherInstructions = [body.swapInstruction])],
    ['another signer', 'E8', besides(instruction(token, [17], [use(mallory, true)]))],
    [
      'an account of another owner',
      'E8',
      (body) => (body.setupInstructions[0].accounts[2].pubkey = mallory),
    ],
    [
      'rent that another account pays',
      'E8',
      (body) => {
        const [first] = body.setupInstructions[0].accounts
        Object.assign(first, { pubkey: mallory, isSigner: false })
      },
    ],
    // Its bytes are in another order then, and the swap only fails.
    [
      'accounts that may not change',
      'E8',
      (body) => {
        const { swapInstruction, setupInstructions, cleanupInstruction } = body
        for (const { accounts } of [swapInstruction, ...setupInstructions, cleanupInstruction]) {
          for (const one of accounts ?? []) one.isWritable = false
        }
      },
    ],
    ['an invalid address', 'E8', (body) => (body.swapInstruction.accounts[1].pubkey = '0OIl')],
    [
      'a price of a coin for the network',
      'E11',
      (body) =>
        (body.computeBudgetInstructions[0].data = Buffer.from([3, ...u64(10n ** 12n)]).toString(
          'base64',
        )),
    ],
    // A table marks an account as the payer's; the chain would show another owner.
    [
      'a table that renames the destination',
      'E8',
      (body) => {
        const [table = ''] = Object.keys(body.addressesByLookupTableAddress)
        body.addressesByLookupTableAddress[table].unshift(mallory)
        body.swapInstruction.accounts[places.to].pubkey = mallory
      },
    ],
  ]
}

/** One swap by its recorded answer, as any exchange behind Jupiter is asked for it. */
function swapOf(
  answer: Body,
  [src, dst]: readonly [typeof sol, typeof sol],
  labels: readonly string[] | null,
  first: number,
  places: Places,
): ForeignSwapCase {
  const [step] = answer.routePlan
  const body =
    labels === null
      ? answer
      : { ...answer, routePlan: [{ ...step, swapInfo: { ...step.swapInfo, label: labels[0] } }] }
  const words = [src, dst].map(({ native, address }) => (native ? wrappedSol : address))
  const dexes =
    labels === null
      ? ''
      : `&dexes=${labels.join(',').replaceAll(' ', '+').replaceAll(',', '%2C').replaceAll('(', '%28').replaceAll(')', '%29')}`
  const build: Exchange = {
    path: `/swap/v2/build?inputMint=${words[0]}&outputMint=${words[1]}&amount=${answer.inAmount}&taker=${payer}&slippageBps=100${dexes}`,
    body,
  }
  return {
    request: {
      ...requestOf(src, dst, BigInt(answer.inAmount), { slippageBps: 100 }),
      fromAddress: payer,
    },
    honest: { quote: [build], build: [build, build] },
    wire: {
      srcToken: 'inputMint',
      dstToken: 'outputMint',
      srcAmount: 'inAmount',
      dstAmount: 'outAmount',
    },
    reads: { target: jupiter },
    hostile: hostile(first, places),
  }
}

const direct = { owner: 0, from: 1, to: 2, self: 9 }
const shared = { owner: 1, from: 2, to: 5, self: 11 }

/** Accounts that a transaction takes from the tables of its answer, in the order of its own. */
function loadedBy(body: Body, data: string): { writable: string[]; readonly: string[] } {
  const bytes = Buffer.from(data, 'base64')
  const loaded: { writable: string[]; readonly: string[] } = { writable: [], readonly: [] }
  // The tables are at the end: a count, then of each its address and two lists of places.
  for (const [table, addresses] of Object.entries<string[]>(body.addressesByLookupTableAddress)) {
    const at = bytes.indexOf(Buffer.from(decode58(table)))
    if (at === -1) continue
    let place = at + 32
    for (const list of [loaded.writable, loaded.readonly]) {
      const count = bytes[place] ?? 0
      for (const index of bytes.subarray(place + 1, place + 1 + count)) {
        list.push(addresses[index] ?? '')
      }
      place += 1 + count
    }
  }
  return loaded
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function decode58(text: string): Uint8Array {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** The case of Jupiter, or of an exchange that is reached by its labels. */
export function jupiterCase(exchange?: NonNullable<JupiterOptions['exchange']>): ForeignCase {
  const labels = exchange?.labels ?? null
  return {
    source: {
      // The recordings name no exchange; with one, the request and the instructions are the same.
      kind: labels === null ? 'recorded' : 'shaped',
      from: 'github.com/1xmint/theradar, crates/radar-exec/fixtures/jupiter-build-*.json; lookup tables and accounts of the pools cut, a blockhash replaced',
      date: '2026-09-09',
    },
    create: (baseUrl) =>
      createJupiterProvider({
        baseUrl,
        apiKey: null,
        ...(exchange === undefined ? {} : { exchange }),
      }),
    ...swapOf(recorded, [usdc, sol], labels, 8, direct),
    refusals: [
      [400, { error: 'No routes found' }, 'NO_ROUTE'],
      [400, { error: 'x', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' }, 'NO_ROUTE'],
      [400, { error: 'x', errorCode: 'TOKEN_NOT_TRADABLE' }, 'NO_ROUTE'],
      [400, { error: 'Invalid amount' }, 'UPSTREAM_REFUSED'],
      [401, { code: 401, message: 'Unauthorized' }, 'UPSTREAM_REFUSED'],
      [429, { code: 429, message: '[API Gateway] Too many requests' }, 'RATE_LIMITED'],
      [500, { error: 'internal' }, 'UPSTREAM_FAILED'],
      [200, { inputMint: usdc.address }, 'UPSTREAM_FAILED'],
      [200, 'down for maintenance', 'UPSTREAM_FAILED'],
    ],
    mined: {
      hash: solanaHash,
      unknown: solanaUnknown,
      as: (transaction, how) => {
        const data = transaction.kind === 'solana' ? transaction.data : ''
        const isBuy = Buffer.from(data, 'base64').includes(Buffer.from('d19853937cfed8e9', 'hex'))
        const [answer, dstToken] = isBuy ? [recordedBuy, usdc] : [recorded, sol]
        const loaded = loadedBy(answer, data)
        return solanaMined(transaction, how, { dstToken, receiver: payer }, loaded)
      },
    },
    // The others differ from Jupiter in the request alone.
    ...(labels === null
      ? { more: { 'of native coins': swapOf(recordedBuy, [sol, usdc], labels, 9, shared) } }
      : {}),
  }
}
