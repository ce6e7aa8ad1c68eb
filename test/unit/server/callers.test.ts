import { describe, expect, test } from 'vitest'
import { createCallerAddress } from '../../../src/server/callerAddress.ts'
import { createCallerLimits } from '../../../src/server/callerLimits.ts'

describe('the address of a caller', () => {
  test.each([
    ['no proxy is trusted', [], '203.0.113.9', '10.9.9.9', '203.0.113.9'],
    ['a trusted proxy without the header', ['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    ['a trusted proxy', ['loopback'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a proxy in IPv6 notation', ['loopback'], '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['an untrusted proxy', ['loopback'], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    [
      'what the caller wrote itself',
      ['loopback'],
      '127.0.0.1',
      '1.1.1.1, 203.0.113.9',
      '203.0.113.9',
    ],
    [
      'two trusted proxies',
      ['loopback', '10.0.0.0/8'],
      '127.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.0.0.5',
      '203.0.113.9',
    ],
    [
      'an untrusted proxy between them',
      ['loopback', '10.0.0.0/8'],
      '127.0.0.1',
      '203.0.113.9, 198.51.100.1, 10.0.0.5',
      '198.51.100.1',
    ],
    ['only trusted addresses', ['loopback', 'uniquelocal'], '127.0.0.1', '10.0.0.7', '10.0.0.7'],
    ['an address with its port', ['loopback'], '127.0.0.1', '203.0.113.9:443', '203.0.113.9'],
    ['an IPv6 address', ['loopback'], '::1', '[2001:db8::1]:443', '2001:db8::1'],
    ['a word', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
    [
      'a word before the last proxy',
      ['loopback', 'uniquelocal'],
      '127.0.0.1',
      'x, 10.0.0.5',
      '10.0.0.5',
    ],
    ['an empty header', ['loopback'], '127.0.0.1', '', '127.0.0.1'],
    ['no connection', ['loopback'], null, '203.0.113.9', null],
    ['a long chain', ['loopback'], '127.0.0.1', `9.9.9.9${', 127.0.0.1'.repeat(40)}`, '127.0.0.1'],
  ])('%s', (_what, trusted, remote, header, expected) => {
    expect(createCallerAddress(trusted)(remote, header)).toBe(expected)
  })
})

describe('the limit of a caller', () => {
  const limit = { requests: 3, seconds: 60 }

  test('all at once, then steadily; the headers count with it', () => {
    let nowMs = 1_000_000
    const count = createCallerLimits(() => nowMs)
    const seen = (): unknown[] => {
      const { headers, retryAfterSeconds } = count('a', limit)
      return [headers['ratelimit-remaining'], headers['ratelimit-reset'], retryAfterSeconds]
    }
    expect(count('a', limit)).toEqual({
      headers: {
        'ratelimit-policy': '3;w=60',
        'ratelimit-limit': '3',
        'ratelimit-remaining': '2',
        'ratelimit-reset': '20',
      },
      retryAfterSeconds: null,
    })
    expect(seen()).toEqual(['1', '40', null])
    expect(seen()).toEqual(['0', '60', null])
    expect(seen()).toEqual(['0', '60', 20])
    nowMs += 15_000
    expect(seen()).toEqual(['0', '45', 5])
    nowMs += 5_000
    expect(seen()).toEqual(['0', '60', null])
    nowMs += 120_000
    expect(seen()).toEqual(['2', '20', null])
  })

  test('a refused request costs nothing: who waits as asked gets through', () => {
    let nowMs = 0
    const count = createCallerLimits(() => nowMs)
    for (let sent = 0; sent < 3; sent += 1) count('a', limit)
    for (let refused = 0; refused < 100; refused += 1) count('a', limit)
    const { retryAfterSeconds } = count('a', limit)
    nowMs += (retryAfterSeconds ?? 0) * 1000
    expect(count('a', limit).retryAfterSeconds).toBeNull()
  })

  test('each caller has its own', () => {
    const count = createCallerLimits(() => 0)
    for (let sent = 0; sent < 4; sent += 1) count('a', limit)
    expect(count('a', limit).retryAfterSeconds).not.toBeNull()
    expect(count('b', limit).retryAfterSeconds).toBeNull()
  })

  test('holds exactly where no binary fraction holds the interval', () => {
    for (const requests of [3, 7, 11, 13, 60, 97, 120, 1_000]) {
      const count = createCallerLimits(() => 12_345.678)
      let passed = 0
      while (count('a', { requests, seconds: 60 }).retryAfterSeconds === null) passed += 1
      expect(passed).toBe(requests)
    }
  })

  test('remembers no more than 65,536 callers, and forgets the one that was quiet longest', () => {
    const count = createCallerLimits(() => 0)
    const all = { requests: 1, seconds: 3_600 }
    count('first', all)
    count('second', all)
    for (let caller = 0; caller < 65_534; caller += 1) count(`caller ${caller}`, all)
    expect(count('first', all).retryAfterSeconds).toBe(3_600)
    count('one more', all)
    expect(count('first', all).retryAfterSeconds).toBe(3_600)
    expect(count('second', all).retryAfterSeconds).toBeNull()
  })
})
