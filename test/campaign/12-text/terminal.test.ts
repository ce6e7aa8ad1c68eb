/** Row 12: whatever a provider, backend, node or token list returns, the terminal gets text alone. */
import { PassThrough } from 'node:stream'
import { type CliRun, runCli } from '../../support/runMain.ts'
import { defineRow, type Row } from '../support/row.ts'
import { type Path, textFields, withTexts } from './fields.ts'
import { controlFault } from './oracle.ts'
import { type Payload, payloads } from './payloads.ts'
import { type Scene, scenes } from './scenes.ts'
import { swapScenes } from './swapScenes.ts'

type Mode = {
  name: string
  flags: readonly string[]
  columns?: number
  json?: true
  tabs?: true
  coloured?: true
}

const modes: readonly Mode[] = [
  { name: 'terminal', flags: [], columns: 80 },
  { name: 'plain', flags: ['--plain'], tabs: true },
  { name: 'json', flags: ['--json'], json: true },
  { name: 'pipe', flags: ['--verbose'] },
  { name: 'ndjson', flags: ['--ndjson'], json: true },
  { name: 'colours', flags: [], columns: 100, coloured: true },
]
const cells = { name: 'cells', flags: ['--plain'] } satisfies Mode

/** A scene and what its fields do: `free` ones keep its course, the others end it another way. */
type Stage = { scene: Scene; free: Path[]; steering: Path[]; exits: Map<Mode, number> }

