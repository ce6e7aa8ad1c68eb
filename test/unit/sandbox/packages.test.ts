import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import project from '../../../package.json' with { type: 'json' }
import {
  chainPackages,
  installCommand,
  resolveChainFile,
  tonPackages,
} from '../../../src/sandbox/packages.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('tests run on exactly the versions a user is told to install', () => {
  expect(project.devDependencies).toMatchObject({ ...chainPackages, ...tonPackages })
})

test('a missing package is named together with the command that installs it', () => {
  expect(() => resolveChainFile('@nobody/has-this', 'package.json')).toThrow(
    expect.objectContaining({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('@nobody/has-this'),
      hint: expect.stringContaining('npm install'),
    }),
  )
})

test('the command installs what TON needs as well', () => {
  for (const [name, version] of Object.entries(tonPackages)) {
    expect(installCommand()).toContain(`${name}@${version}`)
  }
})

test('nothing that the cells of TON need is left to npm, which leaves peers out', () => {
  const file = resolveChainFile('@ton/core', 'package.json')
  const { peerDependencies } = z
    .object({ peerDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  expect(Object.keys(peerDependencies)).not.toEqual([])
  expect(Object.keys(tonPackages)).toEqual(expect.arrayContaining(Object.keys(peerDependencies)))
})

test('a package that is there is found', () => {
  expect(resolveChainFile('@uniswap/v2-core', 'package.json')).toContain('v2-core')
})

test.each([
  ['a project', true, 'npm install --legacy-peer-deps @foundry-rs/anvil@1.7.1 '],
  [
    'a global installation',
    false,
    'npm install --global --legacy-peer-deps @foundry-rs/anvil@1.7.1 ',
  ],
])('the command fits %s', (_, hasProject, command) => {
  const root = join(folder, 'lib', 'node_modules', 'swaproute')
  mkdirSync(root, { recursive: true })
  if (hasProject) writeFileSync(join(folder, 'lib', 'package.json'), '{}')
  expect(installCommand(root).startsWith(command)).toBe(true)
})
