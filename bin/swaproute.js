#!/usr/bin/env node
// Kept to syntax that old versions of Node can read, so that they get a sentence instead of a stack.
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const wanted = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
const program = new URL('../dist/main.js', import.meta.url)

if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  fail(`swaproute needs Node.js ${wanted.join('.')} or newer; this is ${process.version}.`)
} else if (!existsSync(program)) {
  fail(
    'swaproute is not built yet: dist/main.js is missing. Run `npm run build` in its folder first.',
  )
} else {
  keepCompiledCode()
  const { main } = await import(program.href)
  process.exitCode = await main(process.argv.slice(2))
}

/** Node 22 and newer: compiled code is kept in the user's own cache folder, where nobody else can place any. */
function keepCompiledCode() {
  const home = process.env.SWAPROUTE_HOME
  const cache = home
    ? join(home, 'cache')
    : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'swaproute')
  module.enableCompileCache?.(join(cache, 'compiled'))
}

function fail(message) {
  process.stderr.write(message + '\n')
  process.exitCode = 1
}
