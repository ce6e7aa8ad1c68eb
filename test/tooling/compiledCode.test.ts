/** The compiled code that `bin/load.js` keeps, with a program of two files in place of the built one. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const load = join(root, 'bin/load.js')
const build = '0123456789abcdef'
const isPosix = process.platform !== 'win32'
const honest = 'module.exports = () => "honest " + 41 * 2'
const evil = honest.replace('honest', 'stolen')

let folder: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'main.cjs'),
    `// build ${build}\nprocess.stdout.write(require('./part.cjs')())`,
  )
  writeFileSync(join(folder, 'part.cjs'), honest)
  cache = join(folder, 'home', 'cache', 'compiled')
})

/** What the program prints. */
function run(cacheDir: string | null = cache): string {
  const script = `require(${JSON.stringify(load)}).loadProgram(${JSON.stringify(join(folder, 'main.cjs'))}, ${JSON.stringify(cacheDir)})`
  return execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' })
}

const buildFolder = (): string => join(cache, `${build}-${process.version}-${process.arch}`)
const keptFile = (): string => join(buildFolder(), 'part.cjs.bin')

describe('a kept piece', () => {
  test('is written by the first run, closed to others, and used by the next', () => {
    expect(run()).toBe('honest 82')
    const { ino, mode } = statSync(keptFile())
    expect(mode & 0o777).toBe(0o600)
    expect(run()).toBe('honest 82')
    expect(statSync(keptFile()).ino).toBe(ino)
  })

  test('that really is used: its code runs in place of the source', () => {
    run()
    // Of the same length, V8 itself sees no difference; the digest is that of what was kept.
    writeFileSync(join(folder, 'part.cjs'), evil)
    expect(run()).toBe('honest 82')
  })

  test('with any bit flipped is not run, and replaced', () => {
    run()
    const whole = readFileSync(keptFile())
    const step = Math.ceil(whole.length / 24)
    for (let place = 0; place < whole.length; place += step) {
      const damaged = Buffer.from(whole)
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8))
      writeFileSync(keptFile(), damaged)
      expect(run()).toBe('honest 82')
      expect(readFileSync(keptFile()).equals(damaged)).toBe(false)
    }
  })

  test.each([
    ['cut short', (kept: Buffer) => kept.subarray(0, 100)],
    ['empty', () => Buffer.alloc(0)],
    ['longer', (kept: Buffer) => Buffer.concat([kept, Buffer.from('x')])],
  ])('that is %s is not run, and replaced', (_, change) => {
    run()
    const damaged = change(readFileSync(keptFile()))
    writeFileSync(keptFile(), damaged)
    expect(run()).toBe('honest 82')
    expect(readFileSync(keptFile()).equals(damaged)).toBe(false)
  })

  test('of other code of the same length, put there by another program, is not run', () => {
    run()
    const wrapped = `(function(exports,require,module,__filename){${evil}\n})`
    const script = new Script(wrapped, { filename: join(folder, 'part.cjs') })
    script.runInThisContext()
    writeFileSync(keptFile(), script.createCachedData())
    expect(run()).toBe('honest 82')
  })
})

describe.runIf(isPosix)('the folder', () => {
  /** The program runs without the cache, and writes nothing there. */
  function expectUnused(): void {
    expect(run()).toBe('honest 82')
    expect(existsSync(keptFile())).toBe(false)
  }

  test.each([
    ['itself', () => buildFolder()],
    ['around it', () => cache],
    ['of the cache', () => dirname(cache)],
    ['of the home', () => join(folder, 'home')],
  ])('%s open to others is neither read nor written', (_, place) => {
    mkdirSync(buildFolder(), { recursive: true, mode: 0o700 })
    chmodSync(place(), 0o777)
    expectUnused()
    chmodSync(place(), 0o770)
    expectUnused()
    chmodSync(place(), 0o700)
    run()
    expect(existsSync(keptFile())).toBe(true)
  })

  test.runIf(process.getuid?.() === 0)('of another user is neither read nor written', () => {
    mkdirSync(buildFolder(), { recursive: true, mode: 0o700 })
    execFileSync('chown', ['65534', join(folder, 'home')])
    expectUnused()
  })

  test('in which everybody may add, but not replace, is as good as closed', () => {
    chmodSync(folder, 0o1777)
    run()
    expect(existsSync(keptFile())).toBe(true)
  })

  test('that is a link is not followed: nothing is written or removed behind it', () => {
    const precious = join(folder, 'precious')
    const thesis = join(precious, `${'f'.repeat(16)}-v20.0.0-x64`)
    mkdirSync(thesis, { recursive: true })
    writeFileSync(join(thesis, 'thesis.cjs.bin'), 'years of work')
    mkdirSync(dirname(cache), { recursive: true, mode: 0o700 })
    symlinkSync(precious, cache)
    expect(run()).toBe('honest 82')
    expect(readdirSync(precious)).toHaveLength(1)
    expect(readFileSync(join(thesis, 'thesis.cjs.bin'), 'utf8')).toBe('years of work')
  })

  test('may lie behind a link of our own further up, to a place that is ours', () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk, { mode: 0o700 })
    mkdirSync(join(folder, 'home'), { mode: 0o700 })
    symlinkSync(disk, join(folder, 'home', 'cache'))
    run()
    expect(existsSync(keptFile())).toBe(true)
    rmSync(join(disk, 'compiled'), { recursive: true })
    chmodSync(disk, 0o777)
    expectUnused()
  })

  test('loses what another build kept there, and nothing else', () => {
    const other = join(cache, `${'a'.repeat(16)}-v20.0.0-x64`)
    const outside = join(folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'old.cjs.bin'), 'not ours')
    mkdirSync(other, { recursive: true, mode: 0o700 })
    writeFileSync(join(other, 'old.cjs.bin'), 'kept')
    writeFileSync(join(other, 'old.cjs.bin.4711'), 'half kept')
    writeFileSync(join(cache, 'thesis.txt'), 'years of work')
    mkdirSync(join(cache, 'docs'))
    symlinkSync(outside, join(cache, `${'b'.repeat(16)}-v20.0.0-x64`))
    run()
    expect(existsSync(other)).toBe(false)
    expect(readdirSync(cache)).toEqual(
      expect.arrayContaining(['docs', 'thesis.txt', `${'b'.repeat(16)}-v20.0.0-x64`]),
    )
    expect(lstatSync(join(cache, `${'b'.repeat(16)}-v20.0.0-x64`)).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(outside, 'old.cjs.bin'), 'utf8')).toBe('not ours')
  })

  test('that cannot be made, and none at all, cost nothing but time', () => {
    writeFileSync(join(folder, 'home'), 'a file')
    expect(run()).toBe('honest 82')
    expect(run('/dev/null/cache')).toBe('honest 82')
    expect(run(null)).toBe('honest 82')
  })
})

