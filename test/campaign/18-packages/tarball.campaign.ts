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
import { startProxy } from '../../support/proxy.ts'
import { defineRow, type Row } from '../support/row.ts'
import { root } from './shipped.ts'

const run = promisify(execFile)
const dayMs = 86_400_000
const sources = [
  'src',
  'sandbox',
  'scripts',
  'bin',
  'package.json',
  'package-lock.json',
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
    cases: { fast: 34, full: 34 },
    limitMinutes: { fast: 15, full: 15 },
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
    for (const dist of ['dist', 'sandbox/dist']) {
      const [a, b] = [hashesOf(join(first, dist)), hashesOf(join(second, dist))]
      if (a.size < 10) throw new Error('hardly anything was built')
      for (const [name, hash] of a) if (b.get(name) !== hash) throw new Error(`${name} differs`)
      if (a.size !== b.size) throw new Error('another number of files')
    }
  })
  const tarballs: Tarball[] = []
  for (const inside of ['', 'sandbox']) {
    const packed: Tarball[] = []
    for (const [index, place] of [first, first, second].entries())
      packed.push(await pack(join(place, inside), join(folder, `packed${inside}${index}`)))
    const [one, again, elsewhere] = packed
    const name = one?.name ?? ''
    await row.check(`${name} packed twice, the same to the byte (L6)`, () => equal(one, again))
    await row.check(`${name} packed in two folders, the same to the byte (L6)`, () =>
      equal(one, elsewhere),
    )
    if (one !== undefined) tarballs.push(one)
  }

  const [program, sandbox] = tarballs
  if (program === undefined || sandbox === undefined) throw new Error('nothing was packed')
  const home = join(folder, 'empty')
  mkdirSync(home)
  const isInstalled = await install(program.file, home).then(
    () => true,
    () => false,
  )
  if (!isInstalled) {
    row.note('the registry could not be reached: its packages are linked from here')
    await unpack(program.file, home)
  }
  await runs(row, join(home, 'node_modules', 'swaproute'), home)
  if (isInstalled) await plays(row, sandbox, join(home, 'node_modules', 'swaproute'), home)
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

type Tarball = { name: string; file: string; bytes: Buffer }

async function pack(place: string, target: string): Promise<Tarball> {
  mkdirSync(target)
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', target], { cwd: place })
  const [name = ''] = readdirSync(target)
  const file = join(target, name)
  return { name, file, bytes: readFileSync(file) }
}

function equal(a: Tarball | undefined, b: Tarball | undefined): void {
  if (a === undefined || b === undefined || !a.bytes.equals(b.bytes)) throw new Error('they differ')
}

async function install(tarball: string, home: string, ...more: string[]): Promise<void> {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...more, tarball]
  await run('npm', args, { cwd: home, timeout: 300_000 })
}

async function unpack(tarball: string, home: string): Promise<void> {
  const modules = join(home, 'node_modules')
  mkdirSync(modules, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  await run('mv', [join(modules, 'package'), join(modules, 'swaproute')])
  symlinkSync(join(root, 'node_modules', '@libsql'), join(modules, '@libsql'))
}

async function runs(row: Row, place: string, home: string): Promise<void> {
  const bin = join(place, 'bin', 'swaproute.js')
  const program = (...args: string[]) => withoutNetwork(process.execPath, [bin, ...args], home)
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
    await row.check(`through a proxy that opens nothing: ${args.join(' ')}`, async () => {
      const { code, asked } = await behindProxy(process.execPath, [bin, ...args], home)
      if (!exits.includes(code)) throw new Error(`exit ${code}`)
      // A fault before the tunnel would resemble a closed network: the proxy must have been asked.
      const asksOthers = args[0] === 'quote' || args[0] === 'status'
      if (asksOthers !== asked.length > 0) throw new Error(`asked for: ${asked.join(', ')}`)
      const wrong = asked.filter((line) => !/^CONNECT [\w.-]+:\d+ HTTP\/1\.1$/.test(line))
      if (wrong.length > 0) throw new Error(wrong.join(', '))
    })
  }
}

