import { compose } from '../../../src/app.ts'
import { catalog } from '../../../src/program/catalog.ts'
import type { ProgramParts } from '../../../src/program/run.ts'
import { refuseSecretArguments } from '../../../src/wallet/secretArguments.ts'
import { defineRow, type Row } from '../support/row.ts'
import { spellingsOf } from './canaries.ts'
import { commandLines, environmentsOf, type Line } from './commandLines.ts'
import { type Place, preparePlace } from './place.ts'
import { runReal, type RealOptions } from './runReal.ts'

const modes: readonly { flags: readonly string[]; columns?: number }[] = [
  { flags: ['--verbose'], columns: 60 },
  { flags: ['--json'] },
  { flags: ['--ndjson'] },
  { flags: ['--plain', '--verbose'] },
  { flags: [], columns: 120 },
]

defineRow(
  {
    number: 16,
    title: 'canary secrets: every command, every way to fail',
    cases: { fast: 50, full: 250 },
    limitMinutes: { fast: 3, full: 12 },
  },
  async (row) => {
    const place = await preparePlace(row.random)
    try {
      await proveNose(row, place)
      const lines = commandLines(place.folder, place.secrets).filter(
        ({ sandbox }) => sandbox !== true,
      )
      await row.check('every command has a line', () => {
        const all = commandLines(place.folder, place.secrets).map(({ argv }) => argv.join(' '))
        const missing = catalog.filter(({ name }) => !all.some((line) => line.startsWith(name)))
        if (missing.length > 0) throw new Error(missing.map(({ name }) => name).join())
      })
      for (const [index, line] of lines.entries()) {
        const chosen = row.sized({
          fast: [modes[index % modes.length] ?? { flags: [] }],
          full: modes,
        })
        for (const mode of chosen) await judgeRun(row, place, line, mode)
      }
      for (const mode of row.sized({ fast: modes.slice(0, 1), full: modes })) {
        await judgeCrash(row, place, mode)
        await judgeBrokenConfig(row, place, mode)
      }
      judgeFiles(row, place)
    } finally {
      await place.remove()
    }
  },
)

type Mode = (typeof modes)[number]

async function judgeRun(row: Row, place: Place, line: Line, mode: Mode): Promise<void> {
  for (const env of environmentsOf(line, place.env)) {
    await judgeRunIn(row, { ...place, env }, line, mode)
  }
}

