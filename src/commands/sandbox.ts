import type { SandboxInfo } from '../core/sandboxPackage.ts'
import type { Paint } from '../format/paint.ts'
import { waitingText } from '../format/progress.ts'
import { type Column, renderTable } from '../format/table.ts'
import { type Ctx, defineCommand } from './frame/command.ts'

// `sandbox start`, `stop`, `reset` and `status`.

/** Each takes no words and no flags. */
const alone = { usage: '', flags: [], maxWords: 0, playMoney: true } as const

const shown = {
  screen: (info: SandboxInfo | null, { width, paint }: { width: number; paint: Paint }) =>
    sandboxScreen(info, width, paint),
  plain: (info: SandboxInfo | null) => plainSandbox(info),
}

export const sandboxStartCommand = defineCommand({
  name: 'sandbox start',
  summary: 'Start local chains with play money',
  about:
    'Four local EVM chains with the real exchange contracts, TON with an exchange of its own,\n' +
    'provider servers that settle, and the accounts alice and bob. Nothing leaves this machine.\n' +
    'Any command with --sandbox starts it too.',
  examples: ['swaproute sandbox start', 'swaproute sandbox start --json'],
  ...alone,
  async run(_input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const startedAtMs = ctx.io.now()
    ctx.live.start(() => [waitingText('Starting the sandbox', ctx.io.now() - startedAtMs)])
    const info = await sandbox.start()
    ctx.live.stop()
    return { data: sandboxData(info), view: info }
  },
  ...shown,
})

export const sandboxStopCommand = defineCommand({
  name: 'sandbox stop',
  summary: 'Stop the sandbox; its state is saved for the next start',
  examples: ['swaproute sandbox stop'],
  ...alone,
  async run(_input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const stopped = await sandbox.stop()
    return { data: { running: false, stopped }, view: stopped }
  },
  screen: (stopped) => [stopped ? 'The sandbox is stopped.' : 'No sandbox was running.'],
  plain: (stopped) => ['stopped', String(stopped)],
})

export const sandboxResetCommand = defineCommand({
  name: 'sandbox reset',
  summary: 'Reset the chains and clear all faults',
  examples: ['swaproute sandbox reset'],
  ...alone,
  async run(_input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const info = await sandbox.reset()
    return { data: sandboxData(info), view: info }
  },
  screen: (info, { width, paint }) =>
    info === null ? ['The next start begins fresh.'] : sandboxScreen(info, width, paint),
  plain: (info) => plainSandbox(info),
})

export const sandboxStatusCommand = defineCommand({
  name: 'sandbox status',
  summary: 'What is running, where, and the accounts',
  about: '--json lists RPC and provider addresses, chain ids, and the accounts with their keys.',
  examples: ['swaproute sandbox status', 'swaproute sandbox status --json | jq .data.chains'],
  ...alone,
  async run(_input, ctx: Ctx<'sandbox'>) {
    const sandbox = await ctx.services.sandbox()
    const info = sandbox.info()
    return { data: sandboxData(info), view: info }
  },
  ...shown,
})

/** The data of `sandbox status`; the same members whether it runs or not. */
function sandboxData(info: SandboxInfo | null): Record<string, unknown> {
  return info === null
    ? { running: false, chains: [], accounts: [], providers: [] }
    : { running: true, chains: info.chains, accounts: info.accounts, providers: info.providers }
}

function sandboxScreen(info: SandboxInfo | null, width: number, paint: Paint): string[] {
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
function plainSandbox(info: SandboxInfo | null): string[] {
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