/** The sandbox of an installed copy, which its own line brings, and nothing else is installed. */
async function plays(row: Row, tarball: Tarball, place: string, home: string): Promise<void> {
  const program = join(place, 'bin', 'swaproute.js')
  const env = { PATH: process.env['PATH'], HOME: home, SWAPROUTE_HOME: home }
  const json = (line: string): Promise<string> => {
    const options = { cwd: home, env, timeout: 180_000 }
    const words = [program, ...line.split(' '), '--json']
    return new Promise((done) => {
      execFile(process.execPath, words, options, (_, stdout) => done(stdout))
    })
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  let flags: string[] = []
  await row.check('without the sandbox, the line that installs it is printed', async () => {
    const said = await json('sandbox start')
    const [, words = '', name] = /Install it: npm install ([^"]*) ([^" ]+)"/.exec(said) ?? []
    if (name !== `swaproute-sandbox@${version}`) throw new Error(said)
    flags = words.split(' ')
  })
  await row.check('that line installs it, from the tarball', () =>
    install(tarball.file, home, ...flags),
  )
  const manifest = join(home, 'node_modules', 'swaproute-sandbox', 'package.json')
  await row.check('one of another version is refused', async () => {
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace(`"version": "${version}"`, '"version": "99.0.0"'))
    const said = await json('sandbox start')
    writeFileSync(manifest, text)
    if (!said.includes(`swaproute-sandbox 99.0.0 does not work with swaproute ${version}`))
      throw new Error(said)
  })
  try {
    for (const [line, expected] of [
      ['quote 1 eth:ETH to eth:USDC --sandbox', '"routes":[{'],
      [
        'swap 300 eth:USDC to arb:USDC --account alice --yes --confirm-amount 300 --sandbox',
        '"status":"SUCCESS"',
      ],
      ['swap 5 ton:TON to ton:USDT --account alice --yes --sandbox', '"status":"SUCCESS"'],
      ['sandbox deposit', '"ok":true'],
      ['sandbox status', '"TON"'],
    ] as const) {
      await row.check(`installed: ${line}`, async () => {
        const said = await json(line)
        if (!said.includes(expected)) throw new Error(said.slice(0, 400))
      })
    }
  } finally {
    await json('sandbox stop')
  }
}

type Ended = { code: number; stdout: string; stderr: string }

/** In a network of its own, which has nothing but itself, where the system can do that. */
async function withoutNetwork(file: string, args: readonly string[], home: string): Promise<Ended> {
  const alone = await run('unshare', ['-rn', 'true']).then(
    () => true,
    () => false,
  )
  if (!alone) return behindProxy(file, args, home)
  return ended('unshare', ['-rn', file, ...args], home, {})
}

/** Every way out is a proxy that writes down what it is asked for and opens no tunnel. */
async function behindProxy(
  file: string,
  args: readonly string[],
  home: string,
): Promise<Ended & { asked: string[] }> {
  const proxy = await startProxy(null)
  try {
    const outcome = await ended(file, args, home, { HTTPS_PROXY: proxy.url })
    return { ...outcome, asked: proxy.asked }
  } finally {
    await proxy.close()
  }
}

function ended(
  file: string,
  args: readonly string[],
  home: string,
  more: Record<string, string>,
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: home, SWAPROUTE_HOME: home, ...more }
  return new Promise((done) => {
    const child = execFile(file, args, { cwd: home, env, timeout: 60_000 }, (_, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

/** L3, of what is installed with the program; the registry knows when it was released. */
async function ages(row: Row): Promise<void> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const told = await run('npm', ['view', name, 'time', '--json'], { timeout: 60_000 }).catch(
      () => null,
    )
    if (told === null) {
      row.note(`the registry has no ${name}: the age of its release not looked at`)
      continue
    }
    await row.check(`${name}@${version} is 7 days old (L3)`, () => {
      const released = (JSON.parse(told.stdout) as Record<string, string>)[version]
      if (released === undefined || Date.now() - Date.parse(released) < 7 * dayMs)
        throw new Error(released)
    })
  }
}
