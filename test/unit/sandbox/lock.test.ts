import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock, lockOwner } from '../../../sandbox/src/lock.ts'
import { identifyProcess, isAlive } from '../../../sandbox/src/processes.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-lock-'))
  file = join(folder, 'sandbox.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('one owner at a time, free again after its release', () => {
  const lock = acquireLock(file)
  expect(lock?.isOwned()).toBe(true)
  expect(acquireLock(file)).toBeNull()
  expect(lockOwner(file)).toEqual(identifyProcess(process.pid))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  lock?.release()
  expect(lock?.isOwned()).toBe(false)
  expect(lockOwner(file)).toBeNull()
  expect(acquireLock(file)).not.toBeNull()
  expect(readdirSync(folder)).toEqual(['sandbox.lock'])
})

test.each([
  ['of a process that is gone', () => ({ pid: endedPid(), startedAt: '1' })],
  ['of another process with the same number', () => ({ pid: process.pid, startedAt: '1' })],
  ['that is torn', () => '{"pid":'],
  ['of another shape', () => ['?']],
])('a lock %s is taken over', (_, content) => {
  const value = content()
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  expect(lockOwner(file)).toBeNull()
  expect(acquireLock(file)?.isOwned()).toBe(true)
})

test('a lock that was replaced is not released for its new owner', () => {
  const lock = acquireLock(file)
  writeFileSync(file, '{"pid":1,"startedAt":"x"}')
  lock?.release()
  expect(existsSync(file)).toBe(true)
})

test('distinguishes a process from a later one with its number', () => {
  const self = identifyProcess(process.pid)
  expect(self).not.toBeNull()
  expect(isAlive({ pid: process.pid, startedAt: self?.startedAt ?? '' })).toBe(true)
  expect(isAlive({ pid: process.pid, startedAt: 'never' })).toBe(false)
  expect(identifyProcess(endedPid())).toBeNull()
})

function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid
}
