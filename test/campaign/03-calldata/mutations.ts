import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem'

import type { Random } from '../support/random.ts'
import { type Case, friend, mallory, payer } from './swapCase.ts'

// What a hostile service may do to call data. Nothing here knows whether the result is safe.

export type Bend = (given: Case, random: Random) => Case

const digits = 64
const words = (data: string): string[] => data.slice(10).match(/.{1,64}/g) ?? []
const joined = (data: string, list: readonly string[]): string => data.slice(0, 10) + list.join('')
const wordOf = (value: bigint | string): string =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(digits, '0')

function onData(bend: (data: string, given: Case, random: Random) => string): Bend {
  return (given, random) => ({
    ...given,
    transaction: { ...given.transaction, data: bend(given.transaction.data, given, random) },
  })
}

function isAddressShaped(text: string): boolean {
  return /^0x[\da-f]{40}$/i.test(text)
}

/** An account of another chain is no word of a call; the payer stands for it. */
function receiverOf({ receiver }: Case['terms']): string {
  return isAddressShaped(receiver) ? receiver : payer
}

/** Nor is a token of such a chain; a stranger stands for it. */
function addressOf({ address }: Case['terms']['dstToken']): string {
  return isAddressShaped(address) ? address : mallory
}

/** Numbers and addresses with a known meaning. */
function tellingWord({ terms, transaction }: Case, random: Random): string {
  const { srcAmount, minimum, srcToken, dstToken } = terms
  const receiver = receiverOf(terms)
  const amounts = [0n, 1n, 2n, 3n, 32n, 64n, 96n, srcAmount, srcAmount + 1n, srcAmount * 2n]
  const floors = [minimum, minimum - 1n, minimum + 1n, (1n << 255n) - 1n, (1n << 256n) - 1n]
  const people = [mallory, payer, friend, receiver, transaction.to]
  const tokens = [srcToken.address, addressOf(dstToken), wrappedOf(transaction.data) ?? mallory]
  return wordOf(random.pick([...amounts, ...floors, ...people.map(BigInt), ...tokens.map(BigInt)]))
}

/** Some address out of the data itself. */
function wrappedOf(data: string): string | null {
  const found = words(data).find((word) => /^0{24}[1-9a-f]/.test(word) && word.length === digits)
  return found === undefined ? null : `0x${found.slice(24)}`
}

const onWord = (bend: (word: string, given: Case, random: Random) => string | string[]): Bend =>
  onData((data, given, random) => {
    const list = words(data)
    if (list.length === 0) return `${data}00`
    const at = random.below(list.length)
    return joined(data, list.toSpliced(at, 1, ...[bend(list[at] ?? '', given, random)].flat()))
  })

const extras = parseAbi([
  'function sweepToken(address token, uint256 min, address recipient)',
  'function sweepTokenWithFee(address token, uint256 min, address recipient, uint256 feeBips, address feeRecipient)',
  'function unwrapWETH9(uint256 min, address recipient)',
  'function unwrapWETH9WithFee(uint256 min, address recipient, uint256 feeBips, address feeRecipient)',
  'function unwrapWeth(uint256 min, address recipient)',
  'function refundETH()',
  'function pull(address token, uint256 value)',
  'function wrapETH(uint256 value)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 min, address[] path, address to)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
])

/** Its functions are distinguished by name and arguments only where they are called. */
const extrasByName: Abi = extras

/** A call to be smuggled in between the honest ones. */
function extraCall({ terms, transaction }: Case, items: readonly Hex[], random: Random): Hex {
  const { srcToken, dstToken, minimum, srcAmount } = terms
  const receiver = receiverOf(terms)
  const token = random.pick([srcToken.address, addressOf(dstToken), transaction.to]) as Hex
  const somebody = random.pick([mallory, receiver, payer, transaction.to]) as Hex
  const min = random.pick([0n, 1n, minimum, minimum - 1n])
  const call = (functionName: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: extrasByName, functionName, args })
  switch (random.below(13)) {
    case 0:
      return call('sweepToken', [token, min, somebody])
    case 1:
      return call('sweepTokenWithFee', [token, min, somebody, BigInt(random.below(120)), mallory])
    case 2:
      return call('unwrapWETH9', [min, somebody])
    case 3:
      return call('unwrapWETH9WithFee', [min, somebody, BigInt(random.below(120)), mallory])
    case 4:
      return call('refundETH', [])
    case 5:
      return call('pull', [token, srcAmount])
    case 6:
      return call('approve', [mallory, srcAmount])
    case 7:
      return call('transferFrom', [payer, mallory, srcAmount])
    case 8:
      return call('selfPermit', [token, srcAmount, 1n, 27, `0x${wordOf(5n)}`, `0x${wordOf(7n)}`])
    case 9:
      return call('multicall', [[...items]])
    case 10:
      return call('unwrapWeth', [min, somebody])
    case 11: {
      const path = random.shuffled([token, addressOf(dstToken), mallory]).slice(0, 2)
      const to = random.pick([somebody, `0x${wordOf(random.pick([0n, 1n, 2n])).slice(24)}`])
      return call('swapExactTokensForTokens', [random.pick([0n, 1n, srcAmount]), min, path, to])
    }
    default: {
      const item = random.pick(items)
      return item.replaceAll(receiver.slice(2).toLowerCase(), mallory.slice(2)) as Hex
    }
  }
}

