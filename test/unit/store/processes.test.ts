import childProcess, { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hasEnded, ownMark, startOfProcess } from '../../../src/store/processes.ts'
import { asPlatform } from '../../support/asPlatform.ts'
import { whileFailing } from '../../support/whileFailing.ts'

const isLinux = process.platform === 'linux'
const noProcess = 2 ** 22 + 1

describe('a process', () => {
  test('is known by its start as well as its number', () => {
    const own = ownMark()
    expect(own.pid).toBe(process.pid)
    expect(startOfProcess(process.pid)).toBe(own.started)
    expect(startOfProcess(noProcess)).toBeNull()
    expect(hasEnded(own, own)).toBe(false)
    expect(hasEnded({ ...own, started: `${own.started}1` }, own)).toBe(true)
  })

  test('in another container cannot be judged and counts as running', () => {
    const own = ownMark()
    expect(hasEnded({ ...own, pid: noProcess }, own)).toBe(true)
    expect(hasEnded({ ...own, pid: noProcess, realm: 'elsewhere' }, own)).toBe(false)
  })

  test('marks itself with what the system reports of it', () => {
    expect(ownMark(() => 'b1/9')).toMatchObject({ pid: process.pid, started: 'b1/9' })
    expect(ownMark(() => null).started).toBe('')
  })
})

describe('the owner of a lock', () => {
  const owner = { ...ownMark(), pid: 4242 }

  test.each([
    ['that runs is not gone', 'b1/5', 'b1/9', 'b1/5', false],
    ['that has ended is gone', 'b1/5', 'b1/9', null, true],
    ['whose number another process has is gone', 'b1/5', 'b1/9', 'b1/6', true],
    ['of an earlier start of the machine is gone', 'b1/5', 'b2/9', 'b2/5', true],
    ['whose mark has no boot is not gone', '/5', 'b1/9', 'b1/5', false],
    ['is not gone where the system reports no boot', 'b1/5', '/9', '/5', false],
    ['whose mark has no start is not gone', 'b1/', 'b1/9', 'b1/8', false],
    ['is not gone where the system reports no start', 'b1/5', 'b1/9', 'b1/', false],
  ])('%s', (_name, started, own, now, gone) => {
    const startOf = (pid: number): string | null => (pid === process.pid ? own : now)
    expect(hasEnded({ ...owner, started }, ownMark(startOf), startOf)).toBe(gone)
  })

  test.each(['b1/9', 'b2/9'])('elsewhere is never judged, whatever was booted (own %s)', (own) => {
    const startOf = (pid: number): string | null => (pid === process.pid ? own : null)
    const elsewhere = { ...owner, started: 'b1/5', realm: 'elsewhere' }
    expect(hasEnded(elsewhere, ownMark(startOf), startOf)).toBe(false)
  })
})

describe.runIf(isLinux)('on Linux', () => {
  test('the mark names boot, start, host and namespace of the process', () => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const [, start] = /^\d+ \(.*\) \S(?: \S+){18} (\d+) /s.exec(statOf(process.pid)) ?? []
    expect(ownMark()).toEqual({
      pid: process.pid,
      started: `${boot}/${start}`,
      realm: `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`,
    })
  })

  // A hardened service sees its processes, but not the rest of /proc.
  test('a process runs where the system hides its boot', () => {
    const startOf = (pid: number): string | null => startOfProcess(pid, '/proc/sys/hidden')
    const own = ownMark(startOf)
    expect(own.started).toMatch(/^\/\d+$/)
    expect(hasEnded(own, own, startOf)).toBe(false)
    expect(hasEnded({ ...own, started: '/1' }, own, startOf)).toBe(true)
  })

  test('a process that has ended is gone before its parent has asked for it', async () => {
    // The child ends only when the shell has become a program that never asks for its children.
    const script = 'exec 3<&0; head -c1 <&3 >/dev/null & echo $!; exec sleep 60'
    const parent = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => {
      parent.kill('SIGKILL')
    })
    const [line]: unknown[] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    await vi.waitFor(() => expect(statOf(Number(parent.pid))).toContain('(sleep)'), 10_000)
    expect(startOfProcess(pid)).not.toBeNull()
    parent.stdin.write('x')
    await vi.waitFor(() => expect(statOf(pid)).toContain(') Z '), 10_000)
    expect(startOfProcess(pid)).toBeNull()
  })

  test('a process that cannot be looked at counts as running', async () => {
    const started = await whileFailing(fs, 'readFileSync', 'EMFILE', () =>
      startOfProcess(process.pid),
    )
    expect(started).toBe('/')
  })

  test('names the host alone where the system has no namespaces', async () => {
    const own = await whileFailing(fs, 'readlinkSync', 'ENOENT', () => ownMark())
    expect(own.realm).toBe(hostname())
  })
})

describe('on other systems', () => {
  test('without a start time the number alone counts', () => {
    asPlatform('win32')
    expect(startOfProcess(process.pid)).toBe('/')
    expect(startOfProcess(noProcess)).toBeNull()
  })

  test.runIf(existsSync('/bin/ps'))('the start is read from ps', () => {
    asPlatform('darwin')
    expect(startOfProcess(process.pid)).toMatch(/^\/\w+ \w+ +\d+ [\d:]+ \d{4}$/)
    expect(startOfProcess(noProcess)).toBeNull()
  })

  test('without ps the number alone counts', async () => {
    asPlatform('darwin')
    const started = await whileFailing(childProcess, 'execFileSync', 'ENOENT', () =>
      startOfProcess(process.pid),
    )
    expect(started).toBe('/')
  })

  test('a process that may not be signalled counts as running', async () => {
    asPlatform('win32')
    const started = await whileFailing(process, 'kill', 'EPERM', () => startOfProcess(process.pid))
    expect(started).toBe('/')
  })
})

function statOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
}
