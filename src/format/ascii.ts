// ASCII replacements of the program's other characters, for terminals whose locale has only ASCII.
// Each has the width of the one it replaces.
const signs: Readonly<Record<string, string>> = {
  '│': '|',
  '║': '|',
  '─': '-',
  '═': '-',
  '╭': '+',
  '╰': '+',
  '╔': '+',
  '╗': '+',
  '╚': '+',
  '╝': '+',
  '→': '>',
  '←': '<',
  '›': '>',
  '✓': '+',
  '✗': 'x',
  '·': '-',
  '…': '~',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '×': 'x',
}
const spinner = ['|', '/', '-', '\\']
const firstBraille = 0x2800
const lastBraille = 0x28ff

/**
 * Whether a locale can show more than ASCII. As in POSIX the first of LC_ALL, LC_CTYPE and LANG
 * that is set decides; without them, as in most containers, terminals are UTF-8.
 */
export function isUtf8(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((name) => (name ?? '') !== '')
  return locale === undefined || /utf-?8/i.test(locale)
}

/** The same text in ASCII; foreign letters become question marks. */
export function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code >= firstBraille && code <= lastBraille) return spinner[code % spinner.length] ?? '*'
    return signs[sign] ?? '?'
  })
}

/** The same JSON in ASCII. */
export function toAsciiJson(json: string): string {
  return json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
