import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeEnvironmentKey } from '../../src/wallet/environmentKey.ts'
import { type KeyOptions, type KeySettings, chooseKey } from '../../src/wallet/keys.ts'
import { type PasswordSources, readNewPassword, readPassword } from '../../src/wallet/passwords.ts'
import { watchWiped } from '../support/wiped.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { temporaryFolder } from './support/temporary.ts'
import { officialAddress, officialKeystores } from './vectors/keystores.ts'

const [official, , cheap] = officialKeystores
const alice = {
  name: 'alice',
  kind: 'evm',
  address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
  privateKey: `0x${'46'.repeat(32)}`,
} as const
const aliceOnTon = { ...alice, kind: 'ton', address: `0:${'46'.repeat(32)}` } as const

type Change = Partial<Omit<KeyOptions, 'request'>> & { request?: Partial<KeySettings> }

async function options(change: Change = {}): Promise<KeyOptions & { secrets: string[] }> {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'main.json'), JSON.stringify(cheap.json), { mode: 0o600 })
  const secrets: string[] = []
  const request = {
    account: null,
    keystore: null,
    keyStdin: false,
    signer: null,
    kind: null,
    defaultAccount: null,
  }
  return {
    book: { folder, foundryFolder: null, sandbox: null },
    environmentKey: null,
    readStdin: null,
    onSecret: (secret) => secrets.push(secret),
    secrets,
    ...change,
    request: { ...request, ...change.request },
  }
}

const nobody: PasswordSources = { passwordFile: null, promptHidden: null, onSecret: () => {} }
const typing = (...answers: string[]): PasswordSources => ({
  ...nobody,
  promptHidden: () => Promise.resolve(answers.shift() ?? ''),
})

