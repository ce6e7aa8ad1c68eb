/**
 * What esbuild has to be told beyond its options: how to carry less of the libraries, and JSON that
 * parses fast.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const undiciPool = fileURLToPath(new URL('undici.mjs', import.meta.url))
const undiciOnDemand = fileURLToPath(new URL('undiciOnDemand.mjs', import.meta.url))

/**
 * `import { Pool } from 'undici'` gets the connection pool and nothing else;
 * `await import('undici')` gets the proxy agents as well, in a chunk of their own.
 *
 * Whole undici costs 55 ms at every start on the machine this was measured on, the pool alone 19 ms
 * (2026-11, Node 20, undici 7.30). Of the difference 4 to 17 ms is `node:http2`, which its HTTP/2
 * client loads although it stays switched off; here it is left out.
 */
export const smallUndici = {
  name: 'small-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, ({ kind }) => ({
      path: kind === 'dynamic-import' ? undiciOnDemand : undiciPool,
    }))
    build.onResolve(
      { filter: /^undici\/lib\// },
      async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined
        const found = await build.resolve(path, { resolveDir, kind, pluginData: 'resolved' })
        // Lets esbuild drop the names of the shim that nobody imports.
        return { ...found, sideEffects: false }
      },
    )
    build.onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: `module.exports = () => { throw new Error('HTTP/2 is not part of this build.') }`,
    }))
  },
}

/**
 * Node's modules that a package loads at once and does not need here, by package, each with what
 * stands in for it.
 */
const unneeded = {
  // It can run commands that are programs of their own.
  commander: { 'node:child_process': `exports.spawn = () => { throw new Error('left out') }` },
  // The greatest size of an answer's head, here Node's own default, and the class of requests that a
  // server passes on.
  undici: { 'node:http': 'module.exports = { maxHeaderSize: 16_384, IncomingMessage: class {} }' },
}

/** 5 ms until a quote's first request, 3 ms for a help (2026-11, Node 20). */
export const withoutUnneeded = {
  name: 'without-unneeded',
  setup(build) {
    const standIn = ({ path, importer }) =>
      unneeded[/[\\/]node_modules[\\/](\w+)[\\/]lib[\\/]/.exec(importer)?.[1]]?.[path]
    build.onResolve({ filter: /^node:(?:child_process|http)$/ }, (asked) => {
      const contents = asked.kind === 'require-call' ? standIn(asked) : undefined
      if (contents === undefined) return undefined
      const path = asked.path.replace('node:', '')
      return { path, namespace: 'unneeded', pluginData: contents }
    })
    build.onLoad({ filter: /.*/, namespace: 'unneeded' }, ({ pluginData }) => ({
      contents: pluginData,
    }))
  },
}

/**
 * zod writes a parser for every object schema and compiles it with `Function`; the shipped program
 * compiles no text (docs/safety.md L4) and reads by the schema itself, which zod does wherever `Function`
 * is not to be had.
 */
export const interpretedSchemas = {
  name: 'interpreted-schemas',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:util|doc)\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = path.endsWith('doc.js')
        ? source.replace(
            / {4}compile\(\) \{[^]*?\n {4}\}/,
            "    compile() { throw new Error('no compiler') }",
          )
        : source.replace(
            /(const allowsEval = [^]*?cached\()\(\) => \{[^]*?\n\}\)/,
            '$1() => false)',
          )
      // Another version of zod may be written another way; then this has to be looked at again.
      if (contents === source) throw new Error(`${path} is not what it was.`)
      return { contents, loader: 'js' }
    })
  },
}

/**
 * A split bundle puts each set of modules that the same lazy modules share into a file of its own:
 * ninety more files, and 4 ms until a quote's first request (2026-11, Node 20). What nearly all lazy
 * modules share is therefore named by every one of them, and so becomes one file: the `frame`, which
 * every line needs, and the `chains`, which no help and no mistake in a line needs.
 *
 * A lazy module is what the sources load by `import('./….ts')`; each command is one.
 */
export function loadedTogether(root) {
  const secretArguments = join('src', 'wallet', 'secretArguments.ts')
  const commands = join('src', 'commands')
  const groups = {
    frame: [
      ...filesIn('src/core', 'src/format', 'src/commands/frame', 'src/commands/request'),
      join(commands, 'quoting.ts'),
      secretArguments,
    ],
    chains: filesIn('src/chains'),
  }
  const groupsOf = (module) =>
    module.startsWith(commands) || module === secretArguments ? ['frame'] : ['frame', 'chains']

  function filesIn(...folders) {
    return folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter((path) => path.endsWith('.ts') && !inNoGroup.test(path)),
    )
  }
  const toImports = (files) => files.map((file) => `import ${JSON.stringify(join(root, file))}`)
  return {
    name: 'loaded-together',
    setup(build) {
      build.onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import'
          ? { path: relative(root, join(resolveDir, path)), namespace: 'lazy' }
          : undefined,
      )
      build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
        contents: [
          ...groupsOf(path).map((group) => `import 'group:${group}'`),
          `export * from ${JSON.stringify(join(root, path))}`,
        ].join('\n'),
        resolveDir: root,
      }))
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({
        path: path.replace('group:', ''),
        namespace: 'group',
      }))
      build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({
        contents: toImports(groups[path]).join('\n'),
        resolveDir: root,
      }))
    },
  }
}

