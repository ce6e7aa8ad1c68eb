#!/usr/bin/env node
'use strict'
// CommonJS (see bin/package.json): an ES module at the start costs 5 ms. Nothing is required
// before the version is known, so that old versions of Node get a sentence instead of a stack.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19) || process.getBuiltinModule === undefined) {
  fail(`swaproute needs Node.js 20.19, 22.3 or newer; this is ${process.version}.`)
} else {
  start()
}

function start() {
  const { join } = require('node:path')
  const { loadProgram } = require('./load.js')
  let program
  try {
    program = loadProgram(join(__dirname, '../dist/main.cjs'), compiledFolder(join))
  } catch (error) {
    explainMissing(error)
    return
  }
  program.main(process.argv.slice(2)).then((exit) => {
    process.exitCode = exit
  }, explainMissing)
}

/** In the user's own cache folder, where nobody else can place anything. */
function compiledFolder(join) {
  const { SWAPROUTE_HOME, XDG_CACHE_HOME } = process.env
  const cache = SWAPROUTE_HOME
    ? join(SWAPROUTE_HOME, 'cache')
    : join(XDG_CACHE_HOME || join(require('node:os').homedir(), '.cache'), 'swaproute')
  return join(cache, 'compiled')
}

function explainMissing(error) {
  if (error.code !== 'ENOENT' || !String(error.path).endsWith('.cjs')) throw error
  fail(
    'swaproute is not built, or not completely. Run `npm run build` in its folder, or install it again.',
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
