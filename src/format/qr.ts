import encodeQR from 'qr'

/** Modules of light border that scanners need on each side (ISO/IEC 18004). */
const quiet = 4
/** True black on true white in any terminal theme. */
const inked = (text: string): string => `\u001b[38;5;16;48;5;231m${text}\u001b[0m`

/** Rows of modules with the quiet border around them; true is dark. */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
}

/**
 * A QR code of at most `width` columns, two rows of modules per line; null if it does not fit.
 * @param colours false for terminals without colours: then the light modules are drawn, which is
 * correct on a dark background only
 */
export function qrLines(text: string, width: number, colours: boolean): string[] | null {
  const modules = qrModules(text)
  if (modules.length > width) return null
  const lines: string[] = []
  for (let y = 0; y < modules.length; y += 2) {
    const [upper = [], lower = []] = [modules[y], modules[y + 1]]
    const cells = upper.map((dark, x) => cell(dark, lower[x] ?? false, colours))
    lines.push(colours ? inked(cells.join('')) : cells.join(''))
  }
  return lines
}

/**
 * The character for two modules, one above the other; `drawsDark` selects which modules are drawn.
 */
function cell(upperDark: boolean, lowerDark: boolean, drawsDark: boolean): string {
  const upper = upperDark === drawsDark
  const lower = lowerDark === drawsDark
  if (upper && lower) return '█'
  if (upper) return '▀'
  return lower ? '▄' : ' '
}
