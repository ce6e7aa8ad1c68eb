/**
 * The program's chunks as CommonJS, because only such scripts can be loaded together with the code
 * that V8 made of them before (bin/load.js): 120 ms of processor time until a quote's first request
 * become 82 (2026-11, Node 20). esbuild splits ES modules only, so each is rewritten afterwards.
 */
import { createHash } from 'node:crypto'
import { transform } from 'esbuild'

/**
 * One output of esbuild (format `esm`) as CommonJS, `import()` included. The result runs under plain
 * `require` as well.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function toCommonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    legalComments: 'none',
  })
  return code.includes('importMetaUrl')
    ? `const importMetaUrl=require("node:url").pathToFileURL(__filename).href;${code}`
    : code
}

/**
 * First line of `main.cjs`: names the build, so that compiled code of another one is not used.
 *
 * @param {string[]} texts every script of the build
 */
export function buildLine(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return `// build ${hash.digest('hex').slice(0, 16)}\n`
}
