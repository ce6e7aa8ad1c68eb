/** The text members of an answer, whatever its shape: each may be foreign text. */

export type Path = readonly (string | number)[]

/** The path of every string, in the order of the object. */
export function textFields(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value)
  return entries.flatMap(([key, item]) => textFields(item, [...path, key]))
}

/** A copy with other texts at the paths; everything else, amounts as well, stays. */
export function withTexts<T>(value: T, paths: readonly Path[], text: (index: number) => string): T {
  const copy = structuredClone(value)
  for (const [index, path] of paths.entries()) put(copy, path, text(index))
  return copy
}

function put(target: unknown, path: Path, text: string): void {
  const [key, ...rest] = path
  if (key === undefined || typeof target !== 'object' || target === null) return
  if (rest.length === 0) Reflect.set(target, key, text)
  else put(Reflect.get(target, key), rest, text)
}
