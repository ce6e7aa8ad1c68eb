import { SwaprouteError } from '../../core/errors.ts'
import type { FaultDescription, SandboxFault } from '../../core/sandboxPackage.ts'
import { plain } from '../../format/plain.ts'
import { plainRows, renderTable, type Column } from '../../format/table.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'

type View =
  | { kind: 'list'; faults: readonly FaultDescription[] }
  | { kind: 'set'; fault: SandboxFault; lasts: boolean }
  | { kind: 'cleared' }

const columns: Column<FaultDescription>[] = [
  { key: 'fault', title: 'Fault', rank: 0, value: ({ fault }) => fault },
  {
    key: 'targets',
    title: 'Of',
    rank: 1,
    shrinkTo: 14,
    value: ({ targets }) => targets.join(', '),
  },
  {
    key: 'value',
    title: 'Value',
    rank: 2,
    value: ({ value }) =>
      value === null ? '' : `${value.unit}, up to ${value.most} (${value.fallback})`,
  },
  { key: 'kind', title: 'Kind', rank: 3, value: ({ kind }) => kind },
  {
    key: 'rehearses',
    title: 'Rehearses',
    rank: 0,
    shrinkTo: 24,
    wraps: true,
    value: ({ rehearses }) => rehearses,
  },
]

export const sandboxFaultCommand = defineCommand({
  name: 'sandbox fault',
  summary: 'Make a provider or chain misbehave, to rehearse every state',
  usage: '[<provider or chain> <fault> [value]]',
  about: 'Without arguments: lists the faults. --clear clears all of them.',
  examples: [
    'swaproute sandbox fault',
    'swaproute sandbox fault across stall',
    'swaproute sandbox fault --clear',
  ],
  flags: [{ name: 'clear', hint: 'Clear all faults' }],
  maxWords: 3,
  wordValues: ['provider', null],
  playMoney: true,
  async run(input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const [target, fault, valueText] = input.words
    const view: View = { kind: 'list', faults: sandbox.faults() }
    if (input.clear) {
      await sandbox.clearFaults()
      const cleared: View = { kind: 'cleared' }
      return { data: { cleared: true }, view: cleared }
    }
    if (target === undefined) return { data: sandbox.faults(), view }
    if (fault === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The fault is missing.', {
        hint: '`swaproute sandbox fault` lists the faults of every target.',
      })
    }
    const value = valueText === undefined ? null : readValue(valueText)
    const wanted: SandboxFault = { target, fault, ...(value === null ? {} : { value }) }
    await sandbox.setFault(wanted)
    const lasts = sandbox
      .faults()
      .some((one) => one.fault === fault && one.targets.includes(target) && one.kind === 'lasting')
    const set: View = { kind: 'set', fault: wanted, lasts }
    return { data: wanted, view: set }
  },
  screen: (view: View, { tableWidth, paint }) => {
    if (view.kind === 'cleared') return ['All faults cleared.']
    if (view.kind === 'list') {
      const { lines } = renderTable(columns, view.faults, tableWidth, paint)
      return [...lines, '', '`swaproute sandbox fault --plain` lists every target.']
    }
    const { target, fault, value } = view.fault
    const what = `Fault ${plain(fault)}${value === undefined ? '' : ` (${value})`}`
    return view.lasts
      ? [`${what} is on for ${plain(target)}.`, '`swaproute sandbox fault --clear` clears it.']
      : [
          `${what} has happened to ${plain(target)}.`,
          fault === 'advance'
            ? 'Its clock stays ahead, and swaps with deadlines may be refused: `swaproute sandbox reset` sets all clocks back.'
            : 'It cannot be cleared: `swaproute sandbox reset` starts the chains anew.',
        ]
  },
  plain: (view: View) =>
    view.kind === 'list'
      ? plainRows(columns, view.faults)
      : view.kind === 'set'
        ? [
            'target\tfault\tvalue',
            [view.fault.target, view.fault.fault, view.fault.value ?? ''].join('\t'),
          ]
        : [],
})

function readValue(text: string): number {
  const value = /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(value)) return value
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 20)}" is not a fault value.`, {
    hint: 'Write a plain number in the unit `swaproute sandbox fault` names.',
  })
}
