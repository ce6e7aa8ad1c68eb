import { BitBuilder, beginCell, Cell } from '@ton/core'

import type { TonMessage } from '../../../src/core/transaction.ts'
import { nativeVault } from '../../providers/dedust/support.ts'
import { routerV1, routerV2 } from '../../providers/stonfi/support.ts'
import type { Honest } from '../../providers/tonHostile.ts'
import {
  friend,
  friendly,
  mallory,
  notcoin,
  payer,
  raw,
  usdt,
  walletOf,
  withAddress,
  withCoins,
} from '../../providers/tonSupport.ts'
import type { Random } from '../support/random.ts'
import { tonco } from './tonCases.ts'

// What a hostile service may do to messages. Nothing here knows whether the result is safe.

type Bend = (honest: Honest, random: Random) => TonMessage[]

const nano = 1_000_000_000n
const people = [payer, friend, mallory].map(raw)
const contracts = [
  nativeVault,
  ...[routerV1, routerV2, tonco].flatMap(({ router, ptonWallet }) => [router, ptonWallet]),
  ...[usdt, notcoin].flatMap(({ address }) => [
    walletOf(address, payer),
    walletOf(address, mallory),
    ...[routerV1, routerV2, tonco].map(({ router }) => walletOf(address, router)),
  ]),
]

function one(bend: (message: TonMessage, honest: Honest, random: Random) => TonMessage): Bend {
  return (honest, random) => {
    const at = random.below(honest.messages.length)
    return honest.messages.map((message, index) =>
      index === at ? bend(message, honest, random) : message,
    )
  }
}

/** Bends one cell of the payload, wherever it hangs. */
function onCell(bend: (cell: Cell, random: Random) => Cell): Bend {
  return one((message, _, random) => {
    const root = Cell.fromBase64(message.payload ?? '')
    const at = random.below(countOf(root))
    const bent = bentAt(root, { at }, (cell) => bend(cell, random))
    return { ...message, payload: bent.toBoc().toString('base64') }
  })
}

function countOf(cell: Cell): number {
  return 1 + cell.refs.reduce((sum, ref) => sum + countOf(ref), 0)
}

/** Counts down in depth-first order. */
function bentAt(cell: Cell, left: { at: number }, bend: (cell: Cell) => Cell): Cell {
  if (left.at === 0) {
    left.at = -1
    return bend(cell)
  }
  left.at -= 1
  const refs = cell.refs.map((ref) => (left.at < 0 ? ref : bentAt(ref, left, bend)))
  return new Cell({ bits: cell.bits, refs })
}

/** Half of the time near the end, where the flags of further orders are. */
function flipped(cell: Cell, random: Random): Cell {
  const size = Math.max(1, cell.bits.length)
  const at = random.below(2) === 0 ? random.below(size) : Math.max(0, size - 1 - random.below(30))
  const bits = new BitBuilder()
  for (let bit = 0; bit < cell.bits.length; bit += 1)
    bits.writeBit(cell.bits.at(bit) !== (bit === at))
  return new Cell({ bits: bits.build(), refs: cell.refs })
}

function cutShort(cell: Cell, random: Random): Cell {
  const bits = cell.bits.substring(0, random.below(cell.bits.length + 1))
  return new Cell({ bits, refs: random.below(2) === 0 ? cell.refs : cell.refs.slice(1) })
}

function longer(cell: Cell, random: Random): Cell {
  const more = beginCell().storeSlice(cell.beginParse())
  if (random.below(2) === 0 && cell.bits.length < 1_000) more.storeUint(random.below(256), 8)
  else if (cell.refs.length < 4) more.storeRef(beginCell().storeUint(random.below(256), 8))
  return more.endCell()
}

/** An additional reference: a further order, an order to the jetton wallet. */
function withReference(cell: Cell, random: Random): Cell {
  if (cell.refs.length === 4) return cell
  const found = flipped(cell, random)
  const order = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(random.below(99), 64).endCell()
  const refs = random.below(2) === 0 ? [order, ...found.refs] : [...found.refs, order]
  return new Cell({ bits: found.bits, refs })
}

export const tonMutations: readonly [string, Bend][] = [
  [
    'another party',
    one((m, _, random) =>
      withAddress(m, random.pick(people), random.pick([...people, ...contracts])),
    ),
  ],
  [
    'another contract inside',
    one((m, _, random) =>
      withAddress(m, random.pick(contracts), random.pick([...people, ...contracts])),
    ),
  ],
  [
    'another amount inside',
    one((m, { request: { srcAmount } }, random) =>
      withCoins(
        m,
        srcAmount,
        random.pick([0n, 1n, srcAmount - 1n, srcAmount + 1n, srcAmount * 2n]),
      ),
    ),
  ],
  [
    'another minimum inside',
    one((m, { dstMinAmount }, random) =>
      withCoins(m, dstMinAmount, random.pick([0n, 1n, dstMinAmount - 1n, dstMinAmount + 1n])),
    ),
  ],
  [
    'other coins for the work',
    one((m, _, random) => {
      const usual = [
        240_000_000n,
        250_000_000n,
        300_000_000n,
        125_000_000n,
        175_000_000n,
        500_000_000n,
        185_000_000n,
      ]
      const other = random.pick([0n, 1n, 1_000n, 9_999_999n, 10_000_000n, nano, 100n * nano])
      return usual.reduce((bent, coins) => withCoins(bent, coins, other), m)
    }),
  ],
  [
    'another address',
    one((m, _, random) => ({ ...m, address: friendly(random.pick([...people, ...contracts])) })),
  ],
  [
    'another amount along',
    one((m, { request: { srcAmount } }, random) => ({
      ...m,
      amount: random.pick([
        1n,
        srcAmount,
        m.amount - 1n,
        m.amount + 1n,
        m.amount + nano,
        m.amount * 10n,
      ]),
    })),
  ],
  ['code along', one((m) => ({ ...m, stateInit: m.payload }))],
  ['no instruction', one((m) => ({ ...m, payload: null }))],
  ['a bent bit', onCell(flipped)],
  ['a bent bit elsewhere', onCell(flipped)],
  ['a cell cut short', onCell(cutShort)],
  ['a longer cell', onCell(longer)],
  ['a further order', onCell(withReference)],
  ['a message twice', ({ messages }, random) => [...messages, random.pick(messages)]],
  ['a message less', ({ messages }) => messages.slice(1)],
  [
    'a message to another account',
    ({ messages }) => [
      ...messages,
      { address: friendly(mallory), amount: nano, payload: null, stateInit: null },
    ],
  ],
  ['messages in another order', ({ messages }, random) => random.shuffled(messages)],
  ['nothing', ({ messages }) => messages],
]
