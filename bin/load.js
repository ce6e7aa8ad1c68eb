'use strict'
/**
 * Loads the built program like `require` does, with the code that V8 made of it in an earlier run.
 * Compiling the scripts is a third of the time until a quote's first request.
 */
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const wrapper = ['(function(exports,require,module,__filename){', '\n})']
const buildLine = /^\/\/ build (\w{16})\n/

/**
 * The exports of `main`, a script of `npm run build`. Where `cacheDir` is a folder, or can become
 * one, compiled code is read from it and, when the process ends, the missing is added.
 *
 * @param {string} main absolute path
 * @param {string} cacheDir absolute path
 */
function loadProgram(main, cacheDir) {
  const program = fs.readFileSync(main, 'latin1') // the build writes nothing but ASCII
  const [, build] = buildLine.exec(program) ?? []
  const folder =
    build === undefined ? null : path.join(cacheDir, `${build}-${process.version}-${process.arch}`)
  const isUsable = folder !== null && isOwn(folder)
  const modules = new Map()
  const fresh = []

  const run = (file, source, compiled) => {
    const module = { exports: {} }
    modules.set(file, module)
    const script = new vm.Script(wrapper.join(source), { filename: file, cachedData: compiled })
    if (file !== main && (compiled === undefined || script.cachedDataRejected)) {
      fresh.push({ name: compiledName(file), script })
    }
    const here = path.dirname(file)
    // Packages are found from here as they would be from there.
    const load = (name) =>
      name.startsWith('.') ? requireScript(path.join(here, name)) : require(name)
    script.runInThisContext()(module.exports, load, module, file)
    return module.exports
  }
  const requireScript = (file) => {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const compiled = isUsable ? readCompiled(path.join(folder, compiledName(file))) : undefined
    return run(file, fs.readFileSync(file, 'latin1'), compiled)
  }

  // At the very end, so that the functions that were used are in it.
  if (folder !== null) process.once('exit', () => keep(fresh, folder))
  return run(main, program, undefined)
}

const compiledName = (file) => `${path.basename(file)}.bin`

/** Compiled code is code: it is taken from a folder that nobody else can write to. */
function isOwn(folder) {
  const { uid, mode } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {}
  if (uid === undefined) return false
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

function readCompiled(file) {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined // not there yet
  }
}

/** Best effort: what cannot be kept is compiled again by the next run. */
function keep(fresh, folder) {
  if (fresh.length === 0) return
  try {
    if (fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
      removeOthers(folder)
    }
    if (!isOwn(folder)) return
    for (const { name, script } of fresh) {
      const file = path.join(folder, name)
      fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 })
      fs.renameSync(`${file}.${process.pid}`, file)
    }
  } catch {
    // a full or read-only disk
  }
}

/** Compiled code of other builds: an update makes it worthless. */
function removeOthers(folder) {
  for (const name of fs.readdirSync(path.dirname(folder))) {
    if (name === path.basename(folder)) continue
    fs.rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true })
  }
}

module.exports = { loadProgram }
