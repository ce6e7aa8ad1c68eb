/** What two hosts of TON say of the contracts that are paid (N1). */
import { beginCell } from '@ton/core'
import { expect, test } from 'vitest'
import { addressSlice } from '../../../src/chains/ton/jettons.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { createAgreedTon } from '../../../src/evidence/tonAgreed.ts'
import { jettonWalletOf } from '../../../src/evidence/tonContracts.ts'
import type { TonAccountState, TonNode, TonStackItem } from '../../../src/http/toncenterTypes.ts'
import { noTon } from '../../support/noTon.ts'
import { thrownBy } from '../wallet/support/errors.ts'

const address = (byte: string): string => `0:${byte.repeat(32)}`
const [master, owner, wallet, other] = ['0a', '0b', '0c', '0d'].map(address) as [
  string,
  string,
  string,
  string,
]
const { signal } = new AbortController()

type Answer = TonStackItem[] | SwaprouteError

const slice = (text: string): TonStackItem => ({ type: 'slice', boc: addressSlice(text) })
const refused = (exitCode: number): SwaprouteError =>
  new SwaprouteError('UPSTREAM_REFUSED', 'It failed.', { context: { exitCode } })
const down = new SwaprouteError('CHAIN_UNAVAILABLE', 'It is down.')
const malformed: TonStackItem[] = [{ type: 'cell', boc: 'AAAA' }]

/** The same address in another bag of cells: with a checksum, and as a cell. */
function respelled(text: string): TonStackItem {
  const cell = beginCell().storeUint(0b100, 3).storeInt(0, 8)
  const bytes = Buffer.from(text.slice(2), 'hex')
  const boc = cell.storeBuffer(bytes).endCell().toBoc({ idx: true, crc32: true })
  return { type: 'cell', boc: boc.toString('base64') }
}

function hosts(
  answers: readonly Answer[],
  status: readonly (TonAccountState['status'] | SwaprouteError)[] = [],
  own = false,
) {
  const asked: string[] = []
  const list = answers.map((answer, index): TonNode => {
    const host = `${index}.ton`
    const tell = async <T>(what: T | SwaprouteError): Promise<T> => {
      asked.push(host)
      if (what instanceof SwaprouteError) throw what
      return what
    }
    return {
      host,
      runGetMethod: () => tell(answer),
      accountState: async () => ({ status: await tell(status[index] ?? down) }) as TonAccountState,
      chainTime: noTon.chainTime,
      emulate: () => Promise.reject(down),
    }
  })
  const agreed = createAgreedTon({ ...noTon, nodes: async () => ({ own, list }) })
  const read = async (): Promise<[address: string, isOneNode: boolean]> => {
    const { ton, isOneNode } = agreed.noted()
    const found = await jettonWalletOf(master, owner, { ton, signal })
    return [found, isOneNode()]
  }
  return { agreed, asked, read }
}

test.each<[string, readonly Answer[], boolean]>([
  ['two hosts agree', [[slice(wallet)], [slice(wallet)]], false],
  ['they spell it in two ways', [[slice(wallet)], [respelled(wallet)]], false],
  ['the third replaces one that is down', [down, [slice(wallet)], [slice(wallet)]], false],
  ['and for one that answers nonsense', [malformed, [slice(wallet)], [slice(wallet)]], false],
  ['only the first answers', [[slice(wallet)], down], true],
  ['only the second answers', [down, [slice(wallet)]], true],
  ['there is only one', [[slice(wallet)]], true],
])('a wallet: %s', async (_name, answers, oneNode) => {
  expect(await hosts(answers).read()).toEqual([wallet, oneNode])
})

test.each<[string, readonly Answer[]]>([
  ['another wallet', [[slice(other)], [slice(wallet)]]],
  ['the same, at the second host', [[slice(wallet)], [slice(other)]]],
  ['more of it', [[slice(wallet), { type: 'num', value: 0n }], [slice(wallet)]]],
  ['that there is no such method', [refused(11), [slice(wallet)]]],
  ['another failure', [refused(11), refused(-14)]],
])('%s is refused', async (_name, answers) => {
  expect(await thrownBy(() => hosts(answers).read())).toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'N1', hosts: ['0.ton', '1.ton'] },
  })
})

test('the same refusal of two hosts is the answer of the contract', async () => {
  const { read } = hosts([refused(11), refused(11)])
  expect(await thrownBy(read)).toMatchObject({ code: 'UPSTREAM_REFUSED' })
})

test('without any answer the chain is unavailable', async () => {
  expect(await thrownBy(hosts([down, down]).read)).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
})

test('a node of the user is asked alone', async () => {
  const { read, asked } = hosts([[slice(wallet)], [slice(other)]], [], true)
  expect(await read()).toEqual([wallet, false])
  expect(asked).toEqual(['0.ton'])
})

test('what two hosts agree on is asked once, what one host reports is asked each time', async () => {
  const both = hosts([[slice(wallet)], [slice(wallet)]])
  const alone = hosts([[slice(wallet)], down])
  for (const { read } of [both, both, alone, alone]) await read()
  expect(both.asked).toEqual(['0.ton', '1.ton'])
  expect(alone.asked).toHaveLength(4)
})

test.each<[string, readonly (TonAccountState['status'] | SwaprouteError)[], unknown]>([
  ['two hosts agree', ['active', 'active'], { status: 'active', oneNode: false }],
  ['one is down', [down, 'uninitialized'], { status: 'uninitialized', oneNode: true }],
])('whether there is a contract: %s', async (_name, status, expected) => {
  const { agreed } = hosts([[], []], status)
  expect(await agreed.status(wallet, { signal })).toEqual(expected)
})

test('a contract that only one host sees is refused', async () => {
  const { agreed } = hosts([[], []], ['uninitialized', 'active'])
  expect(await thrownBy(() => agreed.status(wallet, { signal }))).toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'N1' },
  })
})
