import { describe, expect, test } from 'vitest'
import { afterOne, left, untilNextMs } from '../../../src/core/bucket.ts'
import { readCallerLimit } from '../../../src/core/callerLimits.ts'
import {
  addressGroup,
  createNetworkTest,
  isNetwork,
  plainAddress,
} from '../../../src/core/networks.ts'

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['::1', true],
  ['loopback', true],
  ['linklocal', true],
  ['uniquelocal', true],
  ['0.0.0.0/0', false],
  ['::/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0/8', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example.org', false],
  ['constructor', false],
  ['1', false],
  ['', false],
])('%j is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '11.1.2.3', false],
  [['10.1.2.3'], '10.1.2.3', true],
  [['10.1.2.3'], '10.1.2.4', false],
  [['loopback'], '127.9.9.9', true],
  [['loopback'], '::1', true],
  [['loopback'], '10.0.0.1', false],
  [['loopback', 'uniquelocal'], 'fd12::1', true],
  [['fd00::/8'], '10.0.0.1', false],
  [[], '127.0.0.1', false],
  [['loopback'], 'unknown', false],
])('%j contains %s: %s', (networks, address, expected) => {
  expect(createNetworkTest(networks)(address)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['_hidden', null],
  ['203.0.113.999', null],
  ['', null],
])('%j is the address %s', (text, expected) => {
  expect(plainAddress(text)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:DB8:0000:0001:ffff::', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s belongs to %s', (address, expected) => {
  expect(addressGroup(address)).toBe(expected)
})

test.each([
  ['120/min', { requests: 120, seconds: 60 }],
  ['5/s', { requests: 5, seconds: 1 }],
  ['1000/h', { requests: 1000, seconds: 3600 }],
  ['0/min', null],
  ['-1/min', null],
  ['1.5/s', null],
  ['120', null],
  ['120/day', null],
  ['120/constructor', null],
  ['120 /min', null],
])('%j is the limit %j', (text, expected) => {
  expect(readCallerLimit(text)).toEqual(expected)
})

describe('a bucket', () => {
  // An interval that no binary fraction holds.
  const bucket = { intervalMs: 1000 / 3, burst: 3 }

  test('lets its whole size through at once, then one for each interval', () => {
    let fullAtMs = 0
    const lefts: number[] = []
    for (let sent = 0; sent < 3; sent += 1) {
      expect(untilNextMs(bucket, fullAtMs, 5_000)).toBeLessThan(0.001)
      fullAtMs = afterOne(bucket, fullAtMs, 5_000)
      lefts.push(left(bucket, fullAtMs, 5_000))
    }
    expect(lefts).toEqual([2, 1, 0])
    expect(untilNextMs(bucket, fullAtMs, 5_000)).toBeCloseTo(1000 / 3)
    expect(untilNextMs(bucket, fullAtMs, 5_334)).toBeLessThan(0)
    expect(left(bucket, fullAtMs, 6_000)).toBe(3)
  })

  test('is never fuller than full', () => {
    expect(left(bucket, 0, 9_000_000)).toBe(3)
    expect(afterOne(bucket, 0, 9_000)).toBeCloseTo(9_000 + 1000 / 3)
  })
})
