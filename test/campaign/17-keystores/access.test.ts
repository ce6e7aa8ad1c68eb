/** Row 17: who may read a secret's file, and where a password may come from. */
import { spawnSync } from 'node:child_process'
import { chmod, chown, link, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNewPassword, readPassword } from '../../../src/wallet/passwords.ts'
import {
  ensurePrivateDirectory,
  readKeystoreFile,
  readPlainSecretFile,
} from '../../../src/wallet/secretFiles.ts'
import { createCliHome } from '../../support/cliHome.ts'
import { thrownBy } from '../../unit/wallet/support/errors.ts'
import { temporaryFolder } from '../../wallet/support/temporary.ts'
import { defineRow, type Row } from '../support/row.ts'

const openModes = [
  0o644, 0o640, 0o604, 0o660, 0o606, 0o602, 0o620, 0o610, 0o601, 0o666, 0o777, 0o444, 0o440, 0o4644,
]
const closedModes = [0o600, 0o400, 0o700, 0o500]

defineRow(
  {
    number: 17,
    title: 'modes of files, and prompts',
    cases: { fast: 40, full: 43 },
  },
  async (row) => {
    await modes(row)
    await kinds(row)
    await folders(row)
    await passwords(row)
    if (row.size === 'full') await program(row)
  },
)

async function modes(row: Row): Promise<void> {
  const folder = await temporaryFolder()
  const path = join(folder, 'secret')
  await writeFile(path, 'hunter2 hunter2')
  for (const mode of openModes) {
    await chmod(path, mode)
    const shown = mode.toString(8)
    await row.check(`password file of mode ${shown}`, () =>
      refused(() => readPlainSecretFile(path)),
    )
    await row.check(`keystore of mode ${shown} is warned about`, async () => {
      const { warnings } = await readKeystoreFile(path)
      if (warnings[0]?.code !== 'KEYSTORE_READABLE') throw new Error('no warning')
    })
  }
  for (const mode of closedModes) {
    await chmod(path, mode)
    await row.twin(`password file of mode ${mode.toString(8)}`, () => readPlainSecretFile(path))
    await row.twin(`keystore of mode ${mode.toString(8)}`, async () => {
      const { warnings } = await readKeystoreFile(path)
      if (warnings.length > 0) throw new Error('a warning')
    })
  }
}

async function kinds(row: Row): Promise<void> {
  const folder = await temporaryFolder()
  const path = join(folder, 'secret')
  await writeFile(path, 'hunter2', { mode: 0o600 })
  const soft = join(folder, 'soft')
  const pipe = join(folder, 'pipe')
  const huge = join(folder, 'huge')
  await symlink(path, soft)
  spawnSync('/bin/sh', ['-c', 'mkfifo -m 600 "$0"', pipe])
  await writeFile(huge, 'x'.repeat(65 * 1024), { mode: 0o600 })
  for (const [name, other] of [
    ['link', soft],
    ['pipe', pipe],
    ['folder', folder],
    ['device', '/dev/zero'],
    ['huge file', huge],
    ['missing file', join(folder, 'none')],
  ] as const) {
    await row.check(`password from a ${name}`, () => refused(() => readPlainSecretFile(other)))
    if (name === 'link') continue
    await row.check(`keystore from a ${name}`, () => refused(() => readKeystoreFile(other)))
  }
  const hard = join(folder, 'hard')
  await link(path, hard)
  await row.twin('a second name of the same file', () => readPlainSecretFile(hard))
  if (process.getuid?.() !== 0) return row.note('files of other users need root to be made')
  await chown(path, 12_345, 12_345)
  await row.check('password file of another user', () => refused(() => readPlainSecretFile(path)))
  await row.check('keystore of another user is warned about', async () => {
    const { warnings } = await readKeystoreFile(path)
    if (!warnings.some(({ code }) => code === 'KEYSTORE_FOREIGN_OWNER'))
      throw new Error('no warning')
  })
}

async function folders(row: Row): Promise<void> {
  const folder = await temporaryFolder()
  for (const mode of [0o755, 0o777, 0o750, 0o701]) {
    const path = join(folder, mode.toString(8))
    await mkdir(path)
    await chmod(path, mode)
    await row.check(`folder of mode ${mode.toString(8)} is tightened`, async () => {
      await ensurePrivateDirectory(path)
      const left = (await stat(path)).mode & 0o777
      if (left !== 0o700) throw new Error(left.toString(8))
    })
  }
  const soft = join(folder, 'soft')
  await symlink(join(folder, '755'), soft)
  await row.check('folder behind a link', () => refused(() => ensurePrivateDirectory(soft)))
}

async function passwords(row: Row): Promise<void> {
  const nobody = { passwordFile: null, promptHidden: null, onSecret: () => undefined }
  const typing = (...answers: string[]) => ({
    ...nobody,
    promptHidden: () => Promise.resolve(answers.shift() ?? ''),
  })
  await row.check('no terminal to ask for a password', () =>
    refused(() => readPassword(nobody, 'main')),
  )
  await row.check('no terminal to ask for a new one', () =>
    refused(() => readNewPassword(nobody, 'main')),
  )
  await row.check('two that differ', async () => {
    const { code } = await thrownBy(() =>
      readNewPassword(typing('one two three', 'one two thre'), 'main'),
    )
    if (code !== 'INVALID_ARGUMENT') throw new Error(code)
  })
  await row.twin('one that is typed', () => read(readPassword(typing('pass'), 'main'), 'pass'))
  await row.twin('a new one that is typed twice', () =>
    read(readNewPassword(typing('passwords', 'passwords'), 'main'), 'passwords'),
  )
  const folder = await temporaryFolder()
  for (const end of ['', '\n', '\r\n']) {
    const path = join(folder, `file${end.length}`)
    await writeFile(path, `pass word ${end}`, { mode: 0o600 })
    await row.twin(`one in a file that ends with ${JSON.stringify(end)}`, () =>
      read(readPassword({ ...nobody, passwordFile: path }, 'main'), 'pass word '),
    )
  }
}

/** The program itself, without a terminal. */
async function program(row: Row): Promise<void> {
  const home = createCliHome()
  try {
    const open = join(home.folder, 'open')
    const closed = join(home.folder, 'closed')
    await writeFile(open, 'hunter2 hunter2', { mode: 0o644 })
    await writeFile(closed, 'hunter2 hunter2', { mode: 0o600 })
    const made = (...flags: string[]) => home.run(['wallet', 'new', 'main', ...flags])
    await row.check('a new account without a terminal', async () => expectExit(await made(), 3))
    await row.check('a new account, open password file', async () =>
      expectExit(await made('--password-file', open), 3),
    )
    await row.check('a new account, password on the line', async () => {
      expectExit(await made('--password', 'hunter2'), 2)
    })
    await row.twin('a new account, closed password file', async () =>
      expectExit(await made('--password-file', closed), 0),
    )
  } finally {
    await home.remove()
  }
}

function expectExit(
  { code, stderr }: { code: number | null; stderr: string },
  expected: number,
): void {
  if (code !== expected) throw new Error(`exit ${code}: ${stderr}`)
}

async function refused(run: () => Promise<unknown>): Promise<void> {
  const { code } = await thrownBy(run)
  if (code !== 'KEY_UNAVAILABLE') throw new Error(code)
}

async function read(password: Promise<Buffer>, expected: string): Promise<void> {
  const found = (await password).toString('utf8')
  if (found !== expected) throw new Error(found)
}
