/**
 * The layer check is only worth something if it can fail: a small source tree with one fault per
 * rule is checked with the project's own configuration.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A valid tree: every import is one the table allows. */
const sound: Record<string, string> = {
  'src/core/amounts.ts': 'export const zero = 0n',
  'src/http/client.ts': "import { Pool } from 'undici'\nexport const pool = Pool",
  'src/providers/types.ts':
    "import type { zero } from '../core/amounts.ts'\nexport type Zero = typeof zero",
  'src/providers/kits/v2.ts': "import type { Zero } from '../types.ts'\nexport type V2 = Zero",
  'src/providers/across/across.ts':
    "import type { V2 } from '../kits/v2.ts'\nimport { pool } from '../../http/client.ts'\nexport type A = V2 | typeof pool",
  'src/providers/providers.ts':
    "import type { A } from './across/across.ts'\nexport type List = A[]",
  'src/router/router.ts': "import type { Zero } from '../providers/types.ts'\nexport type R = Zero",
  'src/wallet/types.ts': 'export type Wallet = string',
  'src/wallet/evm.ts': "export const load = () => import('viem')",
  'src/chains/ton/address.ts': "export const zeros = '0:00'",
  'src/chains/ton/build/bodies.ts':
    "import '@ton/core'\nimport { zeros } from '../address.ts'\nexport const empty = zeros",
  'src/commands/swap.ts':
    "import type { Wallet } from '../wallet/types.ts'\nimport type { zeros } from '../chains/ton/address.ts'\nexport type S = Wallet | typeof zeros",
  'src/app/clients.ts': "import type { A } from '../providers/across/across.ts'\nexport type C = A",
  'src/app.ts': "import type { C } from './app/clients.ts'\nexport type App = C",
  'src/main.ts': "import type { S } from './commands/swap.ts'\nexport type M = S",
  'sandbox/src/world.ts':
    "import 'viem'\nimport { zero } from '../../src/core/amounts.ts'\nexport const none = zero",
}

const readsCells = "import type { Cell } from '../cell.ts'"
const writesCells = "import '../../chains/ton/writeBoc.ts'"

