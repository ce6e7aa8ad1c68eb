import { SwaprouteError } from '../core/errors.ts'
import { readPlainSecretFile } from './secretFiles.ts'

/** The only sources of a password (docs/safety.md K2, K3). */
export type PasswordSources = {
  /** `--password-file` or SWAPROUTE_PASSWORD_FILE. */
  passwordFile: string | null
  /** Prompts on a terminal without echo; null without a terminal. */
  promptHidden: ((question: string) => Promise<string>) | null
  /** Receives every secret that enters the process, before it is used (K9). */
  onSecret: (secret: string) => void
}

/**
 * The password of an existing keystore as UTF-8, from the file or the prompt. A line break at the
 * end of the file is not part of it. The caller overwrites the bytes.
 * @throws SwaprouteError KEY_UNAVAILABLE when there is neither file nor terminal
 */
export async function readPassword(sources: PasswordSources, accountName: string): Promise<Buffer> {
  const { passwordFile, promptHidden, onSecret } = sources
  if (passwordFile !== null) return await readPasswordFile(passwordFile, onSecret)
  if (promptHidden === null) throw noTerminal()
  const password = await promptHidden(`Password of ${accountName}`)
  onSecret(password)
  return Buffer.from(password, 'utf8')
}

/** Minimum bytes of a new password. */
export const minPasswordBytes = 8
/** More mistakes end the command, so that no password is typed into the shell. */
const mostTries = 5

/**
 * The password of a new keystore: typed twice, or from the file. If it is too short or the two
 * differ, the question is repeated.
 * @throws SwaprouteError KEY_UNAVAILABLE as above, INVALID_ARGUMENT after too many mistakes
 */
export async function readNewPassword(
  sources: PasswordSources,
  accountName: string,
): Promise<Buffer> {
  const { passwordFile, promptHidden, onSecret } = sources
  if (passwordFile !== null) return await readPasswordFile(passwordFile, onSecret)
  if (promptHidden === null) throw noTerminal()
  let problem = ''
  for (let tries = 0; tries < mostTries; tries += 1) {
    const password = await promptHidden(
      `${problem}New password for ${accountName} (${minPasswordBytes} characters or more)`,
    )
    onSecret(password)
    if (Buffer.byteLength(password, 'utf8') < minPasswordBytes) {
      problem = 'Too short. '
      continue
    }
    const again = await promptHidden('Repeat password')
    onSecret(again)
    if (password === again) return Buffer.from(password, 'utf8')
    problem = 'The two passwords differ. '
  }
  throw new SwaprouteError('INVALID_ARGUMENT', 'No password was set.', {
    hint: 'Nothing was written; try again.',
  })
}

async function readPasswordFile(path: string, onSecret: (secret: string) => void): Promise<Buffer> {
  const bytes = await readPlainSecretFile(path)
  const password = Buffer.from(withoutLineBreak(bytes))
  bytes.fill(0)
  onSecret(password.toString('utf8'))
  return password
}

function withoutLineBreak(bytes: Buffer): Buffer {
  const [last, beforeLast] = [bytes.at(-1), bytes.at(-2)]
  if (last !== 0x0a) return bytes
  return bytes.subarray(0, beforeLast === 0x0d ? -2 : -1)
}

function noTerminal(): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'The keystore needs its password.', {
    hint: 'Give its file with --password-file, or run in a terminal to type it.',
    context: { check: 'K3' },
  })
}
