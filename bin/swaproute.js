#!/usr/bin/env node
'use strict'
// CommonJS (see bin/package.json), and nothing is required before the version is known: old versions
// of Node get a sentence instead of a stack.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19) || process.getBuiltinModule === undefined) {
  fail(`swaproute needs Node.js 20.19, 22.3 or newer; this is ${process.version}.`)
} else {
  start()
}

function start() {
  let program
  try {
    program = require('../dist/main.cjs')
  } catch (error) {
    explainMissing(error)
    return
  }
  program.main(process.argv.slice(2)).then((exit) => {
    process.exitCode = exit
  }, explainMissing)
}

function explainMissing(error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error
  fail(
    'swaproute is not built, or not completely. Run `npm run build` in its folder, or install it again.',
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