async function judgeRunIn(row: Row, place: Place, line: Line, mode: Mode): Promise<void> {
  const { env, folder } = place
  const isServer = line.argv[0] === 'serve'
  // A document comes at the end: only events and notes show where it listens.
  const flags = isServer && mode.flags.length > 0 ? ['--ndjson'] : mode.flags
  const argv = [...line.argv, ...flags]
  const answers: Promise<string>[] = []
  const options: RealOptions = {
    env,
    folder,
    ...(line.stdin === undefined ? {} : { stdin: line.stdin }),
    ...(mode.columns === undefined ? {} : { columns: mode.columns }),
    onText: (text, interrupt) => {
      const url = /(http:\/\/127\.0\.0\.1:\d+)[ "]/.exec(text)?.[1]
      if (!isServer || url === undefined || answers.length > 0) return
      answers.push(askServer(url, place.secrets.token).finally(interrupt))
    },
  }
  const run = await runReal(argv, options)
  const told = (await Promise.all(answers)).join('\n')
  judgeText(row, place, argv.join(' ').replaceAll(folder, '~'), `${run.text}\n${told}`)
}

/** What a caller of the server sees of providers that repeat the operator's keys. */
async function askServer(url: string, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', apikey: token }
  const body = JSON.stringify({
    srcTokenAddress: '0x0000000000000000000000000000000000000000',
    srcTokenBlockchain: 'BITCOIN',
    srcTokenAmount: '0.1',
    dstTokenAddress: '0x0000000000000000000000000000000000000000',
    dstTokenBlockchain: 'ETH',
    receiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    showFailedRoutes: true,
    timeout: 3,
  })
  const post = { method: 'POST', headers, body }
  const answers = await Promise.all([
    fetch(`${url}/api/routes/quoteAll`, post),
    fetch(`${url}/api/routes/quoteBest`, post),
    fetch(`${url}/api/info/status?srcTxHash=0x${'ab'.repeat(32)}`, { headers }),
    fetch(`${url}/api/info/providers`, { headers: { apikey: `${token}x` } }),
    fetch(`${url}/metrics`, { headers }),
  ])
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
}

/** A fault deep inside whose message, cause and stack hold everything that was loaded. */
async function judgeCrash(row: Row, place: Place, mode: Mode): Promise<void> {
  const { secrets, env } = place
  const loaded = [secrets.environmentKey, secrets.longKey, secrets.shortKey, secrets.remoteKey]
  const spelled = loaded.flatMap((secret) => spellingsOf(secret))
  const addresses = [env['SWAPROUTE_RPC_ETH'], env['SWAPROUTE_EXOLIX_URL'], env['HTTPS_PROXY']]
  for (const text of [...spelled.slice(0, 12), ...addresses, spelled.join(' ')]) {
    const fail = (): never => {
      throw new TypeError(`${'x '.repeat(30)}${text}`, { cause: new Error(`because ${text}`) })
    }
    const frame: ProgramParts = {
      refuseSecrets: refuseSecretArguments,
      compose: async (config, host) => ({ ...compose(config, host), api: async () => fail() }),
    }
    const argv = ['quote', '1', 'btc:BTC', 'to', 'eth:ETH', ...mode.flags]
    const { columns } = mode
    const run = await runReal(argv, {
      env,
      folder: place.folder,
      frame,
      ...(columns === undefined ? {} : { columns }),
    })
    judgeText(row, place, `crash with ${mode.flags.join(' ')}`, run.text)
  }
}

/** The parser of a configuration that is not JSON quotes what it stumbled over. */
async function judgeBrokenConfig(row: Row, place: Place, { flags, columns }: Mode): Promise<void> {
  const { secrets } = place
  const { writeFileSync } = await import('node:fs')
  const file = `${place.folder}/password` // one that is not looked at for secrets
  const short = secrets.shortKey.slice(0, 9)
  writeFileSync(file, `{"providers":{"CHANGENOW":{"apiKey":${short}`)
  const argv = ['config', 'list', '--config', file, ...flags]
  const run = await runReal(argv, {
    env: place.env,
    folder: place.folder,
    ...(columns === undefined ? {} : { columns }),
  })
  writeFileSync(file, secrets.password)
  if (run.text.includes(short)) row.harm('secret found', `broken configuration: ${run.text}`)
  else row.passed()
}

function judgeText(row: Row, place: Place, name: string, text: string): void {
  const found = place.sniff(text)
  if (found.length === 0) row.passed()
  for (const { canary, spelling, around } of found) {
    row.harm('secret found', `${name}: ${canary} (${spelling}) after "${around}"`)
  }
}

function judgeFiles(row: Row, place: Place): void {
  for (const { path, text } of place.files()) {
    judgeText(row, place, path.replace(place.folder, '~'), text)
  }
}

/** Who finds nothing must be able to find something. */
async function proveNose(row: Row, { sniff, secrets }: Place): Promise<void> {
  for (const [name, secret] of Object.entries(secrets)) {
    await row.twin(`a planted ${name} is found`, () => {
      for (const spelling of spellingsOf(secret)) {
        const broken = `│ ${spelling.slice(0, 7)}\n │  ${spelling.slice(7)} and on`
        for (const text of [`x${spelling.toUpperCase()}y`, broken]) {
          if (!sniff(text).some(({ canary }) => canary === name)) throw new Error(spelling)
        }
      }
    })
  }
  await row.twin('harmless text is left alone', () => {
    const [found] = sniff('{"routes":[],"message":"exolix does not offer this swap"}')
    if (found !== undefined) throw new Error(found.canary)
  })
}
