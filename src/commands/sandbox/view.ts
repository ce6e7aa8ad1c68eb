import type { SandboxInfo } from '../../core/sandboxPackage.ts'
import type { Paint } from '../../format/paint.ts'
import { type Column, renderTable } from '../../format/table.ts'

/** The data of `sandbox status`; the same members whether it runs or not. */
export function sandboxData(info: SandboxInfo | null): Record<string, unknown> {
  return info === null
    ? { running: false, chains: [], accounts: [], providers: [] }
    : { running: true, chains: info.chains, accounts: info.accounts, providers: info.providers }
}

export function sandboxScreen(info: SandboxInfo | null, width: number, paint: Paint): string[] {
  if (info === null) return ['The sandbox is not running. `swaproute sandbox start` starts it.']
  const blocks = [
    renderTable(chainColumns, info.chains, width, paint).lines,
    renderTable(accountColumns, info.accounts, width, paint).lines,
    renderTable(providerColumns, info.providers, width, paint).lines,
  ]
  return [
    'Running.',
    ...blocks.flatMap((lines) => ['', ...lines]),
    '',
    'Try: swaproute quote 1 eth:ETH to eth:USDC --sandbox',
    'Keys of the accounts: --json. They are public and worth nothing elsewhere.',
  ]
}

/** One line per thing: kind, name, address. */
export function plainSandbox(info: SandboxInfo | null): string[] {
  if (info === null) return ['kind\tname\taddress', 'sandbox\trunning\tfalse']
  return [
    'kind\tname\taddress',
    ...info.chains.map(({ blockchain, rpcUrl }) => `chain\t${blockchain}\t${rpcUrl}`),
    ...info.accounts.map(({ name, address }) => `account\t${name}\t${address}`),
    ...info.providers.map(({ id, url }) => `provider\t${id}\t${url}`),
  ]
}

const chainColumns: Column<SandboxInfo['chains'][number]>[] = [
  { key: 'chain', title: 'Chain', rank: 0, value: ({ blockchain }) => blockchain },
  {
    key: 'chainId',
    title: 'Chain id',
    number: true,
    rank: 0,
    value: ({ chainId }) => String(chainId),
  },
  { key: 'rpc', title: 'RPC', rank: 0, shrinkTo: 30, value: ({ rpcUrl }) => rpcUrl },
]

const accountColumns: Column<SandboxInfo['accounts'][number]>[] = [
  { key: 'account', title: 'Account', rank: 0, value: ({ name }) => name },
  { key: 'kind', title: 'Kind', rank: 1, value: ({ kind }) => kind.toUpperCase() },
  { key: 'address', title: 'Address', whole: true, rank: 0, value: ({ address }) => address },
]

const providerColumns: Column<SandboxInfo['providers'][number]>[] = [
  { key: 'provider', title: 'Server', rank: 0, value: ({ id }) => id },
  { key: 'url', title: 'Address', rank: 0, shrinkTo: 30, value: ({ url }) => url },
]