describe('one source', () => {
  test('an account: listed without its password, opened with it', async () => {
    const { account, realm, unlock, warnings } = await chooseKey(
      await options({ request: { account: 'main' } }),
    )
    expect(account).toMatchObject({ name: 'main', address: null })
    expect([realm, warnings]).toEqual(['live', []])
    expect(await unlock(typing('foo'))).toMatchObject({
      kind: 'keystore',
      password: Buffer.from('foo'),
    })
  })

  test('a keystore file', async () => {
    const given = await options()
    const keystore = join(given.book.folder, 'main.json')
    const source = await chooseKey({ ...given, request: { ...given.request, keystore } })
    expect(source.account.source).toBe(keystore)
  })

  test('standard input, overwritten after use and known to the redactor', async () => {
    const text = Buffer.from(`0x${official.key}\n`)
    const given = await options({
      request: { keyStdin: true },
      readStdin: () => Promise.resolve(text),
    })
    const source = await chooseKey(given)
    expect(source.account).toMatchObject({ address: officialAddress, source: 'stdin' })
    expect(text.every((byte) => byte === 0)).toBe(true)
    expect(given.secrets).toContain(`0x${official.key}`)
    const secret = await source.unlock(nobody)
    expect(secret.kind === 'key' && secret.key.toString('hex')).toBe(official.key)
    await expect(source.unlock(nobody)).rejects.toThrow('only once')
  })

  test('standard input that is a terminal is refused', async () => {
    const given = await options({ request: { keyStdin: true } })
    expect((await thrownBy(() => chooseKey(given))).code).toBe('KEY_UNAVAILABLE')
  })

  test('the environment, with a warning; it is empty afterwards', async () => {
    const env = { SWAPROUTE_PRIVATE_KEY: official.key, PATH: '/bin' }
    const environmentKey = takeEnvironmentKey(env)
    expect(env).toEqual({ PATH: '/bin' })
    const given = await options({ environmentKey })
    const { account, warnings } = await chooseKey(given)
    expect(account).toMatchObject({ address: officialAddress, source: 'environment' })
    expect(warnings).toMatchObject([{ code: 'ENVIRONMENT_KEY' }])
    expect(JSON.stringify(warnings)).not.toContain(official.key)
    expect(warnings[0]?.message).toMatch(
      /SWAPROUTE_PRIVATE_KEY: .* environment .* Prefer a keystore/,
    )
    expect(environmentKey?.every((byte) => byte === 0)).toBe(true)
    expect(given.secrets).toEqual([official.key, `0x${official.key}`])
  })

  test('the environment’s key is left alone where a TON wallet is to sign', async () => {
    const environmentKey = Buffer.from(official.key)
    const request = { kind: 'ton' as const }
    const error = await thrownBy(async () => chooseKey(await options({ request, environmentKey })))
    expect(error.message).toContain('No signing account selected')
    expect(error.hint).toContain('swaproute wallet list')
    const named = { ...request, defaultAccount: 'main' }
    const other = await thrownBy(async () =>
      chooseKey(await options({ request: named, environmentKey })),
    )
    expect(other.message).toBe('main is an EVM account; this command needs a TON wallet.')
    expect(environmentKey.toString()).toBe(official.key)
  })

  test('an environment without a key', () => {
    expect(takeEnvironmentKey({})).toBeNull()
    expect(takeEnvironmentKey({ SWAPROUTE_PRIVATE_KEY: '' })).toBeNull()
  })

  test('a malformed environment key is refused without repeating it', async () => {
    const given = await options({ environmentKey: Buffer.from('not-a-key-at-all') })
    const error = await thrownBy(() => chooseKey(given))
    expect(error.code).toBe('KEY_UNAVAILABLE')
    expect(JSON.stringify([error.message, error.hint])).not.toContain('not-a-key')
  })

  test('the default account, after everything else', async () => {
    const request = { defaultAccount: 'main' }
    expect((await chooseKey(await options({ request }))).account.name).toBe('main')
    const environmentKey = Buffer.from(official.key)
    const source = await chooseKey(await options({ request, environmentKey }))
    expect(source.account.source).toBe('environment')
  })

  test('a flag overrides the key of the environment, with a warning', async () => {
    const environmentKey = Buffer.from(official.key)
    const source = await chooseKey(await options({ request: { account: 'main' }, environmentKey }))
    expect(source.account.name).toBe('main')
    expect(source.warnings).toMatchObject([{ code: 'ENVIRONMENT_KEY_UNUSED' }])
  })

  test.each<Partial<KeySettings>>([
    { account: 'main', keystore: 'x' },
    { account: 'main', keyStdin: true },
    { keystore: 'x', keyStdin: true },
  ])('two at once are refused: %j', async (request) => {
    const error = await thrownBy(async () => chooseKey(await options({ request })))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', context: { check: 'K1' } })
  })

  test('no source at all', async () => {
    const error = await thrownBy(async () => chooseKey(await options()))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3 })
  })
})

describe('in a sandbox', () => {
  const sandboxed = async (change: Change = {}) => {
    const { book, ...rest } = await options(change)
    return { ...rest, book: { ...book, sandbox: [alice, aliceOnTon] } }
  }

  test('its accounts need no password', async () => {
    const source = await chooseKey(await sandboxed({ request: { account: 'alice' } }))
    expect(source.realm).toBe('sandbox')
    const secret = await source.unlock(nobody)
    expect(secret).toEqual({ kind: 'key', key: Buffer.alloc(32, 0x46) })
  })

  test('its default account signs, whatever key the environment holds', async () => {
    const environmentKey = Buffer.from(official.key)
    const given = await sandboxed({ request: { defaultAccount: 'alice' }, environmentKey })
    const source = await chooseKey(given)
    expect(source).toMatchObject({ realm: 'sandbox', account: { address: alice.address } })
    expect(source.warnings).toEqual([])
    expect(given.secrets).toEqual([])
  })

  test('lists the available accounts where no account is named', async () => {
    const error = await thrownBy(async () => chooseKey(await sandboxed()))
    expect(error.hint).toBe('Choose one with --account (alice).')
  })

  test.each<Change>([
    { request: { account: 'main' } },
    { request: { keystore: 'x.json' } },
    { request: { keyStdin: true }, readStdin: () => Promise.resolve(Buffer.from(official.key)) },
    { request: { defaultAccount: 'main' } },
    { environmentKey: Buffer.from(official.key) },
  ])('a user’s own key is refused: %j', async (change) => {
    const error = await thrownBy(async () => chooseKey(await sandboxed(change)))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE' })
    expect(error.hint?.split('alice')).toHaveLength(2) // named, and once
  })
})

