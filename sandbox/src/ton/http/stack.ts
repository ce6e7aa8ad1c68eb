import type { TupleItem } from '@ton/core'
import { isRecord } from '../../../../src/core/json.ts'
import { toBase64 } from '../follow.ts'
import type { TonCore } from '../machine.ts'

// Stacks of get-methods as toncenter writes them.
// Version 2: pairs such as ["num","0x1"]; version 3: objects such as {type:"num",value:"0x1"}.

/** Arguments of version 2 (`["num","10"]`) or 3 (`{type,value}`). @throws RangeError */
export function readStack({ Cell }: TonCore, items: unknown): TupleItem[] {
  if (!Array.isArray(items)) throw new RangeError('the stack is no list')
  return items.map((item: unknown) => {
    const [type, value] = readItem(item)
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    switch (typeof type === 'string' ? type.replace(/^tvm\./, '').toLowerCase() : '') {
      case 'num':
      case 'int':
      case 'number':
        return { type: 'int', value: readNumber(text) }
      case 'cell':
        return { type: 'cell', cell: Cell.fromBase64(text) }
      case 'slice':
        return { type: 'slice', cell: Cell.fromBase64(text) }
      case 'builder':
        return { type: 'builder', cell: Cell.fromBase64(text) }
      case 'null':
        return { type: 'null' }
      default:
        throw new RangeError(`a stack item of an unknown kind: ${String(type)}`)
    }
  })
}

export function stackOfV2(items: readonly TupleItem[]): unknown[] {
  return items.map(itemOfV2)
}

function itemOfV2(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return ['num', hexNumber(item.value)]
    case 'nan':
      return ['num', 'NaN']
    case 'cell':
    case 'slice':
    case 'builder':
      // Its own server gives every kind of cell as `cell`.
      return ['cell', { bytes: toBase64(item.cell) }]
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }]
    case 'tuple':
      return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(elementOfV2) }]
  }
}

function elementOfV2(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return entry('Number', 'number', { '@type': 'tvm.numberDecimal', number: `${item.value}` })
    case 'nan':
      return entry('Number', 'number', { '@type': 'tvm.numberDecimal', number: 'NaN' })
    case 'cell':
    case 'builder':
      return entry('Cell', 'cell', { '@type': 'tvm.cell', bytes: toBase64(item.cell) })
    case 'slice':
      return entry('Slice', 'slice', { '@type': 'tvm.slice', bytes: toBase64(item.cell) })
    case 'null':
      return entry('List', 'list', { '@type': 'tvm.list', elements: [] })
    case 'tuple':
      return entry('Tuple', 'tuple', {
        '@type': 'tvm.tuple',
        elements: item.items.map(elementOfV2),
      })
  }
}

function entry(type: string, key: string, value: unknown): Record<string, unknown> {
  return { '@type': `tvm.stackEntry${type}`, [key]: value }
}

export function stackOfV3(items: readonly TupleItem[]): unknown[] {
  return items.map(itemOfV3)
}

function itemOfV3(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return { type: 'num', value: hexNumber(item.value) }
    case 'nan':
      return { type: 'num', value: 'NaN' }
    case 'cell':
    case 'slice':
      return { type: item.type, value: toBase64(item.cell) }
    case 'builder':
      return { type: 'cell', value: toBase64(item.cell) }
    case 'null':
      return { type: 'list', value: [] }
    case 'tuple':
      return { type: 'tuple', value: stackOfV3(item.items) }
  }
}

function readItem(item: unknown): [type: unknown, value: unknown] {
  if (Array.isArray(item)) {
    const pair: readonly unknown[] = item
    return [pair[0], pair[1]]
  }
  return isRecord(item) ? [item['type'], item['value']] : [null, null]
}

function readNumber(text: string): bigint {
  const match = /^(-?)(0x[0-9a-f]+|\d+)$/i.exec(text)
  if (match === null) throw new RangeError('a number of the stack cannot be read')
  const value = BigInt(match[2] ?? '0')
  return match[1] === '-' ? -value : value
}

export function hexNumber(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}
