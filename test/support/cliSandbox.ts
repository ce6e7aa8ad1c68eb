/** A home with its sandbox running, its chains and accounts within reach of a test. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { type ChainReader, readChain } from './chainReader.ts'
import { type CliHome, createCliHome } from './cliHome.ts'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)])
const evmAccount = z.object({ name: z.string(), address: hex, privateKey: hex })
const anyAccounts = z.array(z.looseObject({ kind: z.string() }))
const evmOnly = (all: unknown): unknown =>
  anyAccounts.parse(all).filter(({ kind }) => kind === 'evm')

const infoAnswer = z.object({
  chains: z.array(z.object({ blockchain: z.string(), chainId: z.number(), rpcUrl: z.string() })),
  // Those of TON have other addresses and keys: their tests read them themselves.
  accounts: z.preprocess(evmOnly, z.array(evmAccount)),
  providers: z.array(z.object({ id: z.string(), url: z.string() })),
})

export type CliSandbox = CliHome & {
  info: z.output<typeof infoAnswer>
  reader(blockchain: string): ChainReader
  account(name: string): z.output<typeof infoAnswer>['accounts'][number]
  /** Base units; the zero address is the native coin. */
  balance(blockchain: string, token: string, owner: string): Promise<bigint>
  /** As `sandbox fault …` sets it; `--clear` ends all. */
  fault(...words: string[]): Promise<void>
  /** Folder of journal and quotes of swaps in the sandbox. */
  swapsFolder: string
  /** As on a machine that never saw a swap: journal and quotes are gone, the chains are not. */
  forgetSwaps(): void
}

export const nativeAddress = '0x0000000000000000000000000000000000000000'

export async function startCliSandbox(): Promise<CliSandbox> {
  const home = createCliHome()
  const { code, document } = await home.json(['sandbox', 'start'])
  if (code !== 0) {
    await home.remove()
    throw new Error(`no sandbox: ${JSON.stringify(document.error)}`)
  }
  const info = infoAnswer.parse(document.data)
  const readers = new Map(info.chains.map((one) => [one.blockchain, readChain(one.rpcUrl)]))
  const reader = (blockchain: string): ChainReader => need(readers.get(blockchain), blockchain)
  const stateDir = join(home.folder, 'state', 'sandbox')
  const swapsFolder = join(home.folder, 'state', 'sandbox-swaps')
  return {
    ...home,
    info,
    reader,
    account: (name) =>
      need(
        info.accounts.find((account) => account.name === name),
        name,
      ),
    balance: (blockchain, token, owner) =>
      token === nativeAddress
        ? reader(blockchain).native(owner)
        : reader(blockchain).token(token, owner),
    // Not by the program: a start of it costs more than what many tests are about.
    fault: async (target = '', fault = '', value) => {
      if (target === '--clear') await clearFaults(stateDir)
      else await setFault(stateDir, { target, fault, ...(value && { value: Number(value) }) })
    },
    swapsFolder,
    forgetSwaps: () => rmSync(swapsFolder, { recursive: true, force: true }),
  }
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the sandbox has no ${name}`)
  return value
}