/** The calls of a multicall, or the call itself; only for data that an honest builder wrote. */
function itemsOf(data: string): { items: Hex[]; wrap: (items: readonly Hex[]) => Hex } {
  const call = (args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: extrasByName, functionName: 'multicall', args })
  const head = data.slice(0, 10)
  const hasDeadline = head === '0x5ae401dc'
  // What was bent before may be no list at all any more.
  if ((!hasDeadline && head !== '0xac9650d8') || data.length < 10 + 3 * digits) {
    return { items: [data as Hex], wrap: (items) => call([[...items]]) }
  }
  const body = data.slice(10)
  const start = hasDeadline ? 2 : 1
  const word = (at: number): number =>
    Number.parseInt(body.slice(at * digits, (at + 1) * digits), 16)
  const count = Math.min(12, word(start) || 0) // bent before, it may say anything
  const items = Array.from({ length: count }, (_, index): Hex => {
    const at = (start + 1) * digits + word(start + 1 + index) * 2
    const size = Number.parseInt(body.slice(at, at + digits), 16)
    return `0x${body.slice(at + digits, at + digits + size * 2)}`
  })
  if (count === 0) items.push(data as Hex)
  const deadline = BigInt(`0x${body.slice(0, digits)}`)
  return { items, wrap: (list) => call(hasDeadline ? [deadline, [...list]] : [[...list]]) }
}

const selectors = [
  '095ea7b3 23b872dd a9059cbb d505accf a22cb465 2e1a7d4d d0e30db0 38ed1739 7ff36ab5 18cbafe5',
  '8803dbee fb3bdb41 4a25d94a 5c11d795 b6f9de95 791ac947 414bf389 c04b8d59 04e45aaf b858183f',
  'ac9650d8 5ae401dc 49404b7c bac37ef7 db3e2198 f28c0498 5023b4df 09b81346 a026383e a8c9ed67',
  '5d946c25 472b43f3 12210e8a df2ab5bb 1f0464d1 36c78516 87517c45 c694d55d ac3893ba 00000000',
].flatMap((line) => line.split(' '))

