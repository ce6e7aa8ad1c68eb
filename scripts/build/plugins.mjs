/**
 * What esbuild has to be told beyond its options: how to carry less of the libraries, and JSON that
 * parses fast.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { basename, join, relative } from 'node:path'
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

/** Whole files beside the chunks, where a module has the name of one as `import name from 'beside:…'`. */
export const filesBeside = {
  name: 'files-beside',
  setup(build) {
    build.onResolve({ filter: /^beside:/ }, ({ path, pluginData }) => ({
      path: path.replace('beside:', ''),
      namespace: 'beside',
      pluginData,
    }))
    build.onLoad({ filter: /.*/, namespace: 'beside' }, ({ pluginData }) => ({
      contents: pluginData,
      loader: 'file',
    }))
  },
}

/** The expression that reads what `beside:` has named `name`. */
function readBeside(name, encoding = '') {
  const module = (builtin) => `process.getBuiltinModule('node:${builtin}')`
  const place = `${module('path')}.join(__filename, '..', ${module('path')}.basename(${name}))`
  return `${module('fs')}.readFileSync(${place}${encoding})`
}

/**
 * The parser of answers, WebAssembly, in a file of its own: undici carries two forms of it as text,
 * of which one is ever used (2026-11, undici 7.30).
 */
export const parserBeside = {
  name: 'parser-beside',
  setup(build) {
    const require = createRequire(import.meta.url)
    build.onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]\w+-wasm\.js$/ }, ({ path }) => {
      const name = `require('beside:${basename(path, '-wasm.js')}.wasm')`
      return { contents: `module.exports = ${readBeside(name)}`, pluginData: require(path) }
    })
  },
}

/** Modules that a package loads and does not need here, by package, each with its replacement. */
const unneeded = {
  // It can run commands that are programs of their own.
  commander: { 'node:child_process': `exports.spawn = () => { throw new Error('left out') }` },
  undici: {
    // The greatest size of an answer's head, here Node's own default, and the class of requests that
    // a server passes on.
    'node:http': 'module.exports = { maxHeaderSize: 16_384, IncomingMessage: class {} }',
    // Half a millisecond for comparisons that undici does not use.
    'node:assert': `module.exports = (isTrue, message = 'undici broke a rule of its own') => {
      if (!isTrue) throw message instanceof Error ? message : new Error(message)
    }`,
    // 45 kB for bodies that are forms; none is ever sent.
    '../web/fetch/body.js': `exports.extractBody = () => { throw new Error('left out') }`,
  },
}

/** 5 ms until a quote's first request, 3 ms for a help (2026-11, Node 20). */
export const withoutUnneeded = {
  name: 'without-unneeded',
  setup(build) {
    const standIn = ({ path, importer }) =>
      unneeded[/[\\/]node_modules[\\/](\w+)[\\/]lib[\\/]/.exec(importer)?.[1]]?.[path]
    build.onResolve({ filter: /^node:(?:assert|child_process|http)$|fetch\/body/ }, (asked) => {
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
 * every line needs, the `chains`, which no help and no mistake in a line needs, and what every
 * quote needs of the `service`.
 *
 * A lazy module is what the sources load by `import('./….ts')`; each command is one.
 */
export function loadedTogether(root) {
  const secretArguments = join('src', 'wallet', 'secretArguments.ts')
  const commands = join('src', 'commands')
  const faces = [commands, join('src', 'program'), join('src', 'agents')]
  const groups = {
    frame: [
      ...filesIn(
        'src/core',
        'src/format',
        'src/program',
        'src/commands/frame',
        'src/commands/request',
      ),
      join(commands, 'quoting.ts'),
      secretArguments,
    ],
    chains: filesIn('src/chains'),
    service: [
      join('src', 'app', 'disabled.ts'),
      ...['builtRoute', 'envelopes', 'limits', 'request'].map((name) =>
        join('src', 'api', `${name}.ts`),
      ),
      ...['interpret', 'orders', 'services'].map((name) => join('src', 'backend', `${name}.ts`)),
      join('src', 'http', 'rpcWire.ts'),
      join('src', 'prices', 'kept.ts'),
      join('src', 'wallet', 'environmentKey.ts'),
    ],
  }
  const groupsOf = (module) =>
    faces.some((room) => module.startsWith(room)) || module === secretArguments
      ? ['frame']
      : ['frame', 'chains', 'service']

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
 * (1.6 ms). Lines within another one: agents alone have them. Files that stand for a library. What reads and writes calls: viem's codec comes with it.
 */
const inNoGroup =
  /[\\/](?:chains[\\/](?:solana|starknet|stellar|sui|ton)[\\/].*|chains[\\/]evm[\\/](?:codec|readCall|structs)|format[\\/]qr|core[\\/]decimals|frame[\\/](?:prompts|question)|program[\\/](?:completion|help)[\\/].*|program[\\/]innerRun)\.ts$/

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
 * first run after an installation (2026-11, Node 20). Large documents of the program lie beside its
 * code, which V8 then neither scans nor keeps: another 2 ms.
 */
export const parsedJson = (isBeside) => ({
  name: 'parsed-json',
  setup(build) {
    build.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const data = JSON.parse(await readFile(path, 'utf8'))
      const text = textOf(data)
      if (!isBeside || text.length < largeDocument) {
        return { contents: parsedAtRunTime(data, JSON.stringify(text)) }
      }
      const name = `import name from 'beside:${basename(path)}';\n`
      return {
        contents: name + parsedAtRunTime(data, readBeside('name', `, 'utf8'`)),
        pluginData: text,
      }
    })
  },
})

const largeDocument = 15_000

/**
 * What `parsedAtRunTime` reads: in a table by chain each chain is a line behind that of the rest.
 * @public its test loads it by path
 */
export function textOf(data) {
  const table = tableOf(data)
  if (table === null) return JSON.stringify(data)
  const lines = Object.entries(table.chains).map(([id, value]) => `${id} ${JSON.stringify(value)}`)
  return [JSON.stringify(table.rest), ...lines].join('\n')
}

/**
 * The module of a JSON document. Large tables by chain are parsed chain by chain: a swap needs one or
 * two of them.
 *
 * @param {unknown} data
 * @param {string} text the expression of `textOf(data)`
 * @public its test loads it by path
 */
export function parsedAtRunTime(data, text) {
  const table = tableOf(data)
  if (table === null) return `export default JSON.parse(${text})`
  const parts = `${readLater}const [rest, ...lines] = ${text}.split('\\n')\n`
  return table.rest === undefined
    ? `${parts}export default readLater(lines)`
    : `${parts}export default { ...JSON.parse(rest), chains: readLater(lines) }`
}

function tableOf(data) {
  if (isLargeTable(data)) return { rest: undefined, chains: data }
  if (!isLargeTable(data?.chains)) return null
  const { chains, ...rest } = data
  return { rest, chains }
}

function isLargeTable(data) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const isByChain = Object.keys(data).every((key) => /^[A-Z][A-Z\d_]*$/.test(key))
  return isByChain && JSON.stringify(data).length > largeDocument
}

/** Members that are parsed when they are first looked at. */
const readLater = `const readLater = (lines) => {
  const table = {}
  for (const line of lines) {
    const key = line.slice(0, line.indexOf(' '))
    const write = (value) => Object.defineProperty(table, key, { value, enumerable: true, writable: true, configurable: true })
    Object.defineProperty(table, key, { enumerable: true, configurable: true, set: write, get: () => (write(JSON.parse(line.slice(key.length))), table[key]) })
  }
  return table
};
`