const faults: [rule: string, file: string, source: string][] = [
  ['layer-core', 'src/core/bad.ts', "import '../chains/bad.ts'"],
  ['layer-chains', 'src/chains/bad.ts', "import '../http/client.ts'"],
  ['layer-http', 'src/http/bad.ts', "import '../chains/other.ts'"],
  ['layer-prices', 'src/prices/bad.ts', "import '../providers/providers.ts'"],
  ['layer-providers', 'src/providers/across/bad.ts', "import '../../store/bad.ts'"],
  ['layer-evidence', 'src/evidence/bad.ts', "import '../providers/providers.ts'"],
  ['layer-router', 'src/router/bad.ts', "import '../providers/across/across.ts'"],
  ['layer-store', 'src/store/bad.ts', "import '../api/bad.ts'"],
  ['layer-api', 'src/api/bad.ts', "import '../format/bad.ts'"],
  ['layer-live', 'src/live/bad.ts', "import '../store/bad.ts'"],
  ['layer-status', 'src/status/bad.ts', "import '../api/bad.ts'"],
  ['layer-backend', 'src/backend/bad.ts', "import '../wallet/types.ts'"],
  ['layer-server', 'src/server/bad.ts', "import '../backend/bad.ts'"],
  ['page-runs-in-a-browser', 'src/server/page/client/bad.ts', "import 'node:fs'"],
  ['page-runs-in-a-browser', 'src/server/page/client/worse.ts', "import '../../bad.ts'"],
  ['layer-wallet', 'src/wallet/bad.ts', "import '../execution/bad.ts'"],
  ['layer-execution', 'src/execution/bad.ts', "import type { Wallet } from '../wallet/evm.ts'"],
  ['sandbox-is-a-package', 'sandbox/src/bad.ts', "import '../../src/providers/providers.ts'"],
  [
    'sandbox-is-a-package',
    'sandbox/src/key.ts',
    "import type { Wallet } from '../../src/wallet/types.ts'",
  ],
  ['sandbox-is-a-package', 'sandbox/src/tested.ts', "import '../../test/support.ts'"],
  ['sandbox-is-installed-apart', 'src/backend/play.ts', "import '../../sandbox/src/world.ts'"],
  ['layer-format', 'src/format/bad.ts', "import '../chains/other.ts'"],
  ['types-format', 'src/format/worse.ts', "import { parsed } from '../api/bad.ts'"],
  ['layer-commands', 'src/commands/bad.ts', "import '../backend/bad.ts'"],
  ['types-commands', 'src/commands/worse.ts', "import '../chains/other.ts'"],
  ['layer-agents', 'src/agents/bad.ts', "import '../backend/bad.ts'"],
  ['layer-program', 'src/program/bad.ts', "import '../backend/bad.ts'"],
  ['adapters-are-strangers', 'src/providers/lifi/bad.ts', "import '../across/across.ts'"],
  ['adapters-are-strangers', 'src/providers/kits/bad.ts', "import '../across/across.ts'"],
  ['adapter-files-are-strangers', 'src/providers/lifi.ts', "import './across/across.ts'"],
  ['ton-is-read-by-own-code', 'src/chains/ton/reader.ts', "import '@ton/core'"],
  ['ton-is-read-by-own-code', 'src/wallet/decodeTon.ts', "import type { Cell } from '@ton/core'"],
  ['ton-is-read-by-own-code', 'src/execution/ton/checks.ts', "import('@ton/core')"],
  ['ton-is-read-by-own-code', 'src/providers/kits/ton/decode.ts', "import '@ton/core'"],
  ['ton-is-built-by-the-library', 'src/chains/ton/build/body.ts', "import '../reader.ts'"],
  ['ton-is-built-by-the-library', 'src/chains/ton/build/stonfiSwap.ts', readsCells],
  ['ton-is-read-by-own-code', 'src/providers/stonfi.ts', "import '@ton/core'"],
  [
    'ton-is-read-without-the-builders',
    'src/providers/kits/ton/messages.ts',
    "import '../../../chains/ton/build/bodies.ts'",
  ],
  ['ton-own-cells-are-not-sent', 'src/providers/dedust.ts', "import '../chains/ton/writeBoc.ts'"],
  ['ton-own-cells-are-not-sent', 'src/execution/ton/transfer.ts', writesCells],
  ['library-pg', 'src/backend/shared.ts', "import 'pg'"],
  ['no-cycle', 'src/chains/other.ts', "import './ring.ts'"],
  ['no-barrel', 'src/router/index.ts', "export { type R } from './router.ts'"],
  ['library-commander', 'src/core/line.ts', "import 'commander'"],
  ['library-undici', 'src/providers/across/pool.ts', "import 'undici'"],
  ['library-libsql', 'src/backend/store.ts', "import 'libsql'"],
  ['library-hono', 'src/api/serve.ts', "import '@hono/node-server'"],
  ['library-viem', 'src/providers/across/abi.ts', "import('viem/utils')"],
  ['layer-http', 'src/http/root.ts', "import '../main.ts'"],
  ['layer-http', 'src/http/composed.ts', "import '../app/clients.ts'"],
  ['layer-http', 'src/http/whole.ts', "import '../app.ts'"],
  ['known-layer', 'src/utils/bad.ts', "import '../core/amounts.ts'"],
  ['src-stands-alone', 'src/core/tested.ts', "import '../../test/support.ts'"],
  ['resolvable', 'src/core/lost.ts', "import './nowhere.ts'"],
]

/** What the faulty files import; valid by themselves. */
const surroundings: Record<string, string> = {
  'src/chains/ring.ts': "import './other.ts'",
  'src/chains/ton/cell.ts': 'export type Cell = string',
  'src/chains/ton/writeBoc.ts': "export const writeBoc = ''",
  'test/support.ts': 'export const support = 1',
}

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

const dirs: string[] = []
let violations: { file: string; rule: string }[] = []

beforeAll(async () => {
  const faulty = Object.fromEntries(faults.map(([, file, source]) => [file, source]))
  violations = (await check({ ...sound, ...surroundings, ...faulty })).violations
})

afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

test('a valid tree passes, and all of it was read', async () => {
  const { violations: none, modules } = await check(sound)
  expect(none).toEqual([])
  // Its own files, undici, viem and @ton/core.
  expect(modules).toBe(Object.keys(sound).length + 3)
})

test.each(faults)('%s notices %s', (rule, file) => {
  expect(violations).toContainEqual({ file, rule })
})

test('every rule of the configuration has its fault here', () => {
  const config: unknown = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  const { forbidden } = z
    .object({ forbidden: z.array(z.object({ name: z.string() })) })
    .parse(config)
  expect(new Set(forbidden.map(({ name }) => name))).toEqual(new Set(faults.map(([rule]) => rule)))
})

/** Runs the layer check over a tree made of these files. */
async function check(files: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'layers-'))
  dirs.push(dir)
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  symlinkSync(join(root, 'tsconfig.json'), join(dir, 'tsconfig.json'))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), `${source}\n`)
  }
  const output = await cruise(dir)
  const { summary } = report.parse(JSON.parse(output))
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name })),
  }
}

function cruise(dir: string): Promise<string> {
  const args = [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    'src',
    'sandbox/src',
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ]
  return new Promise((resolve, reject) => {
    // A non-zero exit status is its way to report violations.
    execFile(process.execPath, args, { cwd: dir, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }))
      else resolve(stdout)
    })
  })
}
