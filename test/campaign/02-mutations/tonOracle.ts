import { Address, Cell, type Slice } from '@ton/core'

import type { TonMessage } from '../../../src/core/transaction.ts'
import type { Token } from '../../../src/core/token.ts'
import { stonfiRouters } from '../../../src/providers/kits/ton/stonfiContracts.ts'
import { poolOf, vaultOf } from '../../providers/dedust/support.ts'
import {
  ptonWallet as toncoPton,
  router as toncoRouter,
} from '../../providers/tonco_dex/support.ts'
import { notcoin, payer, raw, toncoin, usdt, walletOf } from '../../providers/tonSupport.ts'

// What messages on TON do, read with TON's own library and compared with the tests' own contracts:
// nothing of the program's decoders is used.

export type Accepted = { srcToken: Token; dstToken: Token; srcAmount: bigint; minOut: bigint }

/** What is wrong with the messages, or null where they keep every term. */
export function harmOf(messages: readonly TonMessage[], accepted: Accepted): string | null {
  let [sold, minOut] = [0n, 0n]
  for (const message of messages) {
    try {
      const read = readMessage(message, accepted)
      const along = message.amount - (accepted.srcToken.native ? read.sold : 0n)
      if (along < 0n || along > 1_100_000_000n) return `${along} nanoton go along`
      if (message.stateInit !== null) return 'code comes along'
      sold += read.sold
      minOut += read.minOut
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown)
    }
  }
  if (sold !== accepted.srcAmount) return `${sold} are sold, not ${accepted.srcAmount}`
  return minOut < accepted.minOut ? `at least ${minOut}, not ${accepted.minOut}` : null
}

type Read = { sold: bigint; minOut: bigint }

function readMessage({ address, amount, payload }: TonMessage, accepted: Accepted): Read {
  const to = rawOf(Address.parse(address))
  const body = Cell.fromBase64(payload ?? '').beginParse()
  const op = body.loadUint(32)
  body.loadUintBig(64)
  const sold = body.loadCoins()
  if (!accepted.srcToken.native) {
    if (op !== 0x0f8a7ea5) throw new Error(`op ${op} to a jetton wallet`)
    must(to === walletOf(accepted.srcToken.address, payer), `goes to ${to}`)
    const destination = rawOf(body.loadAddress())
    mustBePayer(body.loadMaybeAddress(), 'what is left')
    must(body.loadMaybeRef() === null, 'an order to the jetton wallet')
    must(body.loadCoins() <= amount, 'hands on more than goes along')
    const inner = body.loadBit() ? body.loadRef().beginParse() : body
    return { sold, minOut: readSwap(inner, destination, accepted) }
  }
  if (op === 0xea06185d) {
    must(to === vaultOf(toncoin), `a vault at ${to}`)
    return { sold, minOut: readDedust(body, accepted) }
  }
  if (op === 0x01f3835d) {
    mustBePayer(body.loadMaybeAddress(), 'the refund')
    const inner = body.loadBit() ? body.loadRef().beginParse() : body
    return { sold, minOut: readSwap(inner, routerAt(to), accepted) }
  }
  if (op === 0x0f8a7ea5) {
    const destination = rawOf(body.loadAddress())
    const [own] = stonfiRouters().filter(({ version }) => version === 1)
    must(to === own?.ptonWallet && destination === own.router, `proxy TON at ${to}`)
    body.loadMaybeAddress()
    must(body.loadMaybeRef() === null, 'an order to proxy TON')
    body.loadCoins()
    const inner = body.loadBit() ? body.loadRef().beginParse() : body
    return { sold, minOut: readSwap(inner, destination, accepted) }
  }
  throw new Error(`op ${op}`)
}

/** Whose proxy TON this is. */
function routerAt(wallet: string): string {
  if (wallet === toncoPton) return toncoRouter
  const found = stonfiRouters().find(
    ({ ptonWallet, version }) => ptonWallet === wallet && version === 2,
  )
  if (found === undefined) throw new Error(`proxy TON at ${wallet}`)
  return found.router
}

function readSwap(body: Slice, router: string, accepted: Accepted): bigint {
  const op = body.loadUint(32)
  const { dstToken } = accepted
  if (op === 0xe3a0d482) {
    must(router === vaultOf(accepted.srcToken), `a vault at ${router}`)
    return readDedust(body, accepted)
  }
  const ask = rawOf(body.loadAddress())
  if (op === 0xa7fb58f8) {
    must(router === toncoRouter, `TONCO at ${router}`)
    must(
      ask === (dstToken.native ? toncoPton : walletOf(dstToken.address, router)),
      `buys at ${ask}`,
    )
    body.loadUintBig(160)
    const minOut = body.loadCoins()
    mustBePayer(body.loadMaybeAddress(), 'the receiver')
    must(!body.loadBit() && body.remainingRefs === 0, 'a further pool')
    return minOut
  }
  const known = stonfiRouters().find((row) => row.router === router)
  if (known === undefined) throw new Error(`a router at ${router}`)
  must(
    ask === (dstToken.native ? known.ptonWallet : walletOf(dstToken.address, router)),
    `buys at ${ask}`,
  )
  if (op === 0x25938561) {
    const minOut = body.loadCoins()
    mustBePayer(body.loadMaybeAddress(), 'the receiver')
    return minOut
  }
  must(op === 0x6664de2a, `op ${op}`)
  mustBePayer(body.loadMaybeAddress(), 'the refund')
  mustBePayer(body.loadMaybeAddress(), 'what is left')
  const terms = body.loadRef().beginParse()
  const minOut = terms.loadCoins()
  mustBePayer(terms.loadMaybeAddress(), 'the receiver')
  terms.loadCoins()
  must(terms.loadMaybeRef() === null, 'an order for the output')
  terms.loadCoins()
  must(terms.loadMaybeRef() === null, 'an order for the refund')
  return minOut
}

/** Pools of DeDust's own factory, by the pair they hold. */
const pairs: readonly (readonly [string, Token, Token])[] = [
  [poolOf(toncoin, usdt), toncoin, usdt],
  [poolOf(toncoin, usdt, 1), toncoin, usdt],
  [poolOf(toncoin, notcoin), toncoin, notcoin],
]

function readDedust(body: Slice, { srcToken, dstToken }: Accepted): bigint {
  let held = srcToken
  let step = body
  let minOut = 0n
  for (;;) {
    const place = rawOf(step.loadAddress())
    must(!step.loadBit(), 'an exact output')
    minOut = step.loadCoins()
    const next = step.loadMaybeRef()
    const pair = pairs.find(([pool]) => pool === place)
    if (pair === undefined) throw new Error(`a pool at ${place}`)
    const [, one, two] = pair
    must(one.address === held.address || two.address === held.address, 'a pool of other tokens')
    held = one.address === held.address ? two : one
    if (next === null) break
    step = next.beginParse()
  }
  must(held.address === dstToken.address, `buys ${held.symbol}`)
  const params = body.loadRef().beginParse()
  params.loadUint(32)
  mustBePayer(params.loadMaybeAddress(), 'the receiver')
  return minOut
}

/** A missing receiver means the payer, by design of all these instructions. */
function mustBePayer(address: Address | null, what: string): void {
  if (address !== null) must(rawOf(address) === raw(payer), `${what} goes to ${rawOf(address)}`)
}

function rawOf(address: Address): string {
  return address.toRawString()
}

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}
