/**
 * Compiles the sandbox's own sources at build time, Solidity for the EVM chains and Tolk for TON:
 * solc takes about 1.5 s and 270 MB, too much to ask of a user's machine at every start.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
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
 * The published contracts and every deployable contract of `sourceDir/*.sol`, as
 * `{ name: { abi, bytecode } }` with 0x-prefixed creation code. Sources may import each other by
 * relative path. What is compiled is cached in `cacheDir` under the hash of everything that went in.
 *
 * @throws {Error} with solc's own messages if a source does not compile, or if two contracts share a name
 */
export async function compileContracts(sourceDir, cacheDir) {
  const others = Object.assign({}, ...published.map(({ contracts }) => contracts))
  const sources = await readSources(sourceDir)
  const { version } = require('solc/package.json')
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const hash = createHash('sha256').update(version).update(input).digest('hex')
  const cached = join(cacheDir, `contracts-${hash.slice(0, 32)}.json`)
  if (existsSync(cached)) return { ...others, ...JSON.parse(await readFile(cached, 'utf8')) }
  const contracts = compile(input)
  await mkdir(cacheDir, { recursive: true })
  await writeFile(cached, JSON.stringify(contracts))
  return { ...others, ...contracts }
}

/**
 * Contracts that others have compiled, as their packages have them: `{ abi, bytecode }` by name. The
 * packages themselves are not installed: they bring whole toolchains, 200 MB of them.
 */
const published = ['across', 'uniswapRouters'].map((name) =>
  require(`../src/contracts/data/${name}.json`),
)

/**
 * The standard jettons as their package has them: `codeHash` is the code's own, `sha256` that of the
 * file at `path`. The package itself is not installed: it brings 60 MB.
 */
const jettons = require('../src/contracts/ton/jettons.json')

/** Where TON's wallets come from. */
export const walletPackage = '@ton/ton'

/** A source that is published under a notice of its own, which it begins with. */
const oneInch = {
  package: '@1inch/solidity-utils',
  version: '4.2.1',
  license: 'MIT',
  source: 'https://github.com/1inch/solidity-utils',
  notice: noticeIn(
    readFileSync(new URL('../src/contracts/UnoswapRouter.sol', import.meta.url), 'utf8'),
  ),
}

/** Whose notices go along with the contracts. */
export const contractPackages = [...published, jettons, oneInch].map(
  ({ package: name, version, license, source, notice }) => ({
    name,
    version,
    license,
    source,
    notice,
  }),
)

/** The comment from the name of the licence to the first line of code. */
function noticeIn(source) {
  const [notice = ''] = /^\/\/ MIT License\n(?:\/\/.*\n)+/m.exec(source) ?? []
  if (notice === '') throw new Error('UnoswapRouter.sol has lost its notice')
  return notice.replaceAll(/^\/\/ ?/gm, '')
}

/**
 * Code of every contract on the sandbox's TON chain, as `{ name: { code } }` with bags of cells in
 * base64: the Tolk programs `sourceDir/Sandbox*.tolk`, the standard jettons and the wallets of
 * `walletPackage`. Cached as `compileContracts`.
 *
 * @throws {Error} with the compiler's own messages if a source does not compile
 */
export async function compileTonContracts(sourceDir, cacheDir) {
  const sources = await readSources(sourceDir, '.tolk')
  const versions = [walletPackage, '@ton/tolk-js'].map((name) => versionOf(name))
  const input = JSON.stringify({ versions, jettons, sources })
  const hash = createHash('sha256').update(input).digest('hex')
  const cached = join(cacheDir, `ton-contracts-${hash.slice(0, 32)}.json`)
  if (existsSync(cached)) return JSON.parse(await readFile(cached, 'utf8'))
  const contracts = standardTonCodes()
  for (const file of Object.keys(sources).filter((name) => /^[A-Z]/.test(name))) {
    contracts[basename(file, '.tolk')] = { code: await compileTolk(file, sources) }
  }
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

async function readSources(dir, extension = '.sol') {
  if (!existsSync(dir)) return {}
  const names = (await readdir(dir)).filter((name) => name.endsWith(extension)).toSorted()
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
      // An interface, an abstract contract, or a library that is compiled into its users.
      if (evm.bytecode.object === '' || !abi.some(({ type }) => type !== 'error')) continue
      if (contracts[name])
        throw new Error(`Two contracts are named ${name}; one is in ${basename(file)}.`)
      contracts[name] = { abi, bytecode: `0x${evm.bytecode.object}` }
    }
  }
  return contracts
}

/** Jetton minter and wallet of TEP-74's authors, wallet contracts as every wallet program has them. */
function standardTonCodes() {
  const { TonJettonMinter, TonJettonWallet } = jettons.contracts
  const { WalletContractV4, WalletContractV5R1 } = require('@ton/ton')
  const publicKey = Buffer.alloc(32)
  const codeOf = ({ init }) => init.code.toBoc().toString('base64')
  return {
    TonJettonMinter: { code: TonJettonMinter.code },
    TonJettonWallet: { code: TonJettonWallet.code },
    TonWalletV4R2: { code: codeOf(WalletContractV4.create({ workchain: 0, publicKey })) },
    TonWalletV5R1: { code: codeOf(WalletContractV5R1.create({ workchain: 0, publicKey })) },
  }
}

async function compileTolk(entrypointFileName, sources) {
  const { runTolkCompiler } = require('@ton/tolk-js')
  const result = await runTolkCompiler({
    entrypointFileName,
    fsReadCallback: (path) => sources[basename(path)].content,
  })
  if (result.status === 'error') throw new Error(`${entrypointFileName}: ${result.message}`)
  return result.codeBoc64
}

function versionOf(name) {
  const { version } = require(`${name}/package.json`)
  return `${name}@${version}`
}
