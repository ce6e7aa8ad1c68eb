import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'

import { createLookup, parseHostsNames, type DnsSources } from '../../../src/http/dns.ts'

type Asked = { resolve4: string[]; resolve6: string[]; system: string[] }

function sources(more: Partial<DnsSources> = {}): { asked: Asked; dns: DnsSources } {
  const asked: Asked = { resolve4: [], resolve6: [], system: [] }
  const dns: DnsSources = {
    resolve4: async () => ['192.0.2.1'],
    resolve6: async () => ['2001:db8::1'],
    system: async () => [{ address: '127.0.0.1', family: 4 }],
    hostsNames: async () => new Set<string>(),
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
  lookup: ReturnType<typeof createLookup>,
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

test('does not wait for a silent IPv6 answer', async () => {
  const waited: number[] = []
  const { dns } = sources({
    resolve6: () => new Promise(() => {}),
    sleep: async (ms) => void waited.push(ms),
  })
  await expect(find(createLookup(dns), 'a.example')).resolves.toEqual([
    { address: '192.0.2.1', family: 4 },
  ])
  expect(waited).toEqual([50])
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

test('asks 40 names at once, each once a minute, and forgets failures', async () => {
  let nowMs = 0
  let down = true
  const { dns, asked } = sources({
    now: () => nowMs,
    resolve4: async () => (down ? refused() : ['192.0.2.1']),
    resolve6: refused,
    system: refused,
  })
  const lookup = createLookup(dns)
  await expect(find(lookup, 'h0.example')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  down = false
  const names = Array.from({ length: 40 }, (_, index) => `h${index}.example`)
  const found = [...names, ...names].map((name) => find(lookup, name))
  await Promise.resolve()
  await Promise.all(found)
  expect(asked.resolve4).toHaveLength(41)
  nowMs = 59_999
  await find(lookup, 'h1.example')
  expect(asked.resolve4).toHaveLength(41)
  nowMs = 60_000
  await find(lookup, 'h1.example')
  expect(asked.resolve4).toHaveLength(42)
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
