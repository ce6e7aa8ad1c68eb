import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'

import { createHttpClient } from '../../../src/http/client.ts'
import {
  createLookup,
  parseHostsNames,
  type DnsSources,
  type HostLookup,
} from '../../../src/http/dns.ts'

type Asked = { resolve4: string[]; resolve6: string[]; system: string[] }

function sources(more: Partial<DnsSources> = {}): { asked: Asked; dns: DnsSources } {
  const asked: Asked = { resolve4: [], resolve6: [], system: [] }
  const dns: DnsSources = {
    resolve4: async () => ['192.0.2.1'],
    resolve6: async () => ['2001:db8::1'],
    system: async () => [{ address: '127.0.0.1', family: 4 }],
    hostsNames: async () => new Set<string>(),
    cancel() {},
    now: () => 0,
    sleep: () => new Promise(() => {}),
    ...more,
  }
  return {
    asked,
    dns: {
      ...dns,
      resolve4: (name) => (asked.resolve4.push(name), dns.resolve4(name)),
      resolve6: (name) => (asked.resolve6.push(name), dns.resolve6(name)),
      system: (name) => (asked.system.push(name), dns.system(name)),
    },
  }
}

function find(
  { lookup }: HostLookup,
  name: string,
  options: { all?: boolean; family?: number } = { all: true },
): Promise<LookupAddress[] | string> {
  return new Promise((resolve, reject) => {
    lookup(name, options, (error, address) => (error === null ? resolve(address) : reject(error)))
  })
}

const refused = async (): Promise<never> => {
  throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
}

test('asks name servers, IPv4 first', async () => {
  const { dns, asked } = sources({ resolve4: async () => ['192.0.2.1', '192.0.2.2', '192.0.2.3'] })
  await expect(find(createLookup(dns), 'API.Example.org')).resolves.toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  expect(asked).toEqual({
    resolve4: ['api.example.org'],
    resolve6: ['api.example.org'],
    system: [],
  })
})

test.each([
  ['localhost', {}],
  ['node.localhost', {}],
  ['printer', {}],
  ['printer.local', {}],
  ['api.example.org', { hostsNames: async () => new Set(['api.example.org']) }],
])('asks the system alone for %s', async (name, more) => {
  const { dns, asked } = sources(more)
  await expect(find(createLookup(dns), name)).resolves.toEqual([
    { address: '127.0.0.1', family: 4 },
  ])
  expect(asked).toEqual({ resolve4: [], resolve6: [], system: [name] })
})

test.each([
  ['both fail', { resolve4: refused, resolve6: refused }],
  ['both are empty', { resolve4: async () => [], resolve6: async () => [] }],
])('falls back to the system when %s', async (_name, more) => {
  const { dns, asked } = sources(more)
  await expect(find(createLookup(dns), 'a.example')).resolves.toEqual([
    { address: '127.0.0.1', family: 4 },
  ])
  expect(asked.system).toEqual(['a.example'])
})

test('takes IPv6 alone where there is nothing else', async () => {
  const { dns } = sources({ resolve4: refused })
  await expect(find(createLookup(dns), 'a.example')).resolves.toEqual([
    { address: '2001:db8::1', family: 6 },
  ])
})

test('answers in the form it is asked for', async () => {
  const lookup = createLookup(sources().dns)
  await expect(find(lookup, 'a.example', {})).resolves.toBe('192.0.2.1')
  await expect(find(lookup, 'a.example', { family: 6 })).resolves.toBe('2001:db8::1')
  const single = createLookup(sources({ resolve6: refused }).dns)
  await expect(find(single, 'a.example', { family: 6 })).rejects.toMatchObject({
    code: 'ENOTFOUND',
  })
})

test('asks 40 names at once, each once a minute', async () => {
  let nowMs = 0
  const { dns, asked } = sources({ now: () => nowMs, resolve6: refused })
  const lookup = createLookup(dns)
  const names = Array.from({ length: 40 }, (_, index) => `h${index}.example`)
  const found = [...names, ...names].map((name) => find(lookup, name))
  await Promise.resolve()
  await Promise.all(found)
  expect(asked.resolve4).toHaveLength(40)
  nowMs = 59_999
  await find(lookup, 'h1.example')
  expect(asked.resolve4).toHaveLength(40)
  nowMs = 60_000
  await find(lookup, 'h1.example')
  expect(asked.resolve4).toHaveLength(41)
})

/** A clock that moves by hand; sleepers wake when it passes their time. */
function clocked() {
  const sleepers: { atMs: number; wake: () => void }[] = []
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: (ms: number) =>
      new Promise<void>((wake) => void sleepers.push({ atMs: nowMs + ms, wake })),
    async advance(ms: number) {
      nowMs += ms
      for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake()
      await new Promise(setImmediate)
    },
  }
}

const hangs = (): Promise<never> => new Promise(() => {})

test('waits 50 ms for a silent IPv6 answer', async () => {
  const { now, sleep, advance } = clocked()
  const { dns } = sources({ resolve6: hangs, now, sleep })
  let found: unknown
  void find(createLookup(dns), 'a.example').then((addresses) => (found = addresses))
  await advance(0)
  await advance(49)
  expect(found).toBeUndefined()
  await advance(1)
  expect(found).toEqual([{ address: '192.0.2.1', family: 4 }])
})

async function outcome(found: ReturnType<typeof find>): Promise<string> {
  return await found.then(
    (addresses) => (typeof addresses === 'string' ? addresses : (addresses[0]?.address ?? '')),
    (thrown: unknown) =>
      thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'another error',
  )
}

