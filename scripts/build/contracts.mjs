/**
 * Compiles the sandbox's own Solidity sources at build time: solc takes about 1.5 s and 270 MB,
 * too much to ask of a user's machine at every start of the sandbox.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const require = createRequire(import.meta.url)

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // No hash of the sources' metadata inside the code: two builds give the same bytes.
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/**
 * Every deployable contract of `sourceDir/*.sol`, as `{ name: { abi, bytecode } }` with 0x-prefixed
 * creation code. Sources may import each other by relative path. The result is cached in `cacheDir`
 * under the hash of everything that went in.
 *
 * @throws {Error} with solc's own messages if a source does not compile, or if two contracts share a name
 */
export async function compileContracts(sourceDir, cacheDir) {
  const sources = await readSources(sourceDir)
  if (Object.keys(sources).length === 0) return {}
  const { version } = require('solc/package.json')
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const hash = createHash('sha256').update(version).update(input).digest('hex')
  const cached = join(cacheDir, `contracts-${hash.slice(0, 32)}.json`)
  if (existsSync(cached)) return JSON.parse(await readFile(cached, 'utf8'))
  const contracts = compile(input)
  await mkdir(cacheDir, { recursive: true })
  await writeFile(cached, JSON.stringify(contracts))
  return contracts
}

/** Writes one `<Name>.json` per contract. */
export async function writeContracts(contracts, outDir) {
  const entries = Object.entries(contracts)
  if (entries.length > 0) await mkdir(outDir, { recursive: true })
  for (const [name, artifact] of entries) {
    await writeFile(join(outDir, `${name}.json`), JSON.stringify(artifact))
  }
}

async function readSources(dir) {
  if (!existsSync(dir)) return {}
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sol')).toSorted()
  const files = names.map(async (name) => [
    name,
    { content: await readFile(join(dir, name), 'utf8') },
  ])
  return Object.fromEntries(await Promise.all(files))
}

function compile(input) {
  const output = JSON.parse(require('solc').compile(input))
  const problems = output.errors ?? []
  if (problems.some(({ severity }) => severity === 'error')) {
    throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }
  for (const { formattedMessage } of problems) process.stderr.write(`${formattedMessage}\n`)
  const contracts = {}
  for (const [file, inFile] of Object.entries(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(inFile)) {
      if (evm.bytecode.object === '') continue // an interface or an abstract contract
      if (contracts[name])
        throw new Error(`Two contracts are named ${name}; one is in ${basename(file)}.`)
      contracts[name] = { abi, bytecode: `0x${evm.bytecode.object}` }
    }
  }
  return contracts
}
