/**
 * The only options allowed: memory limits, warnings and name resolution. Any other option Node has,
 * or may get, could run foreign code in this process, attach a debugger, or write its memory to a
 * file. https://nodejs.org/docs/latest-v20.x/api/cli.html (read 2026-11)
 */
const harmless: ReadonlySet<string> = new Set([
  '--max-old-space-size',
  '--max-old-space-size-percentage',
  '--max-semi-space-size',
  '--max-heap-size',
  '--max-http-header-size',
  '--optimize-for-size',
  '--stack-size',
  '--stack-trace-limit',
  '--v8-pool-size',
  '--disallow-code-generation-from-strings',
  '--warnings',
  '--no-warnings',
  '--disable-warning',
  '--deprecation',
  '--no-deprecation',
  '--pending-deprecation',
  '--throw-deprecation',
  '--trace-deprecation',
  '--trace-exit',
  '--trace-sigint',
  '--trace-uncaught',
  '--trace-warnings',
  '--unhandled-rejections',
  '--enable-source-maps',
  '--dns-result-order',
  '--network-family-autoselection',
  '--no-network-family-autoselection',
  '--enable-network-family-autoselection',
  '--network-family-autoselection-attempt-timeout',
  '--use-bundled-ca',
  '--use-system-ca',
])

/** Those whose value may be the next argument. */
const takingValue: ReadonlySet<string> = new Set([
  '--max-http-header-size',
  '--disable-warning',
  '--unhandled-rejections',
  '--dns-result-order',
  '--network-family-autoselection-attempt-timeout',
])

/**
 * The first option that makes using a key unsafe (docs/safety.md L7), without its value; null if
 * all are harmless.
 * @param text NODE_OPTIONS
 * @param args `process.execArgv`
 */
export function unsafeNodeOption(text: string, args: readonly string[] = []): string | null {
  return firstForbidden(splitOptions(text)) ?? firstForbidden(args) ?? null
}

/** The option alone, without its value. */
function firstForbidden(words: readonly string[]): string | undefined {
  const names = words.map(nameOf)
  return names.find((name, index) => {
    if (harmless.has(name)) return false
    const isValue =
      !name.startsWith('-') && takingValue.has(words[index - 1]?.replaceAll('_', '-') ?? '')
    return !isValue
  })
}

/** Node reads underscores in option names as dashes. */
function nameOf(word: string): string {
  const [name = ''] = word.split('=')
  return name.startsWith('--') ? name.replaceAll('_', '-') : name
}

/**
 * Splits NODE_OPTIONS as Node does: only at spaces; double quotes enclose a value with spaces, and
 * a backslash escapes inside them. https://github.com/nodejs/node/blob/v20.x/src/node_options.cc
 * (ParseNodeOptionsEnvVar, read 2026-11)
 */
function splitOptions(text: string): string[] {
  const words: string[] = []
  let isQuoted = false
  let isNew = true
  for (let index = 0; index < text.length; index += 1) {
    let sign = text.charAt(index)
    if (sign === '\\' && isQuoted) {
      index += 1
      sign = text.charAt(index)
    } else if (sign === ' ' && !isQuoted) {
      isNew = true
      continue
    } else if (sign === '"') {
      isQuoted = !isQuoted
      continue
    }
    if (isNew) words.push(sign)
    else words.push(`${words.pop() ?? ''}${sign}`)
    isNew = false
  }
  return words
}
