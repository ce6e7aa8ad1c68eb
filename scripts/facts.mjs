/**
 * `npm run facts`: compares our tables with what vendors publish as packages of the registry. Exit
 * status 1 with a difference that facts/known.json does not explain, 2 where nothing could be fetched.
 *
 *   npm run facts                     each package at its version in facts/vendors.mjs
 *   npm run facts -- --latest         the newest of each
 *   npm run facts -- --all            large packages too
 *   npm run facts -- --known          known differences as well, with their reasons
 *   npm run facts -- --folder DIR     packages stay there for the next time
 *   npm run facts -- @lifi/data-types some packages only
 */
import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { compareFacts, countLines, differenceLine, staleLine } from './facts/compare.mjs'
import { loadOurs } from './facts/ours.mjs'
import { fetchPackage, packageReader } from './facts/packages.mjs'
import { vendors } from './facts/vendors.mjs'

const options = {
  latest: { type: 'boolean' },
  all: { type: 'boolean' },
  known: { type: 'boolean' },
  folder: { type: 'string' },
}
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const wanted = Object.entries(vendors).filter(([name, { large = false }]) =>
  positionals.length === 0 ? !large || values.all === true : positionals.includes(name),
)

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'swaproute-facts-')))
try {
  process.exitCode = await main()
} finally {
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}

async function main() {
  const unknown = positionals.filter((name) => !(name in vendors))
  if (unknown.length > 0) {
    console.error(`facts/vendors.mjs has no ${unknown.join(', ')}.`)
    return 2
  }
  const packages = new Map(
    wanted.flatMap(([name, { version, needs = {} }]) => [
      ...Object.entries(needs),
      [name, version],
    ]),
  )
  const versions = new Map()
  try {
    await each([...packages], 4, async ([name, version]) => {
      const asked = values.latest === true ? 'latest' : version
      versions.set(name, await fetchPackage(folder, name, asked))
    })
  } catch (error) {
    console.error(`Nothing was compared: ${reasonOf(error)}.`)
    return 2
  }
  const ours = await loadOurs()
  const read = []
  const unread = []
  for (const [name, { reader }] of wanted) {
    const { read: readFacts } = await import(`./facts/vendors/${reader}.mjs`)
    try {
      const facts = await readFacts(packageReader(folder, name), ours)
      read.push({ name, version: versions.get(name), facts })
    } catch (error) {
      unread.push(`${name}@${versions.get(name)} cannot be read: ${reasonOf(error)}.`)
    }
  }
  const known = JSON.parse(await readFile(new URL('facts/known.json', import.meta.url), 'utf8'))
  const { counts, differences, stale, silent } = compareFacts(ours.tables, read, known)
  for (const difference of differences) {
    if (difference.reason === null || values.known === true) console.log(differenceLine(difference))
  }
  for (const note of stale) console.log(staleLine(note))
  for (const name of silent) unread.push(`${name} has nothing that is compared.`)
  for (const line of unread) console.log(line)
  console.log(countLines(counts).join('\n'))
  const isClean =
    stale.length === 0 && unread.length === 0 && differences.every(({ reason }) => reason !== null)
  return isClean ? 0 : 1
}

/** Runs `work` on all of `list`, some at a time. */
async function each(list, most, work) {
  const waiting = [...list]
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** The line of a failed process that says why. */
function reasonOf({ stderr = '', message }) {
  const said = /^(?:npm (?:error|ERR!) (?!code|errno|syscall|A complete log)|\w*Error: )/
  const line = stderr.split('\n').find((one) => said.test(one))
  return (line ?? message).replace(/^npm (?:error|ERR!)\s*/, '').replace(/\.$/, '')
}
