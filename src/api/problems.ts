import type { z } from 'zod'
import { nearest } from '../core/nearest.ts'
import { foreignReason } from '../core/foreignReason.ts'

type Issue = z.core.$ZodIssue

const longest = 300

/** Why a schema refused a value, beginning with the member's name. */
export function fieldProblem(issue: Issue, given: unknown): string {
  // A rule over several members has its own message.
  if (issue.code === 'custom') return issue.message
  const field = issue.path.join('.').slice(0, longest) || 'the body'
  if (isMissing(issue, given)) return `${field} is missing`
  const text = `${field} ${problemOf(issue, valueAt(issue, given))}`
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Whether the member is missing, as opposed to invalid. */
export function isMissing(issue: Issue, given: unknown): boolean {
  return issue.code === 'custom' || valueAt(issue, given) === undefined
}

function valueAt({ path }: Issue, given: unknown): unknown {
  return path.reduce<unknown>((inner, key) => memberOf(inner, key), given)
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** What is wrong with a member, to follow its name. */
function problemOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type') {
    return `must be ${withArticle(issue.expected)}, not ${kindOf(value)}`
  }
  if (issue.code === 'invalid_value') {
    const words = issue.values.map(String)
    const guess = typeof value === 'string' ? nearest(value, words, 3) : []
    const hint = guess.length === 0 ? '' : `; did you mean ${guess.join(' or ')}?`
    return `is ${shown(value)}, which is not one of its values${hint}`
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const bound = issue.code === 'too_big' ? issue.maximum : issue.minimum
    const side = issue.code === 'too_big' ? 'at most' : 'at least'
    const unit = units[issue.origin] ?? ''
    if (unit !== '' && bound === 1 && issue.code === 'too_small') return 'must not be empty'
    return `must ${unit === '' ? 'be' : 'have'} ${side} ${bound}${unit}`
  }
  if (issue.code === 'invalid_format') return `is malformed: ${shown(value)}`
  return `is wrong: ${issue.message}`
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

function withArticle(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

function shown(value: unknown): string {
  if (typeof value !== 'string') return kindOf(value)
  return `"${foreignReason(value, 60).replaceAll('"', "'")}"`
}
