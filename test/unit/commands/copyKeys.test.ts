import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { clipboardProgram, copyHint, listenForCopies } from '../../../src/commands/swap/copyKeys.ts'
import type { Ctx } from '../../../src/commands/frame/command.ts'
import { noLive } from '../../../src/commands/frame/liveRegion.ts'

const payment = {
  depositAddress: 'rDeposit',
  amountToSend: '50',
  memo: { name: 'destination tag', value: '4044771' },
  expiresAtMs: 1_000,
}

/** Presses keys one by one while a deposit is waited for. */
function press(keys: string, nowMs = 0): { raw: boolean[]; written: string; notes: string[] } {
  const raw: boolean[] = []
  const notes: string[] = []
  const stdin = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) })
  let written = ''
  const ctx: Pick<Ctx, 'io' | 'note' | 'live'> = {
    live: {
      ...noLive,
      copy: (text) => {
        written += `${text} `
      },
    },
    io: {
      home: '/nonexistent',
      stdin,
      terminal: { stdin: true, stdout: true, stderr: true },
      env: {},
      cwd: '/',
      version: '0',
      nodeVersion: '0',
      now: () => nowMs,
    },
    note: (lines) => notes.push(...lines),
  }
  const stop = listenForCopies(payment, ctx)
  for (const key of keys) stdin.emit('data', key)
  stop()
  stop()
  stdin.emit('data', 'c')
  return { raw, written, notes }
}

test('each key copies its part and shows which; nothing is copied without a key or afterwards', () => {
  expect(press('')).toEqual({ raw: [true, false], written: '', notes: [] })
  const { raw, written, notes } = press('cxam')
  expect(raw).toEqual([true, false])
  expect(written).toBe('rDeposit 50 4044771 ')
  expect(notes).toEqual([
    'Copied the address. Compare it once it is pasted:',
    '  rDeposit',
    'Copied the amount. Compare it once it is pasted:',
    '  50',
    'Copied the destination tag. Compare it once it is pasted:',
    '  4044771',
  ])
})

test('nothing is copied once the time to pay is over', () => {
  expect(press('c', 1_000)).toMatchObject({
    written: '',
    notes: ['The payment deadline has passed: nothing was copied.'],
  })
})

test('the hint names the keys there are', () => {
  expect(copyHint(payment)).toBe(
    'Press c to copy the address, a the amount, m the destination tag.',
  )
  expect(copyHint({ memo: null })).toBe('Press c to copy the address, a the amount.')
})

test.each<[NodeJS.Platform, Record<string, string>, string | undefined]>([
  ['linux', {}, undefined],
  ['linux', { DISPLAY: ':0' }, 'xclip'],
  ['linux', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'wl-copy'],
  ['darwin', {}, 'pbcopy'],
])('on %s with %j it is %s', (platform, env, program) => {
  expect(clipboardProgram(platform, env)?.[0]).toBe(program)
})
