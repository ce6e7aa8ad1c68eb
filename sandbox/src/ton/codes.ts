import { createHash } from 'node:crypto'
import { contractReader } from '../artifacts.ts'
import { isRecord } from '../../../src/core/json.ts'

const contracts = [
  'SandboxTonPool',
  'SandboxTonProxyMinter',
  'SandboxTonProxyWallet',
  'SandboxTonRouter',
  'TonJettonMinter',
  'TonJettonWallet',
  'TonWalletV4R2',
  'TonWalletV5R1',
] as const

/** Code of a contract of the chain, a bag of cells in base64. */
export type TonCodes = (contract: (typeof contracts)[number]) => string

export async function readTonCodes(): Promise<TonCodes> {
  const read = await contractReader('compileTonContracts', 'ton')
  const found = new Map<string, string>()
  await Promise.all(contracts.map(async (name) => found.set(name, codeIn(await read(name), name))))
  return (name) => found.get(name) ?? missing(name)
}

/** Names this set of contracts: a chain built from others has other addresses. */
export function codesFingerprint(codes: TonCodes): string {
  const hash = createHash('sha256')
  for (const contract of contracts) hash.update(`${contract} ${codes(contract)} `)
  return hash.digest('hex').slice(0, 16)
}

function codeIn(document: unknown, name: string): string {
  const code = isRecord(document) ? document['code'] : null
  return typeof code === 'string' ? code : missing(name)
}

function missing(name: string): never {
  throw new Error(`the build has no code of ${name}`)
}
