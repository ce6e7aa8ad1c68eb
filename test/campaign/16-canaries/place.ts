/** A home with a secret in every place, and upstreams that repeat what they were sent. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../support/random.ts'
import { answerJson, startUpstreams, type UpstreamAnswer } from '../support/upstreams.ts'
import { sampleKeystore } from '../17-keystores/writers.ts'
import { type Canaries, createNose, type Finding, makeCanaries } from './canaries.ts'

export type Place = {
  folder: string
  /** Variables of a user who set everything. */
  env: Record<string, string>
  secrets: Canaries & { keystorePassword: string; keystoreKey: string }
  sniff: (text: string) => Finding[]
  /** Names and contents of all files below the folder but those that hold a secret on purpose. */
  files(): { path: string; text: string }[]
  remove(): Promise<void>
}

/** Files the user put there himself. */
const ownFiles: ReadonlySet<string> = new Set(['password', 'wrong', 'token', 'stdin-key', 'phrase'])

export async function preparePlace(random: Random): Promise<Place> {
  const made = makeCanaries(random)
  let keystore = sampleKeystore(random)
  while (keystore.kind !== 'evm' || !keystore.named) keystore = sampleKeystore(random)
  const secrets = {
    ...made,
    keystorePassword: `${keystore.password}`,
    keystoreKey: `0x${keystore.secret}`,
  }
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-canary-'))
  const upstreams = await startUpstreams(repeating())
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  mkdirSync(join(folder, 'config', 'accounts'), { recursive: true, mode: 0o700 })
  write('password', secrets.password)
  write('wrong', `${secrets.wrongPassword}\n`)
  write('token', secrets.token)
  write('keystore-password', secrets.keystorePassword)
  write('config/accounts/main.json', keystore.text)
  return {
    folder,
    secrets,
    env: environment(upstreams.env, secrets, folder),
    sniff: createNose(secrets),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' }).flatMap(
        (entry) => {
          const path = join(entry.parentPath, entry.name)
          const own = ownFiles.has(entry.name) || entry.name === 'keystore-password'
          return entry.isFile() && !own ? [{ path, text: readFileSync(path, 'latin1') }] : []
        },
      ),
    remove: async () => {
      await upstreams.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function environment(
  upstreams: Record<string, string>,
  secrets: Canaries,
  folder: string,
): Record<string, string> {
  const secret = encodeURIComponent
  const nodes = Object.entries(upstreams).map(([name, url]): [string, string] => {
    const { host } = new URL(url)
    if (name.startsWith('SWAPROUTE_RPC_') && name !== 'SWAPROUTE_RPC_TON') {
      const user = `${secrets.rpcUser}:${secret(secrets.rpcPassword)}`
      return [name, `http://${user}@${host}/v2/${secrets.rpcPath}?key=${secrets.rpcQuery}`]
    }
    return [name, `http://owner:${secrets.urlPassword}@${host}/${secrets.urlPath}`]
  })
  return {
    ...Object.fromEntries(nodes),
    SWAPROUTE_HOME: folder,
    SWAPROUTE_PRIVATE_KEY: secrets.environmentKey,
    SWAPROUTE_NEAR_INTENTS_API_KEY: secrets.longKey,
    SWAPROUTE_EXOLIX_API_KEY: secrets.longKey,
    SWAPROUTE_CHANGENOW_API_KEY: secrets.shortKey,
    SWAPROUTE_QUICKEX_API_KEY: `public1:${secrets.shortKey}`,
    SWAPROUTE_HOUDINI_API_KEY: 'partner1',
    SWAPROUTE_HOUDINI_API_SECRET: secrets.secondPart,
    SWAPROUTE_STEALTHEX_API_KEY: secrets.longKey,
    SWAPROUTE_CHANGELLY_API_KEY: 'number1',
    SWAPROUTE_CHANGELLY_API_SECRET: secrets.signingKey,
    SWAPROUTE_ACROSS_API_KEY: secrets.longKey,
    SWAPROUTE_RELAY_API_KEY: secrets.shortKey,
    SWAPROUTE_API_KEY: secrets.remoteKey,
    HTTPS_PROXY: `http://${secrets.proxyUser}:${secrets.proxyPassword}@127.0.0.1:9`,
    NO_COLOR: '1',
  }
}

/** Refusals in the shapes providers use, each with all of the request inside. */
function repeating(): UpstreamAnswer {
  let count = 0
  return ({ path, headers, body }, response) => {
    count += 1
    const keys = ['authorization', 'x-api-key', 'x-changenow-api-key', 'apikey', 'x-api-public-key']
    const sent = [
      ...keys.flatMap((name) => headers[name] ?? []),
      ...Object.values(headers),
      path,
      body,
    ]
    const told = `${' '.repeat(count % 3)}${'denied '.repeat(count % 18)}${sent.join(' ')}`
    const shapes = [
      { message: told, error: told },
      { error: { message: told, code: -32000 }, jsonrpc: '2.0', id: idOf(body) },
      { errors: [{ code: 1999, reason: told }] },
      { error: { code: 2005, reason: told, data: { told } }, id: told },
      told,
    ]
    const basic = Buffer.from(String(headers.authorization ?? '').replace('Basic ', ''), 'base64')
    const more = count % 4 === 0 ? { message: `${basic.toString('utf8')} ${told}` } : null
    answerJson(
      response,
      more ?? shapes[count % shapes.length],
      [400, 401, 403, 422, 200][count % 5],
    )
  }
}

function idOf(body: string): unknown {
  return /"id":(\d+)/.exec(body)?.[1] === undefined ? null : Number(/"id":(\d+)/.exec(body)?.[1])
}
