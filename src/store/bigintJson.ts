/**
 * JSON that preserves bigints: `12n` is written as "n:12". A text that itself begins with "n:" or
 * "s:" gets the prefix "s:", so every value is restored exactly.
 */
export function toBigintJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return `n:${item}`
    if (typeof item === 'string' && /^[ns]:/.test(item)) return `s:${item}`
    return item
  })
}

/** @throws SyntaxError when the text is not what `toBigintJson` wrote */
export function fromBigintJson(text: string): unknown {
  return JSON.parse(text, (_key, item: unknown) => {
    if (typeof item !== 'string') return item
    if (item.startsWith('s:')) return item.slice(2)
    return item.startsWith('n:') ? BigInt(item.slice(2)) : item
  })
}
