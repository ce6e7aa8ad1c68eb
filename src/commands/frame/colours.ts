import type { Paint } from '../../format/paint.ts'
import { noPaint } from '../../format/paint.ts'

export type ColourLevel = 0 | 1 | 2 | 3

/**
 * How many colours a stream takes. `--no-color` and NO_COLOR switch them off, FORCE_COLOR forces a
 * level, otherwise only terminals get any. https://no-color.org, https://force-color.org (2026-11)
 */
export function colourLevel(
  env: Readonly<Record<string, string | undefined>>,
  terminal: boolean,
  noColour: boolean,
): ColourLevel {
  if (noColour) return 0
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) {
    if (forced === '0' || forced === 'false') return 0
    if (forced === '2') return 2
    return forced === '3' ? 3 : 1
  }
  if ((env['NO_COLOR'] ?? '') !== '' || !terminal || env['TERM'] === 'dumb') return 0
  const { COLORTERM = '', TERM = '' } = env
  if (/^(truecolor|24bit)$/.test(COLORTERM)) return 3
  return TERM.includes('256color') ? 2 : 1
}

/** The colours of a stream; the library is only loaded where there are any. */
export async function createPaint(level: ColourLevel): Promise<Paint> {
  if (level === 0) return noPaint
  const { Chalk } = await import('chalk')
  return new Chalk({ level })
}
