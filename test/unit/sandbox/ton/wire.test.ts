import * as core from '@ton/core'
import { expect, test } from 'vitest'
import { readHash } from '../../../../sandbox/src/ton/http/wire.ts'
import { readStack, stackOfV2, stackOfV3 } from '../../../../sandbox/src/ton/http/stack.ts'
import { manyRoots } from '../../../../sandbox/src/ton/http/v4.ts'
import { methodId } from '../../../../sandbox/src/ton/machine.ts'

const cell = core.beginCell().storeUint(7, 8).endCell()
const boc = cell.toBoc().toString('base64')

test.each([
  ['seqno', 85_143],
  ['get_wallet_data', 97_026],
  ['get_wallet_address', 103_289],
  ['get_jetton_data', 106_029],
])('%s is get-method %i', (name, id) => {
  expect(methodId(name)).toBe(id)
})

test('arguments of both versions are read alike', () => {
  const v2 = [
    ['num', '-10'],
    ['num', '0x1f'],
    ['tvm.Cell', boc],
    ['tvm.Slice', boc],
  ]
  const v3 = [
    { type: 'num', value: '-10' },
    { type: 'num', value: '0x1f' },
    { type: 'cell', value: boc },
    { type: 'slice', value: boc },
  ]
  const read = readStack(core, v2)
  expect(read.map(({ type }) => type)).toEqual(['int', 'int', 'cell', 'slice'])
  expect(read.slice(0, 2)).toEqual([
    { type: 'int', value: -10n },
    { type: 'int', value: 31n },
  ])
  expect(stackOfV3(readStack(core, v3))).toEqual(stackOfV3(read))
})

test.each([
  ['no list', {}],
  ['an unknown kind', [['dict', '1']]],
  ['no number', [['num', 'ten']]],
])('%s is refused', (_, items) => {
  expect(() => readStack(core, items)).toThrow(RangeError)
})

test('results are written as each version does', () => {
  const items: core.TupleItem[] = [
    { type: 'int', value: -255n },
    { type: 'slice', cell },
    { type: 'null' },
    { type: 'tuple', items: [{ type: 'int', value: 5n }] },
  ]
  expect(stackOfV2(items)).toEqual([
    ['num', '-0xff'],
    ['cell', { bytes: boc }],
    ['list', { '@type': 'tvm.list', elements: [] }],
    [
      'tuple',
      {
        '@type': 'tvm.tuple',
        elements: [
          {
            '@type': 'tvm.stackEntryNumber',
            number: { '@type': 'tvm.numberDecimal', number: '5' },
          },
        ],
      },
    ],
  ])
  expect(stackOfV3(items)).toEqual([
    { type: 'num', value: '-0xff' },
    { type: 'slice', value: boc },
    { type: 'list', value: [] },
    { type: 'tuple', value: [{ type: 'num', value: '0x5' }] },
  ])
})

const hash = 'fb'.repeat(32)
const bytes = Buffer.from(hash, 'hex')

test.each([
  ['hex', hash, hash],
  ['hex in capitals', hash.toUpperCase(), hash],
  ['base64', bytes.toString('base64'), hash],
  ['base64url', bytes.toString('base64url'), hash],
  [
    'base64 whose plus signs a query made blanks',
    bytes.toString('base64').replaceAll('+', ' '),
    hash,
  ],
  ['too short', hash.slice(2), null],
  ['something else', 'x'.repeat(43).replace('x', '!'), null],
])('a hash as %s', (_, text, expected) => {
  expect(readHash(text)).toBe(expected)
})

test('one bag of cells holds several roots, shared cells once', () => {
  const shared = core.beginCell().storeUint(1, 1).endCell()
  const roots = [1, 2].map((number) =>
    core.beginCell().storeUint(number, 9).storeRef(shared).storeRef(cell).endCell(),
  )
  const written = manyRoots(roots)
  const read = core.Cell.fromBoc(written)
  expect(read.map((root) => root.hash())).toEqual(roots.map((root) => root.hash()))
  expect(written.readUInt16BE(6)).toBe(4)
})
