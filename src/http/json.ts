/** Bounds on a parsed answer (H5). */
export type JsonLimits = {
  depth: number
  values: number
  arrayLength: number
  stringLength: number
}

/**
 * High enough for real answers, low enough that no answer can do harm: the largest known one, a
 * chain read of 1200 paths, is one string of about half a million characters; the deepest, a trace
 * of TON messages, uses two levels per hop.
 */
const jsonLimits: JsonLimits = {
  depth: 100,
  values: 250_000,
  arrayLength: 50_000,
  stringLength: 1_500_000,
}

const polluting: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Walks a value made by JSON.parse once and returns the first broken rule, or null. `__proto__` in
 * the text is an own key of such a value, so the walk sees it however it is escaped.
 */
export function findJsonFault(root: unknown, limits: JsonLimits = jsonLimits): string | null {
  let level: unknown[] = [root]
  let seen = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.depth) return `is nested deeper than ${limits.depth} levels`
    const next: unknown[] = []
    for (const value of level) {
      if (++seen > limits.values) return `has more than ${limits.values} values`
      if (typeof value === 'string') {
        if (value.length > limits.stringLength) return 'contains an overlong text'
      } else if (Array.isArray(value)) {
        if (value.length > limits.arrayLength) return 'contains an overlong list'
        for (const item of value) next.push(item)
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          if (polluting.has(key)) return `uses the forbidden key ${key}`
          next.push(item)
        }
      }
    }
    level = next
  }
  return null
}