/** Every kind of change, by name. */
export const mutations: readonly [string, Bend][] = [
  ['a telling word', onWord((_, given, random) => tellingWord(given, random))],
  ['a random word', onWord((_, __, random) => Buffer.from(random.bytes(32)).toString('hex'))],
  ['a word more or less', onWord((word, _, random) => shifted(word, random))],
  ['a dirty word', onWord((word, _, random) => dirty(word, random))],
  ['no word', onWord(() => [])],
  ['a word twice', onWord((word) => [word, word])],
  ['a word besides', onWord((word, given, random) => [tellingWord(given, random), word])],
  ['words exchanged', onData(exchanged)],
  [
    'the receiver everywhere',
    onData((data, { terms }) => renamed(data, receiverOf(terms), mallory)),
  ],
  ['the payer in its place', onData((data, { terms }) => renamed(data, receiverOf(terms), payer))],
  [
    'the receiver at the end',
    onData((data, { terms }) =>
      renamed(data, receiverOf(terms), mallory).concat(wordOf(receiverOf(terms))),
    ),
  ],
  [
    'a lower minimum',
    onData((data, { terms: { minimum } }, random) =>
      replaced(data, wordOf(minimum), wordOf(random.pick([0n, 1n, minimum - 1n, minimum / 2n]))),
    ),
  ],
  [
    'another amount',
    onData((data, { terms: { srcAmount } }, random) =>
      replaced(
        data,
        wordOf(srcAmount),
        wordOf(random.pick([0n, srcAmount - 1n, srcAmount + 1n, srcAmount * 2n])),
      ),
    ),
  ],
  [
    'another token',
    onData((data, { terms: { srcToken, dstToken } }, random) =>
      renamed(
        data,
        addressOf(random.pick([srcToken, dstToken])),
        random.pick([mallory, srcToken.address, addressOf(dstToken)]),
      ),
    ),
  ],
  ['a bent byte', onData(bentByte)],
  [
    'bytes at the end',
    onData(
      (data, _, random) => data + Buffer.from(random.bytes(1 + random.below(40))).toString('hex'),
    ),
  ],
  ['zeros at the end', onData((data, _, random) => data + '00'.repeat(1 + random.below(64)))],
  ['cut short', onData((data, _, random) => data.slice(0, 2 + 2 * random.below(data.length / 2)))],
  ['capitals', onData((data) => `0x${data.slice(2).toUpperCase()}`)],
  ['another selector', onData((data, _, random) => `0x${random.pick(selectors)}${data.slice(10)}`)],
  ['an inner selector', onData(innerSelector)],
  [
    'a call besides',
    onData((data, given, random) => {
      const { items, wrap } = itemsOf(data)
      const at = random.below(items.length + 1)
      return wrap(items.toSpliced(at, 0, extraCall(given, items, random)))
    }),
  ],
  [
    'a call in the place of another',
    onData((data, given, random) => {
      const { items, wrap } = itemsOf(data)
      return wrap(items.toSpliced(random.below(items.length), 1, extraCall(given, items, random)))
    }),
  ],
  [
    'calls in another order',
    onData((data, _, random) => {
      const { items, wrap } = itemsOf(data)
      return wrap(random.shuffled(items))
    }),
  ],
  [
    'a call twice',
    onData((data, _, random) => {
      const { items, wrap } = itemsOf(data)
      return wrap([...items, random.pick(items)])
    }),
  ],
  [
    'a call that is wrapped once more',
    onData((data) => {
      const { items, wrap } = itemsOf(data)
      return wrap([wrap(items)])
    }),
  ],
  [
    'an inner word',
    onData((data, given, random) => {
      const { items, wrap } = itemsOf(data)
      const at = random.below(items.length)
      const item = items[at] ?? '0x'
      const list = words(item)
      if (list.length === 0) return data
      const bent = list.toSpliced(random.below(list.length), 1, tellingWord(given, random))
      return wrap(items.toSpliced(at, 1, joined(item, bent) as Hex))
    }),
  ],
  [
    'another target',
    (given, random) =>
      withTransaction(given, {
        to: random.pick([
          mallory,
          receiverOf(given.terms),
          given.terms.srcToken.address,
          addressOf(given.terms.dstToken),
        ]),
      }),
  ],
  [
    'a plain transfer',
    (given) =>
      withTransaction(given, {
        to: given.terms.srcToken.address,
        data: `0xa9059cbb${wordOf(mallory)}${wordOf(given.terms.srcAmount)}`,
        approvalAddress: null,
      }),
  ],
  [
    'another spender',
    (given, random) =>
      withTransaction(given, {
        approvalAddress: random.pick([
          mallory,
          given.terms.srcToken.address,
          null,
          given.transaction.to,
        ]),
      }),
  ],
  [
    'another value',
    (given, random) =>
      withTransaction(given, {
        value: random.pick([
          0n,
          1n,
          given.terms.srcAmount,
          given.terms.srcAmount + 1n,
          given.transaction.value * 2n,
        ]),
      }),
  ],
  ['nothing', (given) => given],
]

function withTransaction(given: Case, change: Partial<Case['transaction']>): Case {
  return { ...given, transaction: { ...given.transaction, ...change } }
}

function shifted(word: string, random: Random): string {
  if (word.length !== digits) return word
  const by = random.pick([1n, -1n, 32n, -32n, 1n << 160n, 1n << 255n])
  return wordOf(BigInt(`0x${word}`) + by)
}

/** Something in the bytes that an address, a flag or a fee does not use. */
function dirty(word: string, random: Random): string {
  const at = random.below(12) * 2
  return `${word.slice(0, at)}${random.pick(['01', '80', 'ff'])}${word.slice(at + 2)}`
}

function exchanged(data: string, _: Case, random: Random): string {
  const list = words(data)
  if (list.length < 2) return data
  const [a, b] = [random.below(list.length), random.below(list.length)]
  const [first, second] = [list[a] ?? '', list[b] ?? '']
  return joined(data, list.with(a, second).with(b, first))
}

function renamed(data: string, from: string, to: string): string {
  return data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase())
}

function replaced(data: string, from: string, to: string): string {
  return data.replaceAll(from, to)
}

function bentByte(data: string, _: Case, random: Random): string {
  const at = 2 + 2 * random.below((data.length - 2) / 2)
  const byte = Number.parseInt(data.slice(at, at + 2), 16) ^ (1 << random.below(8))
  return data.slice(0, at) + byte.toString(16).padStart(2, '0') + data.slice(at + 2)
}

/** Another function in the place of one inside a multicall. */
function innerSelector(data: string, _: Case, random: Random): string {
  const { items, wrap } = itemsOf(data)
  const at = random.below(items.length)
  const item: Hex = `0x${random.pick(selectors)}${(items[at] ?? '0x').slice(10)}`
  return wrap(items.toSpliced(at, 1, item))
}
