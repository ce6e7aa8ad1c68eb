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
  const { isAbsolute, join } = require('node:path')
  const { loadProgram } = require('./load.js')
  let program
  try {
    program = loadProgram(join(__dirname, '../dist/main.cjs'), compiledFolder(join, isAbsolute))
  } catch (error) {
    explainMissing(error)
    return
  }
  program.main(process.argv.slice(2)).then((exit) => {
    process.exitCode = exit
  }, explainMissing)
}

/**
 * In the user's own cache folder; null where no absolute path names one. The same folder as that of
 * src/commands/frame/folders.ts: test/tooling/compiledCode.test.ts holds them together.
 */
function compiledFolder(join, isAbsolute) {
  const { SWAPROUTE_HOME, XDG_CACHE_HOME } = process.env
  if (SWAPROUTE_HOME) {
    return isAbsolute(SWAPROUTE_HOME) ? join(SWAPROUTE_HOME, 'cache', 'compiled') : null
  }
  const cache = isAbsolute(XDG_CACHE_HOME || '')
    ? join(XDG_CACHE_HOME, 'swaproute')
    : usualCache(homeFolder(), join, isAbsolute)
  return isAbsolute(cache) ? join(cache, 'compiled') : null
}

function usualCache(home, join, isAbsolute) {
  const usual = join(home, '.cache', 'swaproute')
  const native = {
    darwin: () => join(home, 'Library', 'Caches', 'swaproute'),
    win32: () =>
      join(process.env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'swaproute', 'Cache'),
  }[process.platform]?.()
  if (native === undefined || !isAbsolute(home)) return usual
  const { existsSync } = require('node:fs')
  return !existsSync(native) && existsSync(usual) ? usual : native
}

function homeFolder() {
  try {
    return require('node:os').homedir()
  } catch {
    return '' // a user without an entry in the system's list
  }
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