describe('where the program keeps it', () => {
  /** Names in a folder in which the built program ran with these variables. */
  function ranIn(env: Record<string, string>): string[] {
    const place = join(folder, 'somewhere')
    mkdirSync(place)
    const out = execFileSync(
      process.execPath,
      [join(root, 'bin/swaproute.js'), 'explain', 'E9', '--json'],
      { cwd: place, env, encoding: 'utf8' },
    )
    expect(JSON.parse(out)).toMatchObject({ ok: true })
    return readdirSync(place)
  }

  test.each([
    ['XDG_CACHE_HOME', { XDG_CACHE_HOME: 'relcache', HOME: '/dev/null' }],
    ['HOME', { HOME: 'relhome' }],
    ['an empty HOME', { HOME: '' }],
    ['SWAPROUTE_HOME', { SWAPROUTE_HOME: '.', HOME: '/dev/null' }],
  ])('is never the current folder: a relative %s names none', (_, env) => {
    expect(ranIn(env)).toEqual([])
  })

  /** The cache that `config list` tells, and where the launcher has put compiled code. */
  function caches(
    platform: string,
    env: Record<string, string>,
    existing: readonly string[],
  ): { told: unknown; compiled: string[] } {
    for (const path of existing) mkdirSync(join(folder, path), { recursive: true })
    const asPlatform = join(folder, 'platform.cjs')
    writeFileSync(
      asPlatform,
      `Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} })`,
    )
    const argv = ['-r', asPlatform, join(root, 'bin/swaproute.js'), 'config', 'list', '--json']
    const out = execFileSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8' })
    const compiled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/compiled'))
      .map((path) => join(folder, dirname(path)))
    return { told: JSON.parse(out).data.folders, compiled }
  }

  const unix = { config: 'h/.config/swaproute', state: 'h/.local/state/swaproute' }
  const mac = {
    config: 'h/Library/Preferences/swaproute',
    state: 'h/Library/Application Support/swaproute',
    cache: 'h/Library/Caches/swaproute',
  }
  const windows = {
    config: 'h/AppData/Roaming/swaproute/Config',
    state: 'h/AppData/Local/swaproute/Data',
    cache: 'h/AppData/Local/swaproute/Cache',
  }
  const old = ['h/.config/swaproute', 'h/.local/state/swaproute', 'h/.cache/swaproute']

  test.each<[string, Record<string, string>, string[], Record<string, string>]>([
    ['linux', {}, [], { ...unix, cache: 'h/.cache/swaproute' }],
    ['linux', { XDG_CACHE_HOME: 'x' }, [], { ...unix, cache: 'x/swaproute' }],
    ['linux', {}, [mac.cache, windows.cache], { ...unix, cache: 'h/.cache/swaproute' }],
    ['darwin', {}, [], mac],
    ['darwin', {}, old, { ...unix, cache: 'h/.cache/swaproute' }],
    ['darwin', {}, [...old, mac.cache, mac.config], { ...mac, state: unix.state }],
    ['darwin', {}, [unix.state], { ...mac, state: unix.state }],
    ['darwin', { XDG_CACHE_HOME: 'x' }, [], { ...mac, cache: 'x/swaproute' }],
    [
      'darwin',
      { SWAPROUTE_HOME: 's' },
      old,
      { config: 's/config', state: 's/state', cache: 's/cache' },
    ],
    ['win32', {}, [], windows],
    ['win32', {}, old, { ...unix, cache: 'h/.cache/swaproute' }],
    [
      'win32',
      { LOCALAPPDATA: 'l' },
      [],
      { ...windows, state: 'l/swaproute/Data', cache: 'l/swaproute/Cache' },
    ],
    ['win32', { APPDATA: 'r' }, [], { ...windows, config: 'r/swaproute/Config' }],
  ])('is the cache of the program: on %s with %j and %j', (platform, named, existing, expected) => {
    const below = (paths: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, join(folder, path)]))
    const { told, compiled } = caches(platform, below({ HOME: 'h', ...named }), existing)
    expect(told).toEqual(below(expected))
    expect(compiled).toEqual([join(folder, expected['cache'] ?? '')])
  })

  test('is below an absolute one', () => {
    const home = join(folder, 'home')
    ranIn({ HOME: home })
    expect(readdirSync(join(home, '.cache/swaproute/compiled'))).toHaveLength(1)
  })
})
