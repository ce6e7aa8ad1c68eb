import { errorCodes, isErrorCode, SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { rules } from '../core/rules.ts'
import { statusNames, subStatusNames } from '../core/status.ts'
import { type Card, renderCard } from '../format/card.ts'
import type { Paint } from '../format/paint.ts'
import { statusText, subStatusText } from '../format/statusTexts.ts'
import { type Column, renderTable } from '../format/table.ts'
import { errorTexts } from './explain/errorTexts.ts'
import { fundsTexts } from './explain/fundsTexts.ts'
import { exitTexts, serviceTexts } from './explain/errorNumbers.ts'
import { defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'

type Explained = { code: string; kind: string; meaning: string; action: string; facts: string[] }

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'What a code means and what to do',
  usage: '[code]',
  about:
    'Accepts error codes (NO_ROUTE), safety checks (E9), service error codes (2005), states\n' +
    '(LONG_PENDING), `funds` values (sent) and exit codes (8). Without a code: all of them.',
  examples: [
    'swaproute explain',
    'swaproute explain OUTCOME_UNKNOWN',
    'swaproute explain E9',
    'swaproute explain 2005',
    'swaproute explain REVERT',
  ],
  flags: [],
  maxWords: 1,
  wordValues: ['code'],
  async run(input): Promise<Answer<Explained | Explained[]>> {
    const [text] = input.words
    const view = text === undefined ? allCodes().map(explain) : explain(text)
    return { data: view, view }
  },
  screen: (view, { width, tableWidth, paint }) =>
    Array.isArray(view)
      ? listLines(view, tableWidth, paint)
      : renderCard(toCard(view), width, paint),
  plain: (view) => [
    'code\tkind\tmeaning\taction',
    ...[view]
      .flat()
      .map(({ code, kind, meaning, action }) => [code, kind, meaning, action].join('\t')),
  ],
})

/** Every code, by kind, in the order in which scripts need them. */
function allCodes(): string[] {
  return [
    ...Object.keys(errorCodes),
    ...statusNames,
    ...subStatusNames,
    ...Object.keys(fundsTexts),
    ...Object.keys(exitTexts),
    ...Object.keys(serviceTexts),
    ...rules.map((rule) => rule.code),
  ]
}

const listColumns: Column<Explained>[] = [
  { key: 'code', title: 'Code', whole: true, rank: 0, value: ({ code }) => code },
  { key: 'meaning', title: 'Meaning', rank: 0, value: ({ meaning }) => meaning },
]

/** A table per kind with each code's meaning. */
function listLines(codes: readonly Explained[], width: number, paint: Paint): string[] {
  const kinds = [...new Set(codes.map(({ kind }) => kind))]
  return [
    ...kinds.flatMap((kind) => [
      paint.bold(`${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`),
      ...renderTable(
        listColumns,
        codes.filter((one) => one.kind === kind),
        width,
        paint,
      ).lines.slice(1),
      '',
    ]),
    'More about one: swaproute explain <code>',
  ]
}

function explain(text: string): Explained {
  const funds = Object.entries(fundsTexts).find(([word]) => word === text.toLowerCase())
  if (funds !== undefined) {
    const [word, texts] = funds
    return { code: word, kind: 'where the money is', ...texts, facts: [] }
  }
  const code = text.toUpperCase()
  if (isErrorCode(code)) {
    const { exit, http, serviceCode, retry } = errorCodes[code]
    const { meaning, action } = errorTexts[code]
    const facts = [
      `exit code ${exit}`,
      `HTTP ${http} when served`,
      `service code ${serviceCode}`,
      `repeat: ${retryText[retry]}`,
    ]
    return { code, kind: 'error', meaning, action, facts }
  }
  if (statusNames.some((word) => word === code)) {
    const { meaning, action, money } = statusText(code)
    return { code, kind: 'state of a swap', meaning, action, facts: [money] }
  }
  const step = subStatusText(code)
  if (step !== null) {
    const meaning = `${step[0]?.toUpperCase() ?? ''}${step.slice(1)}.`
    const action = 'Wait, or pay if the deposit is awaited.'
    return { code, kind: 'step of a deposit', meaning, action, facts: ['its state is PENDING'] }
  }
  const service = serviceTexts[code]
  if (service !== undefined) {
    return { code, kind: 'service error code', ...service, facts: [] }
  }
  const exit = exitTexts[code]
  if (exit !== undefined) return { code, kind: 'exit code', ...exit, facts: [] }
  const known = rules.find((rule) => rule.code === code)
  if (known !== undefined) {
    return { code, kind: 'safety check', meaning: known.rule, action: known.action, facts: [] }
  }

  const meant = nearest(code, allCodes(), 3)
  throw new SwaprouteError('INVALID_ARGUMENT', `There is no code "${code.slice(0, 40)}".`, {
    hint:
      meant.length > 0
        ? `Did you mean ${meant.join(' or ')}?`
        : '`swaproute explain` lists all of them.',
    context: { suggestions: meant },
  })
}

const retryText = {
  same: 'yes, unchanged',
  later: 'yes, later',
  changed: 'only after a change',
  never: 'no',
} as const

function toCard({ code, kind, meaning, action, facts }: Explained): Card {
  return {
    title: `${code} · ${kind}`,
    groups: [
      [
        { label: 'Meaning', value: meaning },
        { label: 'To do', value: action },
        ...(facts.length === 0 ? [] : [{ label: 'Facts', value: facts }]),
      ],
    ],
  }
}
