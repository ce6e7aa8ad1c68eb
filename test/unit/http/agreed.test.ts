/** Two hosts are asked for facts that decide; their answers are compared (N1). */
import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { agreed, askTwo, notingOneNode, tonWitnesses } from '../../../src/http/agreed.ts'
import type { TonNode } from '../../../src/http/toncenterTypes.ts'
import type { RpcAnswer, RpcClient, Vouchers } from '../../../src/http/types.ts'

const { signal } = new AbortController()
const away = (): Promise<never> =>
  Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'It is away.'))
const after =
  <T>(turns: number, answer: T) =>
  async (): Promise<T> => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    return answer
  }

describe('two hosts are heard', () => {
  test('each host once, however many of its nodes are in the list', async () => {
    const nodes = ['a', 'a', 'b', 'c'].map((host, index) => ({ host, ask: after(0, index) }))
    const { answers, failures } = await askTwo(nodes, signal)
    expect(answers).toEqual([
      { host: 'a', answer: 0 },
      { host: 'b', answer: 2 },
    ])
    expect(failures).toEqual([])
  })

  test('in the order of the nodes, however fast they answer', async () => {
    const nodes = [
      { host: 'a', ask: away },
      { host: 'b', ask: after(9, 'slow') },
      { host: 'c', ask: after(0, 'quick') },
    ]
    const { answers, failures } = await askTwo(nodes, signal)
    expect(answers.map(({ answer }) => answer)).toEqual(['slow', 'quick'])
    expect(failures.map(({ message }) => message)).toEqual(['It is away.'])
  })

  test('one answer counts as one, and every failure is reported', async () => {
    const nodes = ['a', 'b', 'c'].map((host) => ({
      host,
      ask: host === 'c' ? after(0, 1) : away,
    }))
    const { answers, failures } = await askTwo(nodes, signal)
    expect([answers.length, failures.length]).toEqual([1, 2])
  })

  test.each(['INTERRUPTED', 'INTERNAL'] as const)(
    '%s ends the question: no other host is asked',
    async (code) => {
      let asked = 0
      const ask = (): Promise<never> => {
        asked += 1
        return Promise.reject(new SwaprouteError(code, 'It ends.'))
      }
      const nodes = ['a', 'b', 'c', 'd'].map((host) => ({ host, ask }))
      await expect(askTwo(nodes, signal)).rejects.toMatchObject({ code })
      expect(asked).toBe(2)
    },
  )

  test('a caller that left ends the question, whatever the host answers', async () => {
    const left = AbortSignal.abort()
    let asked = 0
    const ask = (): Promise<never> => {
      asked += 1
      return away()
    }
    const nodes = ['a', 'b', 'c', 'd'].map((host) => ({ host, ask }))
    await expect(askTwo(nodes, left)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(asked).toBe(2)
  })
})

const ok = (result: unknown): RpcAnswer => ({ ok: true, result })
const reverted = (data: string | null, message = 'execution reverted'): RpcAnswer => ({
  ok: false,
  code: 3,
  message,
  data,
})
const broken = (message: string): RpcAnswer => ({ ok: false, code: -32_000, message, data: null })

/** A client of hosts that answer one question each; the last one alone where the others are away. */
function clientOf(...hosts: RpcAnswer[][]): Pick<RpcClient, 'witnesses'> {
  return {
    witnesses: async (_, ask, options) => {
      const nodes = hosts.map((answers, index) => ({
        host: `node${index}`,
        ask: () => ask(() => Promise.resolve(answers)),
      }))
      const { answers, failures } = await askTwo(nodes, options.signal)
      const [first, second] = answers
      if (first === undefined) throw failures[0] ?? new Error('no host')
      return second === undefined
        ? { answers: [first], by: 'one_node' }
        : { answers: [first, second], by: 'two_nodes' }
    },
  }
}

const calls = [
  { method: 'eth_call', params: [] },
  { method: 'eth_call', params: [] },
]
const ask = (...hosts: RpcAnswer[][]): ReturnType<typeof agreed> =>
  agreed(clientOf(...hosts), 'ETH', calls, { signal })

describe('answers that decide', () => {
  const one = ok('0x01')
  test.each<[string, RpcAnswer[], RpcAnswer[], boolean]>([
    ['the same', [one, ok('0xab')], [one, ok('0xAB')], true],
    ['another first', [ok('0x02'), one], [one, one], false],
    ['another last', [one, ok('0x02')], [one, one], false],
    ['fewer', [one, one], [one], false],
    ['a revert instead of a result', [one, reverted(null)], [one, one], false],
    ['a result instead of a revert', [one, one], [one, reverted(null)], false],
    ['the same revert', [one, reverted('0xAA')], [one, reverted('0xaa', 'reverted')], true],
    ['another revert', [one, reverted('0xaa')], [one, reverted('0xbb')], false],
    ['a revert without its data, first', [one, reverted(null)], [one, reverted('0xbb')], true],
    ['a revert without its data, second', [one, reverted('0xaa')], [one, reverted(null)], true],
  ])('%s', async (_, first, second, isSame) => {
    const found = ask(first, second)
    if (isSame) await expect(found).resolves.toEqual({ answers: first, by: 'two_nodes' })
    else {
      await expect(found).rejects.toMatchObject({
        code: 'UNSAFE_ROUTE',
        message: 'Two ETH nodes return different answers: node0 and node1.',
        context: { check: 'N1', hosts: ['node0', 'node1'] },
      })
    }
  })

  test('a host that cannot run a call is not a witness: the next one is', async () => {
    const found = await ask([one, broken('method not found')], [one, ok('0x02')], [one, ok('0x02')])
    expect(found).toEqual({ answers: [one, ok('0x02')], by: 'two_nodes' })
  })

  test('an error that every host has is the answer, vouched for by one', async () => {
    const first = [broken('history is pruned'), broken('state is pruned')]
    const found = await ask(first, [one, broken('it is down')])
    expect(found).toEqual({ answers: first, by: 'one_node' })
  })

  test('hosts that contradict each other are refused, though a third is broken', async () => {
    const found = ask([broken('down'), one], [one, one], [one, ok('0x02')])
    await expect(found).rejects.toMatchObject({ code: 'UNSAFE_ROUTE' })
  })

  test('an unreachable host is not an answer', async () => {
    const rpc = { witnesses: away }
    await expect(agreed(rpc, 'ETH', calls, { signal })).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})

describe('whether one host alone vouched', () => {
  const answered = (by: Vouchers): RpcClient => ({
    batch: away,
    call: away,
    has: () => true,
    witnesses: async (_, asked) => {
      const told = { host: 'a', answer: await asked(() => Promise.resolve([])) }
      return by === 'one_node'
        ? { answers: [told], by }
        : { answers: [told, { ...told, host: 'b' }], by }
    },
  })

  test.each([
    [['two_nodes', 'own_node'], false],
    [['one_node'], true],
    [['one_node', 'two_nodes'], true],
  ] as const)('%j', async (vouchers, isOneNode) => {
    let by: Vouchers = 'two_nodes'
    const noting = notingOneNode({
      ...answered('two_nodes'),
      witnesses: (...rest) => answered(by).witnesses(...rest),
    })
    expect(noting.isOneNode()).toBe(false)
    for (const one of vouchers) {
      by = one
      const found = await noting.rpc.witnesses('ETH', () => Promise.resolve(7), { signal })
      expect([found.answers[0], found.by]).toEqual([{ host: 'a', answer: 7 }, by])
    }
    expect(noting.isOneNode()).toBe(isOneNode)
  })
})

describe('of TON', () => {
  const nodeOf = (host: string): TonNode => ({ host }) as TonNode
  const asked = (
    own: boolean,
    hosts: string[],
    answer: (node: TonNode) => Promise<string> = ({ host }) => Promise.resolve(host),
  ): ReturnType<typeof tonWitnesses<string>> =>
    tonWitnesses({ nodes: async () => ({ own, list: hosts.map(nodeOf) }) }, answer, { signal })

  test('an own node alone is asked, and counts alone', async () => {
    expect(await asked(true, ['own', 'other'])).toEqual({
      answers: [{ host: 'own', answer: 'own' }],
      by: 'own_node',
    })
  })

  test('else two hosts are, and one that is alone is called so', async () => {
    const answers = [
      { host: 'a', answer: 'a' },
      { host: 'b', answer: 'b' },
    ]
    expect(await asked(false, ['a', 'b'])).toEqual({ answers, by: 'two_nodes' })
    expect(await asked(false, ['a'])).toEqual({ answers: [answers[0]], by: 'one_node' })
  })

  test('without an answer the first failure is reported, without a node its absence', async () => {
    await expect(asked(false, ['a', 'b'], away)).rejects.toThrow('It is away.')
    for (const own of [true, false]) {
      await expect(asked(own, [])).rejects.toThrow('No TON node is configured.')
    }
  })
})
