/** Loads sources of the program into a script: tables of its own that another file compares or measures. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * What a source of the program exports; its packages come from node_modules. `inner`: names that the
 * file keeps to itself and that are wanted as well.
 */
export async function importSource(path, inner = []) {
  const cache = join(root, 'node_modules/.cache/swaproute')
  mkdirSync(cache, { recursive: true })
  const dir = mkdtempSync(join(cache, 'source-'))
  const input = join(root, path)
  const plugins = [showInner(input, inner)]
  try {
    const output = { dir, entryFileNames: 'entry.mjs', codeSplitting: false }
    await build({ input, platform: 'node', external: /^[^./]/, output, plugins })
    return await import(pathToFileURL(join(dir, 'entry.mjs')).href)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** A plugin by which the module `file`, of either kind, exports the names `inner` of its own, too. */
export function showInner(file, inner) {
  const transform = (code, id) => {
    if (id !== file || inner.length === 0) return null
    const isCommonJs = !/^(?:import|export)\b/m.test(code)
    const exported = isCommonJs
      ? `Object.assign(exports, { ${inner.join(', ')} })`
      : `export { ${inner.join(', ')} }`
    return { code: `${code}\n${exported}\n` }
  }
  return { name: 'show-inner', transform }
}
