import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What the sandbox needs of one of its own contracts; `sourceHash` tells stale output apart. */
export type CompiledContract = { abi: unknown[]; bytecode: string; sourceHash: string }

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, SolcContract>>
}
type SolcContract = { abi: unknown[]; evm: { bytecode: { object: string } } }

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // Every chain the sandbox stands for runs Paris code; later opcodes are not needed.
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/**
 * Compiles the sandbox's own Solidity files with the `solc` package, each file holding one
 * contract of its own name. About 1.5 s: done at build time, never on a user's machine.
 * @param sourceDir folder of `*.sol`
 * @throws Error with the compiler's messages
 */
export async function compileContracts(
  sourceDir: string,
): Promise<Map<string, CompiledContract>> {
  const files = (await readdir(sourceDir)).filter((file) => file.endsWith('.sol')).sort()
  const sources: Record<string, { content: string }> = {}
  for (const file of files) {
    sources[file] = { content: await readFile(join(sourceDir, file), 'utf8') }
  }

  const solc: unknown = createRequire(import.meta.url)('solc')
  if (!isSolc(solc)) throw new Error('the solc package has no compile function')
  const output: unknown = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  )
  if (!isSolcOutput(output)) throw new Error('the answer of solc has another shape than expected')
  const problems = (output.errors ?? []).filter((problem) => problem.severity === 'error')
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  }

  const compiled = new Map<string, CompiledContract>()
  for (const file of files) {
    const name = file.slice(0, -'.sol'.length)
    const contract = output.contracts?.[file]?.[name]
    if (contract === undefined) throw new Error(`${file} holds no contract called ${name}`)
    compiled.set(name, {
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
      sourceHash: sourceHash(sources[file]?.content ?? ''),
    })
  }
  return compiled
}

/** Writes `<Name>.json` for every contract of `sourceDir` to `outDir`. */
export async function writeContracts(sourceDir: string, outDir: string): Promise<string[]> {
  const compiled = await compileContracts(sourceDir)
  await mkdir(outDir, { recursive: true })
  for (const [name, contract] of compiled) {
    await writeFile(join(outDir, `${name}.json`), `${JSON.stringify(contract)}\n`)
  }
  return [...compiled.keys()]
}

/** Fingerprint of one Solidity file together with the compiler settings. */
export function sourceHash(source: string): string {
  return createHash('sha256').update(JSON.stringify(settings)).update(source).digest('hex')
}

function isSolc(value: unknown): value is { compile: (input: string) => string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'compile' in value &&
    typeof value.compile === 'function'
  )
}

function isSolcOutput(value: unknown): value is SolcOutput {
  return typeof value === 'object' && value !== null && ('contracts' in value || 'errors' in value)
}
