/**
 * The sizes `npm run build` prints.
 */
import { execFileSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Prints what was built: entries, the largest chunks, everything together. */
export async function reportSizes(outDir, dist, metafile) {
  const outputs = Object.entries(metafile.outputs).toSorted(([, a], [, b]) => b.bytes - a.bytes)
  const entries = outputs.filter(([path]) => !path.startsWith(`${dist}/chunks/`))
  const chunks = outputs.filter(([path]) => path.startsWith(`${dist}/chunks/`))
  for (const [path, { bytes }] of entries) {
    const atStart = eagerBytes(path, metafile.outputs)
    console.log(`${kB(bytes)}  ${path}   (${kB(atStart).trim()} with all it loads at start)`)
  }
  for (const [path, { bytes, inputs }] of chunks.slice(0, 12)) {
    console.log(`${kB(bytes)}  ${path}   ${largestInput(inputs)}`)
  }
  const rest = chunks.slice(12)
  if (rest.length > 0) {
    console.log(
      `${kB(rest.reduce((sum, [, { bytes }]) => sum + bytes, 0))}  in ${rest.length} smaller chunks`,
    )
  }
  console.log(`${kB(await folderBytes(outDir))}  ${dist} in all`)
}

/** Prints the size of the tarball `npm publish` would send. */
export function reportPackedSize(root) {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ size, unpackedSize, entryCount }] = Object.values(JSON.parse(packed))
  console.log(
    `${kB(size)}  published package, packed (${entryCount} files, ${kB(unpackedSize).trim()} unpacked)`,
  )
}

/** Size of an output and of everything it imports without being asked. */
function eagerBytes(entry, outputs, seen = new Set()) {
  if (seen.has(entry)) return 0
  seen.add(entry)
  return outputs[entry].imports
    .filter(({ kind, external: isExternal }) => kind === 'import-statement' && !isExternal)
    .reduce((sum, { path }) => sum + eagerBytes(path, outputs, seen), outputs[entry].bytes)
}

function largestInput(inputs) {
  const [first] = Object.entries(inputs).toSorted(
    ([, a], [, b]) => b.bytesInOutput - a.bytesInOutput,
  )
  return first === undefined ? '' : first[0].replace('node_modules/', '')
}

async function folderBytes(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(11)
}
