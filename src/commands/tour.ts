import { SwaprouteError } from '../core/errors.ts'
import { renderCard, type Card } from '../format/card.ts'
import { waitingText } from '../format/progress.ts'
import { wrap } from '../format/width.ts'
import { warningLines } from '../format/errors.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Printable } from './frame/shapes.ts'
import { isRecord } from '../core/json.ts'
import { commandLine } from './inputs/commandLine.ts'
import { givenOf } from './inputs/input.ts'
import { statusIn, type TourChapter, tourChapters, type TourStep } from './tour/chapters.ts'

/** One command of the tour and its data. */
type DoneStep = { command: string; data: unknown }
type DoneChapter = { title: string; arrived: boolean; steps: DoneStep[] }

export const tourCommand = defineCommand({
  name: 'tour',
  money: 'follows',
  summary: 'Three swaps with play money, explained step by step',
  usage: '',
  about:
    'A swap between two chains, one by a deposit and one on TON, on local chains that belong to\n' +
    'you alone. Takes under two minutes. Exit status 0 only when all three arrived.',
  examples: ['swaproute tour', 'swaproute tour --yes'],
  flags: [{ name: 'yes', short: 'y', group: 'safety', hint: 'Do not stop before each step' }],
  maxWords: 0,
  playMoney: true,
  inSandbox: true,
  async run(input, ctx: Ctx<'sandbox'>) {
    const asks = !input.yes
    if (asks && !ctx.ask.possible) {
      throw new SwaprouteError('CONFIRMATION_REQUIRED', 'The tour stops before each step.', {
        hint: 'Add --yes to let it run through.',
      })
    }
    const facts = { evmAddress: await startSandbox(ctx), lastId: null }
    const chapters: DoneChapter[] = []
    for (const [index, chapter] of tourChapters.entries()) {
      say(ctx, [
        '',
        ctx.notes.paint.bold(`${index + 1} of ${tourChapters.length}: ${chapter.title}`),
      ])
      chapters.push(await runChapter(chapter, facts, asks, ctx))
    }
    return { data: { chapters }, view: chapters, funds: 'delivered' }
  },
  screen: (chapters, { width, paint }) => renderCard(summaryCard(chapters), width, paint),
  plain: (chapters) => [
    'swap\tarrived\tcommand',
    ...chapters.flatMap(({ title, arrived, steps }) =>
      steps.map(({ command }) => `${title}\t${String(arrived)}\t${command}`),
    ),
  ],
})

/** Starts the sandbox and returns the EVM address of its account alice. */
async function startSandbox(ctx: Ctx<'sandbox'>): Promise<string> {
  const sandbox = await ctx.services.sandbox()
  const startedAtMs = ctx.io.now()
  ctx.live.start(() => [waitingText('Starting the sandbox', ctx.io.now() - startedAtMs)])
  const { accounts } = await sandbox.start()
  ctx.live.stop()
  const alice = accounts.find(({ name, kind }) => name === 'alice' && kind === 'evm')
  if (alice === undefined) throw new SwaprouteError('INTERNAL', 'The sandbox has no alice.')
  return alice.address
}

async function runChapter(
  { title, steps }: TourChapter,
  facts: { evmAddress: string; lastId: string | null },
  asks: boolean,
  ctx: Ctx,
): Promise<DoneChapter> {
  const done: DoneStep[] = []
  for (const step of steps) {
    const call = step.call(facts)
    const line = commandLine(call.command, call.words ?? [], givenOf(call.given))
    say(ctx, ['', step.text.join(' '), ''])
    // Whole, so that it can be copied.
    ctx.show([ctx.notes.paint.cyan(`$ ${line} --sandbox`)])
    if (asks && !(await ctx.ask.confirm('Run it?', 'yes'))) {
      throw new SwaprouteError('DECLINED', 'The tour ended here.', {
        hint: '`swaproute tour` starts it again; `swaproute sandbox stop` stops the local chains.',
      })
    }
    const answer = await ctx.runCommand(call)
    ctx.show(['', ...answer.screen({ ...ctx.notes, nowMs: ctx.io.now() })])
    for (const { message } of answer.warnings) {
      ctx.show(warningLines(message, ctx.notes.width, ctx.notes.paint))
    }
    if (answer.failure !== null) throw answer.failure
    const data = isRecord(answer.data) ? answer.data : {}
    requireArrival(step, answer, data, line)
    if (step.extract !== undefined) facts.lastId = step.extract(data)
    done.push({ command: `${line} --sandbox`, data: answer.data })
  }
  return { title, arrived: true, steps: done }
}

/** Fails the tour if a swap did not arrive. */
function requireArrival(
  step: TourStep,
  { funds }: Printable,
  data: Record<string, unknown>,
  line: string,
): void {
  const status = statusIn(data)
  if (step.ends !== true || status === 'SUCCESS') return
  throw new SwaprouteError(
    'OUTCOME_UNKNOWN',
    `\`${line}\` ended as ${status ?? 'nothing known'}, not as SUCCESS.`,
    { hint: '`swaproute history --sandbox` lists what was done.', funds },
  )
}

function summaryCard(chapters: readonly DoneChapter[]): Card {
  return {
    title: 'All three swaps arrived',
    tone: 'good',
    groups: [
      chapters.map(({ title, steps }, index) => ({
        label: String(index + 1),
        value: `${title}: ${steps.length} ${steps.length === 1 ? 'command' : 'commands'}`,
      })),
      [
        { label: 'Your swaps', value: 'swaproute history --sandbox' },
        { label: 'Failures', value: 'swaproute sandbox fault' },
        { label: 'Own account', value: 'swaproute wallet new main' },
        { label: 'To end', value: 'swaproute sandbox stop' },
      ],
    ],
  }
}

function say(ctx: Ctx, lines: readonly string[]): void {
  ctx.show(lines.flatMap((line) => (line === '' ? [''] : wrap(line, ctx.notes.width))))
}
