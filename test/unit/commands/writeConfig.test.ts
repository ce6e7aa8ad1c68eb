/** K13: no change of the configuration is lost when several processes write at the same time. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  changeConfig,
  withConfigLock,
  writeConfigText,
} from '../../../src/commands/frame/writeConfig.ts'
import { temporaryFolder } from '../store/support/folder.ts'

const saved = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

test('concurrent changes are all stored', async () => {
  const file = join(temporaryFolder(), 'config.json')
  const names = Array.from({ length: 20 }, (_, index) => `name${index}`)
  await Promise.all(names.map((name) => changeConfig(file, { [`receivers.${name}.ETH`]: name })))
  expect(saved(file)).toEqual({
    receivers: Object.fromEntries(names.map((name) => [name, { ETH: name }])),
  })
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('a change waits for the one before, and fails alone', async () => {
  const file = join(temporaryFolder(), 'config.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.lock`, '1', { flag: 'wx' })
  const refused = withConfigLock(file, () => {
    throw new Error('the check says no')
  })
  rmSync(`${file}.lock`)
  await expect(refused).rejects.toThrow('the check says no')
  await changeConfig(file, { account: 'main' })
  expect(saved(file)).toEqual({ account: 'main' })
})

test('a lock that a crashed run has left is named, and nothing is written', async () => {
  const file = join(temporaryFolder(), 'config.json')
  writeConfigText(file, '{}\n')
  writeFileSync(`${file}.lock`, '1')
  await expect(changeConfig(file, { account: 'main' })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    hint: expect.stringContaining(`delete ${file}.lock`),
  })
  expect(saved(file)).toEqual({})
}, 30_000)
