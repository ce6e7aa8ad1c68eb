#!/usr/bin/env node
// No import statements: old versions of Node get a sentence instead of a stack, and Node's own
// modules cost nothing at start unless they are used.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19) || process.getBuiltinModule === undefined) {
  fail(`swaproute needs Node.js 20.19, 22.3 or newer; this is ${process.version}.`)
} else {
  keepCompiledCode()
  const { main } = await import('../dist/main.js').catch(explainMissing)
  process.exitCode = await main(process.argv.slice(2))
}

/** Node 22 and newer: compiled code is kept in the user's own cache folder, where nobody else can place any. */
function keepCompiledCode() {
  const { enableCompileCache } = process.getBuiltinModule('node:module')
  if (enableCompileCache === undefined) return
  const { join } = process.getBuiltinModule('node:path')
  const { SWAPROUTE_HOME, XDG_CACHE_HOME } = process.env
  const home = process.getBuiltinModule('node:os').homedir()
  const cache = SWAPROUTE_HOME
    ? join(SWAPROUTE_HOME, 'cache')
    : join(XDG_CACHE_HOME || join(home, '.cache'), 'swaproute')
  const umask = process.umask(0o077)
  enableCompileCache(join(cache, 'compiled'))
  process.umask(umask)
}

function explainMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  fail(
    'swaproute is not built, or not completely. Run `npm run build` in its folder, or install it again.',
  )
  return { main: () => 1 }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
