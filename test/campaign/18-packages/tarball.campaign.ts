/** Row 18: the package is the same wherever it is built, and runs with nothing around it. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineRow, type Row } from '../support/row.ts'
import { root } from './shipped.ts'

const run = promisify(execFile)
const dayMs = 86_400_000
const sources = [
  'src',
  'scripts',
  'bin',
  'package.json',
  'tsconfig.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
]

defineRow(
  {
    number: 18,
    title: 'two builds, pack, install and run',
    cases: { fast: 12, full: 12 },
    limitMinutes: { fast: 10, full: 10 },
  },
  async (row) => {
    const folder = mkdtempSync(join(tmpdir(), 'swaproute-builds-'))
    try {
      await everything(row, folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

async function everything(row: Row, folder: string): Promise<void> {
  const first = await copyOf(join(folder, 'one'))
  const second = await copyOf(join(folder, 'another place', 'with a long name'))
  for (const place of [first, second])
    await run(process.execPath, ['scripts/build.mjs', '--prepare'], { cwd: place })
  await row.check('two folders, one build (L6)', () => {
    const [a, b] = [hashesOf(join(first, 'dist')), hashesOf(join(second, 'dist'))]
    if (a.size < 10) throw new Error('hardly anything was built')
    for (const [name, hash] of a) if (b.get(name) !== hash) throw new Error(`${name} differs`)
    if (a.size !== b.size) throw new Error('another number of files')
  })
  const packed: Buffer[] = []
  for (const [index, place] of [first, first, second].entries()) {
    packed.push(await pack(place, join(folder, `packed${index}`)))
  }
  await row.check('packed twice, the same to the byte (L6)', () => equal(packed[0], packed[1]))
  await row.check('packed in two folders, the same to the byte (L6)', () =>
    equal(packed[0], packed[2]),
  )

  const tarball = join(folder, 'swaproute.tgz')
  writeFileSync(tarball, packed[0] ?? '')
  const home = join(folder, 'empty')
  mkdirSync(home)
  if (!(await install(tarball, home))) {
    row.note('the registry could not be reached: its packages are linked from here')
    await unpack(tarball, home)
  }
  await runs(row, join(home, 'node_modules', 'swaproute'), home)
  await ages(row)
}

/** Without what was built, and with packages of its own: links would lead both to one place. */
async function copyOf(place: string): Promise<string> {
  mkdirSync(place, { recursive: true })
  for (const name of sources) cpSync(join(root, name), join(place, name), { recursive: true })
  const modules = [join(root, 'node_modules'), join(place, 'node_modules')]
  // Second names of the same files where the disk is the same.
  await run('cp', ['-Rl', ...modules]).catch(() => run('cp', ['-R', ...modules]))
  rmSync(join(place, 'node_modules', '.cache'), { recursive: true, force: true })
  return place
}

function hashesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return new Map(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

async function pack(place: string, target: string): Promise<Buffer> {
  mkdirSync(target)
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', target], { cwd: place })
  const [name = ''] = readdirSync(target)
  return readFileSync(join(target, name))
}

function equal(a: Buffer | undefined, b: Buffer | undefined): void {
  if (a === undefined || b === undefined || !a.equals(b)) throw new Error('they differ')
}

async function install(tarball: string, home: string): Promise<boolean> {
  const args = [
    'install',
    '--ignore-scripts',
    '--omit=dev',
    '--omit=peer',
    '--no-audit',
    '--no-fund',
    tarball,
  ]
  return run('npm', args, { cwd: home, timeout: 120_000 }).then(
    () => true,
    () => false,
  )
}

async function unpack(tarball: string, home: string): Promise<void> {
  const modules = join(home, 'node_modules')
  mkdirSync(modules, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  await run('mv', [join(modules, 'package'), join(modules, 'swaproute')])
  for (const name of ['libsql', '@libsql', '@neon-rs', 'detect-libc']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
}

async function runs(row: Row, place: string, home: string): Promise<void> {
  const program = (...args: string[]) =>
    withoutNetwork(process.execPath, [join(place, 'bin', 'swaproute.js'), ...args], home)
  const hash = `0x${'a'.repeat(64)}`
  const lines: readonly (readonly [args: string[], exits: number[]])[] = [
    [['--version'], [0]],
    [['--help'], [0]],
    [['chains', '--json'], [0]],
    [['providers', '--json'], [0]],
    [['tokens', 'eth:usdc', '--json'], [0]],
    [['history', '--json'], [0]],
    [['wallet', 'list', '--json'], [0]],
    [['explain', 'STORE_DAMAGED'], [0]],
    [
      ['quote', '1', 'eth:ETH', 'to', 'eth:USDC', '--json', '--timeout', '5'],
      [4, 5],
    ],
    [
      ['status', hash, '--json'],
      [0, 4, 5],
    ],
  ]
  for (const [args, exits] of lines) {
    await row.check(`installed: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await program(...args)
      if (!exits.includes(code)) throw new Error(`exit ${code}: ${stderr}${stdout}`.slice(0, 400))
      if (args.includes('--json')) JSON.parse(stdout)
      if (/INTERNAL|Cannot find module/.test(stdout + stderr)) throw new Error(stdout + stderr)
    })
  }
}

/** In a network of its own, which has nothing but itself, where the system can do that. */
async function withoutNetwork(
  file: string,
  args: readonly string[],
  home: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], HOME: home, SWAPROUTE_HOME: home }
  const alone = await run('unshare', ['-rn', 'true']).then(
    () => true,
    () => false,
  )
  const [command, ...rest] = alone ? ['unshare', '-rn', file, ...args] : [file, ...args]
  const options = {
    cwd: home,
    env: alone ? env : { ...env, HTTPS_PROXY: 'http://127.0.0.1:9' },
    timeout: 60_000,
  }
  return new Promise((done) => {
    const child = execFile(command, rest, options, (_, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

/** L3, of what is installed with the program; the registry knows when it was released. */
async function ages(row: Row): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies)) {
    const told = await run('npm', ['view', name, 'time', '--json'], { timeout: 60_000 }).catch(
      () => null,
    )
    if (told === null) {
      row.note('the registry could not be reached: ages of releases not looked at')
      return
    }
    await row.check(`${name}@${version} is 7 days old (L3)`, () => {
      const released = (JSON.parse(told.stdout) as Record<string, string>)[version]
      if (released === undefined || Date.now() - Date.parse(released) < 7 * dayMs)
        throw new Error(released)
    })
  }
}
