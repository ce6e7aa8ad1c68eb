/** Ways into the JSON of an answer. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What lies at `routes.0.estimate`; undefined where there is nothing. */
export function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((place, step) => {
    if (Array.isArray(place)) return place[Number(step)]
    return isRecord(place) ? place[step] : undefined
  }, body)
}

export function textAt(body: unknown, path: string): string {
  const found = at(body, path)
  if (typeof found !== 'string') throw new Error(`the honest answer has no text at ${path}`)
  return found
}

/**
 * Puts a value at a path; members on the way are made where they are missing.
 * @throws Error where the way is blocked: a lie that changes nothing proves nothing
 */
export function put(body: unknown, path: string, value: unknown): void {
  const steps = path.split('.')
  let place = body
  for (const [index, step] of steps.entries()) {
    if (!isRecord(place) && !Array.isArray(place)) throw new Error(`no way to ${path}`)
    const list: Record<string, unknown> | unknown[] = place
    if (index === steps.length - 1) Reflect.set(list, step, value)
    else {
      if (Reflect.get(list, step) == null) Reflect.set(list, step, {})
      place = Reflect.get(list, step)
    }
  }
}