describe('a name whose servers are silent', () => {
  const silent = { resolve4: hangs, resolve6: hangs }

  test('fails after three seconds, the system included', async () => {
    const { now, sleep, advance } = clocked()
    const { dns, asked } = sources({ ...silent, system: hangs, now, sleep })
    let ended = ''
    void outcome(find(createLookup(dns), 'dead.example')).then((code) => (ended = code))
    await advance(0)
    await advance(1_499)
    expect(asked.system).toEqual([])
    await advance(1)
    expect(asked.system).toEqual(['dead.example'])
    await advance(1_499)
    expect(ended).toBe('')
    await advance(1)
    expect(ended).toBe('EAI_AGAIN')
  })

  test('is found by the system without waiting for them', async () => {
    const { now, sleep, advance } = clocked()
    const { dns } = sources({ ...silent, now, sleep })
    const found = outcome(find(createLookup(dns), 'vpn.example'))
    await advance(0)
    await advance(1_500)
    expect(await found).toBe('127.0.0.1')
  })

  test('is found by a late name server where the system does not know it', async () => {
    const { now, sleep, advance } = clocked()
    const resolve4 = async (): Promise<string[]> => {
      await sleep(2_000)
      return ['192.0.2.7']
    }
    const { dns } = sources({ resolve4, resolve6: refused, system: refused, now, sleep })
    const found = outcome(find(createLookup(dns), 'late.example'))
    await advance(0)
    await advance(1_500)
    await advance(500)
    await advance(50)
    expect(await found).toBe('192.0.2.7')
  })
})

const unanswered = async (): Promise<never> => {
  throw Object.assign(new Error('no'), { code: 'EAI_AGAIN' })
}

test.each([
  ['has no answer for', 2, unanswered],
  ['does not know', 1, refused],
])('of a local name that the system %s it is asked %i times', async (_name, times, system) => {
  const { dns, asked } = sources({ system })
  await outcome(find(createLookup(dns), 'printer'))
  expect(asked.system).toHaveLength(times)
})

test('the system is asked for two names at a time, and not for those that have failed', async () => {
  const { now, sleep, advance } = clocked()
  const answers: (() => void)[] = []
  const system = (): Promise<LookupAddress[]> =>
    new Promise((resolve) => {
      answers.push(() => resolve([{ address: '127.0.0.1', family: 4 }]))
    })
  const { dns, asked } = sources({ resolve4: refused, resolve6: refused, system, now, sleep })
  const lookup = createLookup(dns)
  const found = ['a', 'b', 'c', 'd'].map((name) => outcome(find(lookup, `${name}.example`)))
  await advance(0)
  expect(asked.system).toEqual(['a.example', 'b.example'])
  answers[0]?.()
  await advance(0)
  expect(asked.system).toEqual(['a.example', 'b.example', 'c.example'])
  await advance(3_000)
  for (const answer of answers) answer()
  await advance(0)
  expect(asked.system).toHaveLength(3)
  expect(await Promise.all(found)).toEqual(['127.0.0.1', ...Array(3).fill('EAI_AGAIN')])
})

test('closing ends what the name servers are asked, and the system is not asked instead', async () => {
  let cancel = (): void => {}
  const resolve4 = (): Promise<never> =>
    new Promise((_, reject) => {
      cancel = () => reject(new Error('cancelled'))
    })
  const { dns, asked } = sources({ resolve4, resolve6: refused, cancel: () => cancel() })
  const lookup = createLookup(dns)
  const found = outcome(find(lookup, 'a.example'))
  await new Promise(setImmediate)
  lookup.close()
  expect(await found).toBe('EAI_AGAIN')
  expect(asked.system).toEqual([])
})

test('a client that closes gives up the names it looks up', async () => {
  let isClosed = false
  const { lookup } = createLookup(sources().dns)
  const client = createHttpClient({
    bases: [],
    names: { lookup, close: () => void (isClosed = true) },
  })
  await client.close()
  expect(isClosed).toBe(true)
})

test('a failure is told at once for a minute, and the name asked for again behind it', async () => {
  const { now, sleep, advance } = clocked()
  let isDown = true
  const resolve4 = async (): Promise<string[]> => (isDown ? hangs() : ['192.0.2.1'])
  const { dns, asked } = sources({ resolve4, resolve6: hangs, system: hangs, now, sleep })
  const lookup = createLookup(dns)
  const first = outcome(find(lookup, 'a.example'))
  await advance(0)
  await advance(3_000)
  expect(await first).toBe('EAI_AGAIN')
  expect(await outcome(find(lookup, 'a.example'))).toBe('EAI_AGAIN')
  expect(await outcome(find(lookup, 'a.example'))).toBe('EAI_AGAIN')
  expect(asked.resolve4).toHaveLength(2)
  await advance(3_000)
  isDown = false
  expect(await outcome(find(lookup, 'a.example'))).toBe('EAI_AGAIN')
  await advance(50)
  expect(await outcome(find(lookup, 'a.example'))).toBe('192.0.2.1')
  expect(asked.resolve4).toHaveLength(3)
})

test('reads the names of a hosts file', () => {
  const text =
    '127.0.0.1 localhost\n# 10.0.0.1 not.this\n10.0.0.2\tA.example b.example # c.example\n\n'
  expect(parseHostsNames(text)).toEqual(new Set(['localhost', 'a.example', 'b.example']))
})

test('the real sources find this machine', async () => {
  await expect(find(createLookup(), 'localhost')).resolves.toContainEqual({
    address: '127.0.0.1',
    family: 4,
  })
})
