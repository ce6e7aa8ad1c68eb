/** How many requests a caller may send in a time. */
export type CallerLimit = { requests: number; seconds: number }

const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 }

/** `120/min`, `5/s` or `1000/h`; null for any other text. */
export function readCallerLimit(text: string): CallerLimit | null {
  const [, count = '', unit = ''] = /^([1-9]\d{0,6})\/(s|min|h)$/.exec(text) ?? []
  const seconds = units[unit]
  return seconds === undefined ? null : { requests: Number(count), seconds }
}
