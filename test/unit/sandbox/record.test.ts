import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  readRecord,
  removeRecord,
  toSandboxInfo,
  writeRecord,
  type SandboxRecord,
} from '../../../sandbox/src/record.ts'

const record: SandboxRecord = {
  format: 1,
  ready: true,
  daemon: { pid: 1, startedAt: '2' },
  control: { url: 'http://127.0.0.1:1', token: 'secret' },
  chains: [
    {
      blockchain: 'ETH',
      chainId: 13_370_001,
      rpcUrl: 'http://127.0.0.1:2',
      port: 2,
      process: { pid: 3, startedAt: '4' },
    },
  ],
  ton: {
    blockchain: 'TON',
    chainId: -1337,
    rpcUrl: 'http://127.0.0.1:8/api/v2/jsonRPC',
    port: 8,
  },
  seeding: [{ pid: 6, startedAt: '7' }],
  accounts: [{ name: 'alice', kind: 'evm', address: '0x01', privateKey: '0x02' }],
  providers: [{ id: 'across', url: 'http://127.0.0.1:5/api' }],
  versions: {},
  startedAt: '2026-11-21T00:00:00.000Z',
  failure: null,
}

let folder: string
const file = () => join(folder, 'sandbox.json')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('is read as it was written, and only by its owner', () => {
  writeRecord(folder, record)
  expect(readRecord(folder)).toEqual(record)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  removeRecord(folder)
  expect(readRecord(folder)).toBeNull()
})

test('shows users what they need and neither token nor processes', () => {
  expect(toSandboxInfo(record)).toEqual({
    running: true,
    chains: [
      { blockchain: 'ETH', chainId: 13_370_001, rpcUrl: 'http://127.0.0.1:2' },
      { blockchain: 'TON', chainId: -1337, rpcUrl: 'http://127.0.0.1:8/api/v2/jsonRPC' },
    ],
    accounts: record.accounts,
    providers: record.providers,
  })
})

test.each([
  ['torn', '{"format":1,'],
  ['no object', '7'],
  ['of another format', JSON.stringify({ ...record, format: 2 })],
  ['without a process', JSON.stringify({ ...record, daemon: { pid: 'x' } })],
  [
    'of an unknown chain',
    JSON.stringify({ ...record, chains: [{ ...record.chains[0], blockchain: 'MARS' }] }),
  ],
  [
    'with a chain that is somewhere else',
    JSON.stringify({ ...record, chains: [{ ...record.chains[0], rpcUrl: 'http://10.0.0.1:2' }] }),
  ],
  [
    'with a provider that is somewhere else',
    JSON.stringify({
      ...record,
      providers: [{ id: 'across', url: 'http://127.0.0.1.evil.example:1/' }],
    }),
  ],
  ['without a control token', JSON.stringify({ ...record, control: { url: 'x' } })],
])('a file that is %s is not a record', (_, text) => {
  writeFileSync(file(), text)
  expect(readRecord(folder)).toBeNull()
})