describe('passwords', () => {
  const inFile = async (text: string): Promise<PasswordSources> => {
    const passwordFile = join(await temporaryFolder(), 'password')
    await writeFile(passwordFile, text, { mode: 0o600 })
    return { ...nobody, passwordFile }
  }

  test.each([
    ['hunter2', 'hunter2'],
    ['hunter2\n', 'hunter2'],
    ['hunter2\r\n', 'hunter2'],
    ['hunter2\n\n', 'hunter2\n'],
    ['  spaced ', '  spaced '],
    ['päßwörd 🔑\n', 'päßwörd 🔑'],
    ['', ''],
  ])('a file with %j is %j', async (text, expected) => {
    expect((await readPassword(await inFile(text), 'main')).toString()).toBe(expected)
  })

  test('an open file is refused', async () => {
    const sources = await inFile('hunter2')
    await chmod(sources.passwordFile ?? '', 0o644)
    expect((await thrownBy(() => readPassword(sources, 'main'))).context).toMatchObject({
      check: 'K4',
    })
  })

  test('are given to the redactor first', async () => {
    const told: string[] = []
    const onSecret = (secret: string) => told.push(secret)
    await readPassword({ ...(await inFile('hunter2\n')), onSecret }, 'main')
    await readPassword({ ...typing('typed'), onSecret }, 'main')
    await readNewPassword({ ...typing('new ones', 'new ones'), onSecret }, 'main')
    await thrownBy(() => readNewPassword({ ...typing('first one', 'second'), onSecret }, 'main'))
    expect(told.slice(0, 6)).toEqual([
      'hunter2',
      'typed',
      'new ones',
      'new ones',
      'first one',
      'second',
    ])
  })

  test('in a file are overwritten where they were read into', async () => {
    const sources = await inFile('hunter2\r\n')
    const wiped = watchWiped()
    const password = await readPassword(sources, 'main')
    expect(wiped(Buffer.from('hunter2\r\n'))).toBe(1)
    expect(password.toString()).toBe('hunter2')
  })

  test('no terminal and no file', async () => {
    for (const read of [readPassword, readNewPassword]) {
      const error = await thrownBy(() => read(nobody, 'main'))
      expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K3' } })
      expect(error.hint).toContain('--password-file')
    }
  })

  test('a new one is typed twice', async () => {
    const password = await readNewPassword(typing('correct horse', 'correct horse'), 'main')
    expect(password.toString()).toBe('correct horse')
    const error = await thrownBy(() => readNewPassword(typing('correct horse', 'wrong'), 'main'))
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect((await readNewPassword(await inFile('correct horse\n'), 'main')).toString()).toBe(
      'correct horse',
    )
  })

  test('a mistake in a new one is asked again, with its reason: nothing is left for the shell', async () => {
    const questions: string[] = []
    const answers = ['short', 'correct horse', 'correct hose', 'correct horse', 'correct horse']
    const promptHidden = async (question: string): Promise<string> => {
      questions.push(question)
      return answers.shift() ?? ''
    }
    const password = await readNewPassword({ ...nobody, promptHidden }, 'main')
    expect(password.toString()).toBe('correct horse')
    expect(questions).toEqual([
      'New password for main (8 characters or more)',
      'Too short. New password for main (8 characters or more)',
      'Repeat password',
      'The two passwords differ. New password for main (8 characters or more)',
      'Repeat password',
    ])
  })
})
