import { encodeFunctionData, hashStruct, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Call, call, mapped, renamed } from '../../../../src/chains/evm/calls.ts'
import { readCall } from '../../../../src/chains/evm/readCall.ts'
import { encodeStruct } from '../../../../src/chains/evm/structs.ts'

const alice: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signature = 'function pay(address to, uint256 amount, string memo, bytes extra)'
const pay = call(signature, ([to, amount, memo, extra]) => ({ to, amount, memo, extra }))
const data = encodeFunctionData({
  abi: parseAbi([signature]),
  args: [alice, 5n, 'Memo 0xAB', '0xABCDEF'],
})
const said = { method: 'pay', to: alice.toLowerCase(), amount: 5n, extra: '0xabcdef' }

const read = <T>(calls: readonly Call<T>[], bytes: string) => readCall('TEST', calls, bytes)
const refused = (message: string) =>
  expect.objectContaining({
    code: 'UNSAFE_ROUTE',
    message: expect.stringContaining(message),
    context: expect.objectContaining({ check: 'E8' }),
  })

test('reads the arguments, addresses and bytes in lower case, texts as they are', () => {
  expect(read([pay], data)).toEqual({ ...said, memo: 'Memo 0xAB' })
  expect(read([pay], `0x${data.slice(2).toUpperCase()}`)).toMatchObject(said)
})

test('the same method under another name has another selector', () => {
  const renamedData = encodeFunctionData({
    abi: parseAbi(['function payOut(address to, uint256 amount, string memo, bytes extra)']),
    args: [alice, 5n, '', '0x'],
  })
  expect(read([renamed(pay, 'payOut')], renamedData)).toMatchObject({
    method: 'payOut',
    amount: 5n,
  })
  expect(() => read([pay], renamedData)).toThrow(refused('does not know'))
  expect(read([mapped(pay, ({ amount }) => ({ twice: amount * 2n }))], data)).toMatchObject({
    twice: 10n,
  })
})

describe('is refused', () => {
  test.each([
    ['no data', '0x', 'does not know'],
    ['a text', 'hello', 'cannot be read'],
    ['half a byte', `${data}0`, 'cannot be read'],
    ['another method', `0xdeadbeef${data.slice(10)}`, 'does not know'],
    ['a byte behind the arguments', `${data}00`, 'has data'],
    ['a missing word', data.slice(0, -64), 'cannot be read'],
    ['an address with something before it', data.replace('000000', '000001'), 'c'],
  ])('%s', (_name, bytes, message) => {
    expect(() => read([pay], bytes)).toThrow(refused(message))
  })

  test('a contract of a different owner, for which no call is declared', () => {
    expect(() => read([], data)).toThrow(refused('of a different owner'))
  })

  test('arguments that another layout of the same values would hide something between', () => {
    const words = data.slice(10).match(/.{64}/g) ?? []
    const [to, amount, , , ...rest] = words
    const moved = (offset: number) => (offset + 32).toString(16).padStart(64, '0')
    const gap = 'ab'.repeat(32)
    const bytes = [to, amount, moved(0x80), moved(0xc0), gap, ...rest].join('')
    expect(() => read([pay], data.slice(0, 10) + bytes)).toThrow(refused('has data'))
  })
})

test('what may follow the arguments is declared', () => {
  const marked = call(signature, ([, amount]) => ({ amount }), /^c0de$/)
  expect(read([marked], `${data}c0de`)).toMatchObject({ amount: 5n })
  expect(read([marked], data)).toMatchObject({ amount: 5n })
  expect(() => read([marked], `${data}c0de00`)).toThrow(refused('has data'))
})

test('calls and values inside are read as strictly', () => {
  const outer = call('function run(bytes inner, bytes values)', ([inner, values], inside) => {
    const [{ target, amount }] = inside.values('(address target, uint256 amount) row', values)
    return { ...inside.call([pay], inner), target, second: amount }
  })
  const abi = parseAbi(['function run(bytes inner, bytes values)'])
  const rows: Hex = `0x${alice.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`
  const whole = (inner: Hex, values: Hex) => encodeFunctionData({ abi, args: [inner, values] })
  expect(read([outer], whole(data, rows))).toMatchObject({
    method: 'pay',
    amount: 5n,
    target: alice.toLowerCase(),
    second: 7n,
  })
  expect(() => read([outer], whole(`${data}00`, rows))).toThrow(refused('has data'))
  expect(() => read([outer], whole(data, `${rows}00`))).toThrow(refused('has data'))
})

describe('an order behind the arguments', () => {
  const types = {
    Order: [
      { name: 'salt', type: 'uint256' },
      { name: 'parts', type: 'Part[]' },
    ],
    Part: [{ name: 'to', type: 'bytes' }],
  }
  const value = { salt: 7n, parts: [{ to: '0xABCD' }] }
  const order = encodeStruct({ types, name: 'Order', value })
  const committed = hashStruct({ types, primaryType: 'Order', data: value })
  const deposit = call(
    'function deposit(bytes32 id)',
    ([id], inside) => ({ id, ...inside.attached(types, 'Order') }),
    /^[0-9a-f]+$/,
  )
  const bytes = encodeFunctionData({
    abi: parseAbi(['function deposit(bytes32 id)']),
    args: [committed],
  })

  test('is read with the hash of its terms', () => {
    expect(read([deposit], `${bytes}${order.slice(2)}`)).toEqual({
      method: 'deposit',
      id: committed,
      hash: committed,
      value: { salt: 7n, parts: [{ to: '0xabcd' }] },
    })
  })

  test.each([
    ['missing', '', 'cannot be read'],
    ['cut short', order.slice(2, -64), 'cannot be read'],
    ['followed by more', `${order.slice(2)}00`, 'has data'],
  ])('is refused where it is %s', (_name, tail, message) => {
    expect(() => read([deposit], `${bytes}${tail}`)).toThrow(refused(message))
  })
})

test('an invalid declaration is an error of the program', () => {
  expect(() => read([{ signature: 'event Paid(uint256 amount)', read: () => ({}) }], data)).toThrow(
    'not the signature',
  )
})