/**
 * Transactions of TON and of chains that other wallets sign: only swaps from or to them read any. QR
 * codes: only a deposit draws one, and their library fills a table of 65,536 numbers when it is loaded
 * (1.6 ms). Files that stand for a library. What reads and writes calls: viem's codec comes with it.
 */
const inNoGroup =
  /[\\/](?:chains[\\/](?:solana|starknet|stellar|sui|ton)[\\/].*|chains[\\/]evm[\\/](?:codec|readCall|structs)|format[\\/]qr|core[\\/]decimals|frame[\\/]prompts)\.ts$/

/**
 * Node's own modules through `process.getBuiltinModule` instead of `import`: an import statement makes
 * Node wrap the module and read every property of it, which costs 1 to 2 ms each, and 5 ms for
 * `node:process`, whose properties open the standard streams (2026-11, Node 20; the whole of
 * `node -e 0` is 22 ms). Bundled CommonJS needs no `require` this way either.
 *
 * Each importer gets its own copy of the few lines; shared ones would become chunks of their own.
 *
 * @param {string} root the folder importers are named relative to
 */
export function directBuiltins(root) {
  return {
    name: 'direct-builtins',
    setup(build) {
      build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind, importer }) => {
        if (!isBuiltin(path) || kind === 'dynamic-import') return undefined
        const name = path.replace(/^(node:)?/, 'node:')
        const by = createHash('sha256').update(relative(root, importer)).digest('hex').slice(0, 16)
        return {
          path: `${name} ${by}`,
          namespace: 'builtin',
          pluginData: { name, required: kind !== 'import-statement' },
          sideEffects: false,
        }
      })
      build.onLoad({ filter: /.*/, namespace: 'builtin' }, async ({ pluginData }) => ({
        contents: await (pluginData.required ? requirable : importable)(pluginData.name),
      }))
    },
  }
}

function requirable(name) {
  return `module.exports = process.getBuiltinModule('${name}')`
}

/** Not read before the first call of one of their functions: 3 ms for all of them. */
const loadedLate = new Set([
  'node:crypto',
  'node:fs/promises',
  'node:readline',
  'node:timers/promises',
  'node:v8',
])

/** A module with the names of a built-in one; esbuild drops the lines of names that are not used. */
async function importable(name) {
  const all = await import(name)
  const whole = `process.getBuiltinModule('${name}')`
  const lines = Object.keys(all)
    .filter((key) => key !== 'default')
    .map((key) => {
      const isLate = loadedLate.has(name) && typeof all[key] === 'function'
      const value = isLate
        ? `(...args) => ${whole}.${key}(...args)`
        : `/* @__PURE__ */ (() => ${whole}.${key})()`
      return `export const ${key} = ${value}`
    })
  return [`export default /* @__PURE__ */ ${whole}`, ...lines].join('\n')
}

/**
 * JSON as `JSON.parse('…')`, which is read faster than the same data as an object literal: 4 ms in the
 * first run after an installation (2026-11, Node 20). Large tables by chain are read chain by chain:
 * a swap needs one or two of them.
 */
export const parsedJson = {
  name: 'parsed-json',
  setup(build) {
    build.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const data = JSON.parse(await readFile(path, 'utf8'))
      return { contents: parsedAtRunTime(data) }
    })
  },
}

const largeTable = 15_000

/**
 * The module of a JSON document.
 * @public its test loads it by path
 */
export function parsedAtRunTime(data) {
  const parsed = (value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
  if (isLargeTable(data)) return `${readLater}export default ${chainByChain(data)}`
  if (!isLargeTable(data?.chains)) return `export default ${parsed(data)}`
  const { chains, ...rest } = data
  return `${readLater}export default { ...${parsed(rest)}, chains: ${chainByChain(chains)} }`
}

function isLargeTable(data) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const isByChain = Object.keys(data).every((key) => /^[A-Z][A-Z\d_]*$/.test(key))
  return isByChain && JSON.stringify(data).length > largeTable
}

/** Members that are parsed when they are first looked at. */
const readLater = `const readLater = (texts) => {
  const table = {}
  for (const key of Object.keys(texts)) {
    const write = (value) => Object.defineProperty(table, key, { value, enumerable: true, writable: true, configurable: true })
    Object.defineProperty(table, key, { enumerable: true, configurable: true, set: write, get: () => (write(JSON.parse(texts[key])), table[key]) })
  }
  return table
};
`

function chainByChain(table) {
  const texts = Object.entries(table).map(
    ([key, value]) => `${key}: ${JSON.stringify(JSON.stringify(value))}`,
  )
  return `readLater({ ${texts.join(', ')} })`
}
