/** What is mutated, and which tests have to notice: the near ones first, then the wider ring. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutantsOf } from './mutator.ts'
import { root } from './warm.ts'

export type Target = {
  area: Area
  file: string
  text: string
  mutant: Mutant
}

const folders = {
  checks: 'src/execution/checks',
  evidence: 'src/evidence',
  wallet: 'src/wallet',
  store: 'src/store',
  execution: 'src/execution',
  kits: 'src/providers/kits',
  router: 'src/router',
  core: 'src/core',
  api: 'src/api',
} as const

/** What decides over a renewal, a limit or a name, with the tests that know it. */
const guards: Readonly<Record<string, readonly string[]>> = {
  'src/execution/renewal.ts': [
    'test/unit/execution/renewal.test.ts',
    'test/unit/execution/renewedMembers.test.ts',
  ],
  'src/agents/plans.ts': ['test/unit/agents/plans.test.ts', 'test/commands/mcpSwaps.test.ts'],
  'src/http/agreed.ts': ['test/unit/http/agreed.test.ts', 'test/unit/http/rpc.test.ts'],
  'src/app/ensNames.ts': ['test/unit/app/agreedNames.test.ts'],
  'src/chains/callRules.ts': [
    'test/unit/execution/decoded.test.ts',
    'test/unit/execution/times.test.ts',
    'test/unit/execution/checks.test.ts',
    'test/providers/kits/evm/builtCall.test.ts',
  ],
  'src/providers/onchain/families/routerLedger.ts': ['test/unit/onchain/routerLedger.test.ts'],
  'src/chains/evm/ens.ts': ['test/unit/chains/ens.test.ts', 'test/unit/app/agreedNames.test.ts'],
}

export const areas = ['guards', ...Object.keys(folders)] as Area[]
export type Area = 'guards' | keyof typeof folders

/** What only runs inside of other processes is mutated in vain: those load the built program. */
const elsewhere = new Set(['signer.ts', 'signerProcess.ts', 'evmSigner.ts', 'tonSigner.ts'])

export function targetsOf(area: Area): Target[] {
  return sourcesOf(area).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return mutantsOf(text).map((mutant) => ({ area, file, text, mutant }))
  })
}

function sourcesOf(area: Area): string[] {
  if (area === 'guards') return Object.keys(guards)
  return readdirSync(join(root, folders[area]), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !elsewhere.has(name))
    .map((name) => `${folders[area]}/${name}`)
    .filter((file) => guards[file] === undefined)
    .filter((file) => area !== 'execution' || !file.startsWith(`${folders.checks}/`))
    .toSorted()
}

export function mutated({ text, mutant }: Target): string {
  return text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
}

const wallet = (name: string): string => `test/wallet/${name}.test.ts`

const near: Readonly<Record<string, readonly string[]>> = {
  keystore: [wallet('keystore')],
  secretFiles: [wallet('secretFiles')],
  accounts: [wallet('accounts'), wallet('tonAccounts')],
  keys: [wallet('keys')],
  passwords: [wallet('keys')],
  environmentKey: [wallet('keys')],
  tonKeystore: [wallet('tonAccounts')],
  ton: [wallet('tonNode'), wallet('tonAccess')],
  signTonPlan: [wallet('tonSigner')],
  signPlan: [wallet('signerProcess')],
  tonPlanWire: ['test/unit/wallet/planWire.test.ts', 'test/unit/wallet/decodeTon.test.ts'],
  evm: ['test/unit/wallet/evmAnswers.test.ts'],
  evmAnswers: ['test/unit/wallet/evm.test.ts'],
  simulate: ['test/unit/wallet/simulationRuns.test.ts', wallet('evmAccess')],
  simulationLogs: ['test/unit/wallet/simulate.test.ts'],
  decodeTon: ['test/unit/wallet/decodeTonForms.test.ts'],
  decodeTransaction: ['test/unit/wallet/decodeTransactionForms.test.ts'],
}

const provider = (name: string): string => `test/providers/${name}.test.ts`
const status = (name: string): string => `test/unit/status/${name}.test.ts`
const execution = (name: string): string => `test/unit/execution/${name}.test.ts`

/** Of the readers of receipts and traces: their own tests, then the states that are made of them. */
const evidenceRings: Readonly<Record<'evm' | 'ton', readonly (readonly string[])[]>> = {
  evm: [
    filesOf('test/unit/evidence'),
    [provider('kits/evm/bridgeStatus'), provider('depositClaims'), provider('onchain/status')],
    [provider('depositCases'), provider('across/status'), provider('depositKit')],
    [...['arrival', 'receipts', 'followSwap'].map(execution), status('payment')],
  ],
  ton: [
    filesOf('test/unit/evidence'),
    [provider('stonfi/status'), provider('stonfi/storedStatus'), provider('tonCases')],
    ['stonfi/contracts', 'stonfi/collusion', 'dedust/contracts', 'dedust/dedust'].map(provider),
    [provider('tonRecorded'), provider('depositClaims')],
    [status('tonPayment'), status('ton'), execution('ton/tonSwap')],
  ],
}

const widerRings: Readonly<
  Record<'execution' | 'kits' | 'router' | 'core' | 'api', readonly (readonly string[])[]>
> = {
  execution: [filesOf('test/unit/execution'), backendFiles()],
  kits: [
    filesOf('test/providers/kits'),
    ['depositKit', 'depositCases', 'depositClaims', 'callCases', 'contractCases'].map(provider),
    ['cases', 'foreignCases', 'tonCases', 'foundByHash', 'foundElsewhere'].map(provider),
  ],
  router: [filesOf('test/unit/router'), backendFiles()],
  core: [
    [...filesOf('test/unit/core'), ...filesOf('test/unit/router')],
    [...filesOf('test/unit/execution'), ...backendFiles(), ...filesOf('test/unit/format')],
    [...filesOf('test/unit/chains'), ...filesOf('test/unit/app'), ...filesOf('test/unit/commands')],
  ],
  api: [filesOf('test/unit/api'), backendFiles(), filesOf('test/unit/execution')],
}

function backendFiles(): string[] {
  return [...filesOf('test/unit/backend'), ...filesOf('test/unit/status')]
}

/** Rings of tests: each is only run where the ones before noticed nothing. */
export function ringsOf({ area, file }: Target): readonly (readonly string[])[] {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)
  if (area === 'checks') {
    const unit = (one: string): string => `test/unit/execution/${one}.test.ts`
    const own = [
      'checks',
      'contracts',
      'decoded',
      'simulation',
      'times',
      'disabled',
      'unpinnedForms',
      'terms',
      'parties',
      'dangers',
      'refund',
    ]
    return [own.map(unit), ['refusals', 'planSwap', 'unpinned', 'growth', 'oneNode'].map(unit)]
  }
  if (area === 'guards') return [guards[file] ?? []]
  if (area !== 'evidence' && area !== 'wallet' && area !== 'store') return widerRings[area]
  if (area === 'evidence') return evidenceRings[name.startsWith('ton') ? 'ton' : 'evm']
  const all = filesOf(`test/unit/${area}`)
  const own = [...(near[name] ?? []), `test/unit/${area}/${name}.test.ts`].filter((path) =>
    existsSync(join(root, path)),
  )
  const rest =
    area === 'wallet'
      ? [...all, ...['keystore', 'accounts', 'keys', 'secretFiles', 'tonAccounts'].map(wallet)]
      : all
  return own.length === 0 ? [rest] : [own, rest.filter((path) => !own.includes(path))]
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
}