defineRow(
  {
    number: 12,
    title: 'terminal payloads × every text field',
    cases: { fast: 4_000, full: 250 * 200 },
    limitMinutes: { fast: 1, full: 30 },
  },
  async (row) => {
    const stages: Stage[] = []
    for (const scene of [...scenes, ...swapScenes]) stages.push(await stageOf(scene, row))
    const fields = stages.reduce(
      (sum, { free, steering }) => sum + free.length + steering.length,
      0,
    )
    row.note(`${payloads.length} payloads, ${fields} fields of ${stages.length} screens`)

    const hiding = payloads.filter(({ text }) => /\[(?:8|7|30;40)m/.test(text))
    const fast = [...hiding, ...row.random.shuffled(payloads).slice(0, 9)]
    const chosen = row.sized({ fast, full: payloads })
    for (const [index, payload] of chosen.entries()) {
      for (const scene of swapScenes.filter((one) => /^(?:swap|deposit order)$/.test(one.name))) {
        if (payload.text.length < 1_000) await ask(scene, payload, row)
      }
      for (const [place, stage] of stages.entries()) {
        const turn = modes[(index + place) % modes.length]
        for (const mode of row.sized({
          fast: modes.filter((one) => one === turn),
          full: modes.filter((_, at) => (at + index + place) % 2 === 0),
        })) {
          await tell(stage, stage.free, payload, mode, row)
        }
        for (const path of row.sized({ fast: stage.steering.slice(0, 2), full: stage.steering })) {
          if (turn !== undefined) await tell(stage, [path], payload, turn, row)
        }
      }
    }
  },
)

/** Plays it with harmless words: they must be shown, or hidden payloads would prove nothing. */
async function stageOf(scene: Scene, row: Row): Promise<Stage> {
  const paths = textFields(scene.said)
  const exits = new Map<Mode, number>()
  for (const mode of modes) {
    const { run } = await play(scene, scene.said, mode)
    exits.set(mode, run.exit)
  }
  const { run: usual } = await play(scene, scene.said, cells)
  const free: Path[] = []
  const steering: Path[] = []
  for (const path of paths) {
    const said = withTexts(scene.said, [path], () => 'QQword')
    const { run } = await play(scene, said, cells)
    const sort = run.exit === usual.exit ? free : steering
    sort.push(path)
  }
  const marked = withTexts(scene.said, free, (index) => `QQ${index}x`)
  await row.twin(`${scene.name} shows its texts`, async () => {
    const seen = new Set<string>()
    for (const mode of modes) {
      const { run } = await play(scene, marked, mode)
      for (const [word] of `${run.stdout}${run.stderr}`.matchAll(/QQ\d+x/g)) seen.add(word)
    }
    if (seen.size === 0) throw new Error('none of them is shown anywhere')
  })
  return { scene, free, steering, exits }
}

async function tell(
  { scene, exits }: Stage,
  paths: readonly Path[],
  payload: Payload,
  mode: Mode,
  row: Row,
): Promise<void> {
  if (paths.length === 0) return
  const said = withTexts(scene.said, paths, () => payload.text)
  const { run, stderr } = await play(scene, said, mode)
  const name = `${payload.name}, ${scene.name}, ${mode.name}${paths.length === 1 ? `, ${paths[0]?.join('.')}` : ''}`
  const fault =
    controlFault({ text: printed(run.stdout, mode), tabs: mode.tabs === true, json: mode.json }) ??
    controlFault({ text: printed(stderr, mode), tabs: false })
  if (fault !== null) return row.harm('control byte printed', `${name}: ${fault}`)
  const other = problemOf({ ...run, stderr }, mode, exits.get(mode) === run.exit)
  if (other !== null) return row.failed(name, other)
  row.passed(paths.length)
}

function problemOf({ stdout, stderr }: CliRun, mode: Mode, asBefore: boolean): string | null {
  if (mode.json === true) {
    for (const line of mode.flags.includes('--json') ? [stdout] : stdout.trimEnd().split('\n')) {
      try {
        JSON.parse(line)
      } catch {
        return `no JSON: ${JSON.stringify(line.slice(0, 80))}`
      }
    }
    return null
  }
  if (stdout === '' && stderr === '') return 'said nothing at all'
  const link = /.{0,30}(?:\w:\/\/|www\.)(?:\S{0,20}\.)?evil\b/.exec(`${stdout}${stderr}`)
  if (link !== null) return `a foreign link: ${link[0]}`
  if (/^\W*(?:FORGED|Pay 9)/m.test(stdout) && asBefore && mode.tabs === true)
    return 'a foreign line'
  return null
}

/** Questions are drawn by a library with codes of its own: the payload may not be among them. */
async function ask(scene: Scene, payload: Payload, row: Row): Promise<void> {
  const said = withTexts(scene.said, textFields(scene.said).filter(isSymbol), () => payload.text)
  const stdin = new PassThrough()
  let stderr = ''
  await runCli(
    scene.argv
      .filter((word) => !/^(?:--yes|--confirm-amount|--no-wait)$/.test(word))
      .filter(notAnswer),
    {
      ...scene.options(said),
      columns: 80,
      stdinTerminal: true,
      stdinStream: stdin,
      onStderr: (text) => {
        if (/to send it|to open the order|\?/.test(text)) setImmediate(() => stdin.write('n\r'))
        stderr += text
      },
    },
  )
  const name = `${payload.name}, question of ${scene.name}`
  const asked = /Send \S+|Type "|Open this order for/.exec(stderr)
  if (asked === null) return row.failed(name, 'nothing was asked')
  const shown = stderr.slice(asked.index)
  const hidden = controlFault({ text: payload.text, tabs: false }) !== null
  if (hidden && shown.includes(payload.text.slice(0, 40))) {
    return row.harm('control byte printed', `${name}: ${JSON.stringify(shown.slice(0, 80))}`)
  }
  row.passed()
}

const isSymbol = (path: Path): boolean => path.at(-1) === 'symbol'
const notAnswer = (word: string, index: number, words: readonly string[]): boolean =>
  !(word === '250' && index === words.length - 1)

/**
 * Our own redrawing may only be at the beginning of what is written at once, or all of it: ours
 * until the spinner is loaded, then the library's. On a slow machine a scene meets both.
 */
// eslint-disable-next-line no-control-regex -- that is what it begins with
const redrawing = /^(?:\u001b\[(?:\d*[AGK]|0J|\?2026[hl])|\r)+/

async function play(
  scene: Scene,
  said: unknown,
  mode: Mode,
): Promise<{ run: CliRun; stderr: string }> {
  let stderr = ''
  const { onReady: _, ...options } = scene.options(said)
  const run = await runCli(
    [...scene.argv, ...mode.flags.filter((flag) => !scene.argv.includes(flag))],
    {
      ...options,
      ...(mode.coloured === true ? { env: { NO_COLOR: '', FORCE_COLOR: '1' } } : {}),
      ...(mode.columns === undefined ? {} : { columns: mode.columns }),
      onStderr: (text) => {
        stderr += text.replace(redrawing, '')
      },
    },
  )
  return { run, stderr }
}

function printed(text: string, { coloured }: Mode): string {
  return coloured === true ? withoutOwnColours(text) : text
}

/** The colours of our own, as the style guide of terminals has them: no colour that hides. */
function withoutOwnColours(text: string): string {
  // eslint-disable-next-line no-control-regex -- that is what they are
  return text.replace(/\u001b\[(?:[0127]|22|27|3[1-69]|38;5;16;48;5;231)m/g, '')
}
