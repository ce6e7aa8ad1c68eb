import { inject } from 'vitest'

/** The cases that `--only` asks for; all without it. */
export function wanted<T extends readonly [name: string, it: unknown]>(cases: readonly T[]): T[] {
  const { only } = inject('campaign')
  return cases.filter(([name]) => only === undefined || name.split(', ')[0] === only)
}
