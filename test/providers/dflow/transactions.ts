import { base58 } from '@scure/base'

import { associatedAccount, programs, wrappedSol } from '../../../src/chains/solana/addresses.ts'
import { type WrittenInstruction, writeTransaction } from '../../../src/chains/solana/message.ts'
import type { Token } from '../../../src/core/token.ts'
import { type Body, type Chains, tokenOf } from '../depositSupport.ts'

// Transactions of DFlow's program by its IDL, and a node that runs them.

export const payer = 'CjfBjFVBs6QRvRTpMdKTBxZ7PZuJvHXWQKGRvR7wFbdz'
export const mallory = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
/** A market of the recorded answer, and the program's own account for events. */
export const market = '8FnX3xo2yYw3EUE6w3nQA4GfXGS9wpK6oj3veJpbFzLo'
const events = '8xeaWCsJYxRoudEZGJWURdfrtFhLYZz9b4iHJnW5tb3d'
export const dflow = 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH'
const usdt = tokenOf('SOLANA', 'USDT')
const blockhash = new Uint8Array(32).fill(7)

export function le(size: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes.subarray(0, size)
}

export type Terms = {
  amount: bigint
  quoted: bigint
  slippageBps: bigint
  feeBps?: bigint
  /** Tag of the action, its bytes behind the amount. */
  action?: readonly [tag: number, rest: number]
  more?: Buffer
  method?: string
}

/** One action, and the terms behind it. */
export function swapData(terms: Terms): Buffer {
  const { amount, quoted, slippageBps, feeBps = 0n, action = [40, 1], more, method } = terms
  return Buffer.concat([
    Buffer.from(method ?? 'f8c69e91e17587c8', 'hex'),
    le(4, 1n),
    Buffer.of(action[0]),
    le(8, amount),
    Buffer.alloc(action[1]),
    le(8, quoted),
    le(2, slippageBps),
    le(2, feeBps),
    more ?? Buffer.alloc(0),
  ])
}

export type Parts = { instructions: WrittenInstruction[]; terms: Terms; swap: WrittenInstruction }

export function use(address: string, isSigner = false, isWritable = true) {
  return { address, isSigner, isWritable }
}

export function partsOf(src: Token, dst: Token, terms: Terms): Parts {
  const mints = [src, dst].map(({ native, address }) => (native ? wrappedSol : address))
  const [from, to] = mints.map((mint) => associatedAccount(payer, mint, programs.token))
  const ownSol = associatedAccount(payer, wrappedSol, programs.token)
  const { token, associatedToken, system } = programs
  const plain = (address: string) => use(address, false, false)
  const swap: WrittenInstruction = {
    program: dflow,
    accounts: [
      ...[token, associatedToken, system].map(plain),
      use(payer, true),
      ...[events, dflow].map(plain),
      ...[from ?? '', to ?? '', market].map((one) => use(one)),
    ],
    data: swapData(terms),
  }
  const wrap: WrittenInstruction = {
    program: dflow,
    accounts: [
      use(payer, true),
      use(ownSol),
      ...[wrappedSol, token, associatedToken, system].map(plain),
    ],
    data: Buffer.concat([Buffer.from('2f3e9bac83cd25c9', 'hex'), le(8, terms.amount)]),
  }
  const unwrap: WrittenInstruction = {
    program: dflow,
    accounts: [use(payer, true), use(ownSol), plain(token)],
    data: Buffer.from('63280e692d6bacc9', 'hex'),
  }
  const price = {
    program: programs.computeBudget,
    accounts: [],
    data: Buffer.concat([Buffer.of(3), le(8, 134n)]),
  }
  const open: WrittenInstruction = {
    program: associatedToken,
    accounts: [
      use(payer, true),
      use(to ?? ''),
      plain(payer),
      plain(mints[1] ?? ''),
      plain(system),
      plain(token),
    ],
    data: Buffer.of(1),
  }
  return {
    instructions: [
      price,
      ...(dst.native ? [] : [open]),
      ...(src.native ? [wrap] : []),
      swap,
      ...(dst.native ? [unwrap] : []),
    ],
    terms,
    swap,
  }
}

export function transactionOf(instructions: readonly WrittenInstruction[]): string {
  return Buffer.from(writeTransaction(payer, blockhash, instructions, {}, new Set())).toString(
    'base64',
  )
}

/** A token account as the chain stores it. */
function tokenAccount(mint: string, owner: string, amount: bigint, delegate?: boolean): Body {
  const data = Buffer.concat([
    base58.decode(mint),
    base58.decode(owner),
    le(8, amount),
    Buffer.alloc(36, delegate === true ? 1 : 0),
    Buffer.of(1),
    Buffer.alloc(56),
  ])
  const lamports = 2_039_280n + (mint === wrappedSol ? amount : 0n)
  return {
    owner: programs.token,
    lamports: Number(lamports),
    data: [data.toString('base64'), 'base64'],
  }
}

const wallet = (lamports: number): Body => ({
  owner: programs.system,
  lamports,
  data: ['', 'base64'],
})

export type Outcome = {
  spent?: bigint
  gained?: bigint
  delegate?: true
  fails?: true
  robs?: true
}

/** A node that runs whatever it is given, always with the same outcome. */
export function simulating(src: Token, dst: Token, terms: Terms, how: Outcome = {}): Chains {
  const { spent = terms.amount, gained = terms.quoted } = how
  const fee = 5_027n
  const coins = 3_000_000_000n
  const left = coins - fee - (src.native ? spent : 0n) + (dst.native ? gained : 0n)
  const [from, to] = [src, dst].map(({ native, address }) =>
    native ? '' : associatedAccount(payer, address, programs.token),
  )
  const accountOf = (address: string, isAfter: boolean): Body => {
    if (address === payer) return wallet(Number(isAfter ? left : coins))
    if (address === from) {
      return tokenAccount(
        src.address,
        payer,
        10n ** 12n - (isAfter ? spent : 0n),
        isAfter && how.delegate,
      )
    }
    if (address === to) {
      return tokenAccount(dst.address, payer, 5n + (isAfter ? gained : 0n), isAfter && how.delegate)
    }
    return address === market
      ? tokenAccount(usdt.address, how.robs === true ? payer : mallory, isAfter ? 1n : 9n)
      : null
  }
  const answer = (key: string): Body => {
    const [chain, method, params] = JSON.parse(key)
    if (chain !== 'SOLANA') return undefined
    if (method === 'getMultipleAccounts') {
      return { value: params[0].map((one: string) => accountOf(one, false)) }
    }
    if (method !== 'simulateTransaction') return undefined
    const { addresses } = params[1].accounts
    const err = how.fails === true ? { InstructionError: [3, { Custom: 15_001 }] } : null
    return { value: { err, accounts: addresses.map((one: string) => accountOf(one, true)) } }
  }
  const rpc = new Proxy<Record<string, unknown>>(
    {},
    {
      has: (_, key) => answer(String(key)) !== undefined,
      get: (_, key) => answer(String(key)),
    },
  )
  return { nodes: ['SOLANA'], rpc }
}
