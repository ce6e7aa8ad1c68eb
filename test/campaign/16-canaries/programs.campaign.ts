import { readdirSync, readFileSync } from 'node:fs'
import { createCliHome } from '../../support/cliHome.ts'
import { defineRow, type Row } from '../support/row.ts'
import { commandLines, environmentsOf, type Line } from './commandLines.ts'
import { type Place, preparePlace } from './place.ts'

const lookEveryMs = 20

/** What other programs of this machine can see of one: its arguments, and for its owner the rest. */
type Seen = { names: Set<string>; text: string }

defineRow(
  {
    number: 16,
    title: 'canary secrets: programs with all they start, in files and in the list of processes',
    cases: { fast: 100, full: 100 },
    limitMinutes: { full: 12 },
  },
  async (row) => {
    const place = await preparePlace(row.random)
    const home = createCliHome()
    const seen: Seen = { names: new Set(), text: '' }
    try {
      for (const line of commandLines(place.folder, place.secrets)) {
        if (line.argv[0] === 'serve') continue // ends by a signal: see the runs in one process
        for (const flag of line.sandbox === true ? ['--json'] : ['--json', '--verbose']) {
          for (const env of environmentsOf(line, place.env)) {
            const run = { ...line, argv: [...line.argv, flag] }
            await judgeProgram(row, { ...place, env }, home, run, seen)
          }
        }
      }
      judge(row, place, 'the list of processes', seen.text)
      for (const { path, text } of place.files()) {
        judge(row, place, path.replace(place.folder, '~'), text)
      }
      await row.twin('other programs were looked at', () => {
        const expected = ['signer.cjs', 'sandboxd.cjs']
        const missing = expected.filter(
          (name) => ![...seen.names].some((one) => one.includes(name)),
        )
        if (missing.length > 0)
          throw new Error(`no ${missing.join()} among ${[...seen.names].join()}`)
      })
    } finally {
      await home.run(['sandbox', 'stop'], { env: { SWAPROUTE_HOME: place.folder } })
      await home.remove()
      await place.remove()
    }
  },
)

async function judgeProgram(
  row: Row,
  { env, folder, ...place }: Place,
  home: ReturnType<typeof createCliHome>,
  { argv, stdin = '' }: Line,
  seen: Seen,
): Promise<void> {
  const child = home.start(argv, { env: { ...env, HOME: folder } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  }
  const timer = setInterval(() => look(child.pid ?? 0, true, seen), lookEveryMs)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(stdin)
  await new Promise((ended) => child.once('close', ended))
  clearInterval(timer)
  judge(row, { env, folder, ...place }, argv.join(' ').replaceAll(folder, '~'), text)
}

/** The environment of the first one is the user's own doing; what it starts must not have it. */
function look(pid: number, isFirst: boolean, seen: Seen): void {
  const read = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return '' // ended meanwhile
    }
  }
  const line = read('cmdline')
  if (!seen.names.has(line)) {
    seen.names.add(line)
    seen.text += `${line}\n${isFirst ? '' : read('environ')}\n`
  }
  for (const child of childrenOf(pid)) look(child, false, seen)
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
  } catch {
    return []
  }
}

function judge(row: Row, place: Place, name: string, text: string): void {
  const found = place.sniff(text)
  if (found.length === 0) row.passed()
  for (const { canary, spelling, around } of found) {
    row.harm('secret found', `${name}: ${canary} (${spelling}) after "${around}"`)
  }
}
