'use strict'
/**
 * Loads the built program like `require` does, with the code that V8 made of it in an earlier run.
 * Compiling the scripts is a third of the time until a quote's first request.
 */
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/** Of CRC-32, in front of each kept piece. */
const digestBytes = 4

const wrapper = ['(function(exports,require,module,__filename){', '\n})']
const buildLine = /^\/\/ build (\w{16})\n/

/**
 * The exports of `main`, a script of `npm run build`. Where `cacheDir` is a folder of ours, or can
 * become one, compiled code is read from it and, when the process ends, what is missing or damaged
 * is written anew.
 *
 * @param {string} main absolute path
 * @param {string | null} cacheDir absolute path of a folder that holds nothing else; null for none
 */
function loadProgram(main, cacheDir) {
  const program = fs.readFileSync(main, 'latin1') // the build writes nothing but ASCII
  const [, build] = buildLine.exec(program) ?? []
  const folder =
    build === undefined || cacheDir === null
      ? null
      : path.join(cacheDir, `${build}-${process.version}-${process.arch}`)
  let isUsable // looked at when the first piece is wanted
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
    // The build names its scripts `./…`. Packages are found from here as they would be from there.
    const load = (name) =>
      name.startsWith('./') ? requireScript(here + name.slice(1)) : require(name)
    script.runInThisContext()(module.exports, load, module, file)
    return module.exports
  }
  const requireScript = (file) => {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    isUsable ??= folder !== null && fs.existsSync(folder) && isOwn(folder)
    const compiled = isUsable ? readCompiled(path.join(folder, compiledName(file))) : undefined
    return run(file, fs.readFileSync(file, 'latin1'), compiled)
  }

  // At the very end, so that the functions that were used are in it.
  if (folder !== null) process.once('exit', () => keep(fresh, folder))
  return run(main, program, undefined)
}

const compiledName = (file) => `${path.basename(file)}.bin`

/**
 * Compiled code is code: it is taken from a folder that nobody else can put something into or in
 * the place of. The folder and the one around it are ours and no links; the rest of the way, up to
 * the root, belongs to us or to the system. What is not there yet is left out.
 */
function isOwn(folder) {
  if (process.getuid === undefined) return true
  try {
    const around = path.dirname(folder)
    const inside = [folder, around].every((one) => isGuarded(one, false))
    return inside && isGuardedUpwards(path.dirname(around))
  } catch {
    return false // somewhere on the way nothing can be looked at
  }
}

function isGuardedUpwards(folder) {
  for (let one = folder; ; one = path.dirname(one)) {
    if (!isGuarded(one, true)) return false
    if (one === path.dirname(one)) break
  }
  const nearest = nearestFolder(folder)
  const real = fs.realpathSync.native(nearest)
  return real === nearest || isGuardedUpwards(real)
}

/** Links are looked at themselves, and then where they lead. */
function isGuarded(place, isOutside) {
  const found = fs.lstatSync(place, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (found.uid !== process.getuid() && !(isOutside && found.uid === 0)) return false
  if (found.isSymbolicLink()) return isOutside
  // In a folder like /tmp everybody may add, but only its owner may move what is there.
  const isSticky = isOutside && (found.mode & 0o1000) !== 0
  return found.isDirectory() && ((found.mode & 0o022) === 0 || isSticky)
}

function nearestFolder(folder) {
  return fs.existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}

/** Undefined for what is not there yet, and for what is not what was written. */
function readCompiled(file) {
  try {
    const kept = fs.readFileSync(file)
    const code = kept.subarray(digestBytes)
    return kept.readUInt32BE() === digestOf(file, code) ? code : undefined
  } catch {
    return undefined
  }
}

/**
 * V8 itself looks at little more than the length: a flipped bit would run. It is damage that this
 * finds; who may write here at all is `isOwn`. (`node:crypto` takes 4 ms to load, this half of one.)
 */
function digestOf(file, code) {
  const { crc32 } = require('node:zlib')
  return crc32(code, crc32(path.basename(file)))
}

/** Best effort: what cannot be kept is compiled again by the next run. */
function keep(fresh, folder) {
  if (fresh.length === 0 || !isOwn(folder)) return
  try {
    if (fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
      removeOthers(folder)
    }
    for (const { name, script } of fresh) {
      const file = path.join(folder, name)
      const code = script.createCachedData()
      const own = `${file}.${process.pid}`
      const digest = Buffer.alloc(digestBytes)
      digest.writeUInt32BE(digestOf(file, code))
      fs.writeFileSync(own, Buffer.concat([digest, code]), { mode: 0o600, flag: 'wx' })
      fs.renameSync(own, file)
    }
  } catch {
    // a full or read-only disk
  }
}

const buildFolder = /^\w{16}-v\d+\.\d+\.\d+[\w.-]*-\w+$/
const keptFile = /\.cjs\.bin(?:\.\d+)?$/

/** Compiled code of other builds: an update makes it worthless. Nothing else is ever removed. */
function removeOthers(folder) {
  const around = path.dirname(folder)
  for (const entry of fs.readdirSync(around, { withFileTypes: true })) {
    const isOther = entry.isDirectory() && entry.name !== path.basename(folder)
    if (!isOther || !buildFolder.test(entry.name)) continue
    const other = path.join(around, entry.name)
    for (const name of fs.readdirSync(other)) {
      if (keptFile.test(name)) fs.unlinkSync(path.join(other, name))
    }
    if (fs.readdirSync(other).length === 0) fs.rmdirSync(other)
  }
}

module.exports = { loadProgram }
