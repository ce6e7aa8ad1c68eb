/**
 * Completes package-lock.json after an `npm install`: names the platform packages (binaries for
 * other systems) that npm leaves out when the registry in use does not carry them.
 * Without these rows `npm ci` calls the lock file out of date, on every system. Then asks the
 * registry for the checksums that rows lack, one after the other: what it does not carry is listed,
 * and stays without one until this runs where it does.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const lockFile = new URL('../package-lock.json', import.meta.url)

const systems = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
])
const processors = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
])

const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
const added = Object.entries(lock.packages).flatMap(([parentPath, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(parentPath, name))
    .map(([name, version]) => [`node_modules/${name}`, platformRow(name, version, parent)]),
)
const [root, ...rest] = [...Object.entries(lock.packages), ...added]
// Only what npm installs: the workspace and the link to it have none.
const unchecked = rest.filter(
  ([path, row]) =>
    path.startsWith('node_modules/') && row.integrity === undefined && row.link !== true,
)
const filled = unchecked.filter(([path, row]) => {
  row.integrity = checksumOf(path, row.version)
  return row.integrity !== undefined
})
if (added.length + filled.length > 0) {
  const packages = Object.fromEntries([root, ...rest.toSorted(([a], [b]) => (a < b ? -1 : 1))])
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
}
console.log(
  `package-lock.json: ${added.length} platform packages added, ${filled.length} checksums.`,
)
for (const [path] of unchecked.filter((one) => !filled.includes(one))) {
  console.log(`without a checksum, the registry in use does not carry it: ${path}`)
}

/** Undefined where the registry in use does not carry the package. */
function checksumOf(path, version) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  try {
    const args = ['view', `${name}@${version}`, 'dist.integrity']
    const told = execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /^sha512-\S+$/.exec(told.trim())?.[0]
  } catch {
    return undefined
  }
}

/** Looks where Node would look: in the parent's own folder, then in each folder above. */
function isLocked(parentPath, name) {
  for (
    let path = parentPath;
    ;
    path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))
  ) {
    if (lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]) return true
    if (path === '') return false
  }
}

/** A row that has its checksum still to come. */
function platformRow(name, version, parent) {
  if (!/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`${name}: ${version} is not an exact version.`)
  const words = name
    .slice(name.indexOf('/') + 1)
    .replaceAll('amd64', 'x64')
    .split('-')
  const os = words.filter((word) => systems.has(word))
  const cpu = words.filter((word) => processors.has(word))
  if (os.length + cpu.length === 0) throw new Error(`${name}: for which system?`)
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(os[0] === 'linux' && words.length > 3 && { libc: [libc] }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
