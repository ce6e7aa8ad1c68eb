import { errorCodes, isErrorCode, SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { statusWords } from '../core/status.ts'
import { renderCard } from '../format/card.ts'
import type { Card } from '../format/card.ts'
import { statusMeaning } from '../format/statusWords.ts'
import { errorTexts } from './explain/errorTexts.ts'
import { exitTexts, serviceTexts } from './explain/numbers.ts'
import { ruleCodes, ruleText } from './explain/ruleTexts.ts'
import { defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'

type Explained = { code: string; kind: string; meaning: string; action: string; facts: string[] }

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'What a code means and what to do',
  usage: '<CODE>',
  about:
    'Accepts error codes (NO_ROUTE), safety checks (E9), service error codes (2005), states\n' +
    '(LONG_PENDING) and exit codes (8).',
  examples: [
    'swaproute explain OUTCOME_UNKNOWN',
    'swaproute explain E9',
    'swaproute explain 2005',
    'swaproute explain REVERT',
  ],
  flags: [],
  maxWords: 1,
  async run(input): Promise<Answer<Explained>> {
    const [text] = input.words
    if (text === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The code is missing.', {
        hint: 'For example `swaproute explain NO_ROUTE`.',
      })
    }
    const view = explain(text.toUpperCase())
    return { data: view, view }
  },
  screen: (view, { width, paint }) => renderCard(toCard(view), width, paint),
  plain: ({ code, kind, meaning, action }) => [
    'code\tkind\tmeaning\taction',
    [code, kind, meaning, action].join('\t'),
  ],
})

function explain(code: string): Explained {
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
  if (statusWords.some((word) => word === code)) {
    const { meaning, action, money } = statusMeaning(code)
    return { code, kind: 'state of a swap', meaning, action, facts: [money] }
  }
  const service = serviceTexts[code]
  if (service !== undefined) {
    return { code, kind: 'service error code', ...service, facts: [] }
  }
  const exit = exitTexts[code]
  if (exit !== undefined) return { code, kind: 'exit code', ...exit, facts: [] }
  const rule = ruleText(code)
  if (rule !== null) return { code, kind: 'safety check', ...rule, facts: [] }

  const known = [...Object.keys(errorCodes), ...statusWords, ...ruleCodes]
  const meant = nearest(code, known, 3)
  throw new SwaprouteError('INVALID_ARGUMENT', `There is no code "${code.slice(0, 40)}".`, {
    hint:
      meant.length > 0
        ? `Did you mean ${meant.join(' or ')}?`
        : 'Use an error code, a service error code or an exit code.',
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
