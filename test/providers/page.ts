import { type ProviderId, providerIds } from '../../src/core/providerIds.ts'
import { recordName } from '../../src/live/record.ts'
import { catalogRow, hasAdapter, keyVariable } from '../../src/providers/catalog.ts'
import deployments from '../../src/providers/onchain/data/deployments.json' with { type: 'json' }
import { createProviders, providerUrls } from '../../src/providers/providers.ts'
import type { BuiltRow, CatalogRow, RequestRate } from '../../src/providers/row.ts'
import type { ProviderState } from '../../src/providers/types.ts'
import { serviceUrl } from './callCase.ts'
import {
  callCases,
  caseNames,
  contractCases,
  depositCases,
  foreignCases,
  tonCases,
} from './cases.ts'
import type { CaseSource } from './caseSource.ts'
import { recordedCases } from './recording.ts'
import { vendorClients } from './vendorClients.ts'

/** The text about a provider by the kind of its code. */
type Kit = { name: string; status: string }

const kits = {
  evmAggregator: { name: 'evmAggregator', status: 'receipt of the payment' },
  evmBridge: { name: 'evmBridge', status: 'order by number or hash, then both chains' },
  contractBridge: { name: 'contractBridge', status: 'events on both chains' },
  tonExchange: { name: 'tonExchange', status: 'trace of the payment' },
  depositExchange: { name: 'depositExchange', status: 'order by its number, then the chains' },
  foreignAggregator: { name: 'foreignAggregator', status: "the chain's public node" },
  onchain: { name: 'onchain', status: 'receipt of the payment' },
  own: { name: 'of its own', status: 'deposit id from the receipt, then both chains' },
} as const satisfies Record<string, Kit>

const stateWords: Readonly<Record<ProviderState['state'], string>> = {
  ready: 'ready',
  misconfigured: 'misconfigured',
  needs_key: 'needs a key',
  not_in_sandbox: 'no service in the sandbox',
  disabled: 'disabled',
  closed: 'closed',
}

/** Every identifier of the contract in one table of Markdown: what rows and cases say of it. */
export function providersPage(): string {
  const providers = createProviders({ urls: providerUrls, keys: {} })
  const facts = casesById()
  const listed = providerIds.toSorted((a, b) => a.localeCompare(b, 'en') || (a < b ? -1 : 1))
  const state = (id: ProviderId): ProviderState => providers.stateOf(id)
  const open = listed.filter((id) => state(id).state !== 'closed')
  const closed = listed.filter((id) => state(id).state === 'closed')
  return [
    '# Providers',
    '',
    'Written from the rows and cases by `npx vitest run test/providers/page.test.ts -u`; do not edit.',
    '',
    `${counts(listed.map((id) => stateWords[state(id).state]))}.`,
    `How the protocols are proved: ${counts(open.map((id) => proofOf(id, facts)))}.`,
    `Clients of their vendors run beside the adapters of ${open.filter((id) => clientOf(id, facts) !== null).length} providers, some of them recorded as well.`,
    '',
    '- **recorded**: answers of the live service that public code or documents hold',
    "- **vendor client**: the vendor's own client and the adapter understand the sandbox's server alike",
    "- **shaped**: answers written from the vendor's published types",
    '- **contracts**: no service; calls by the published code of the contracts',
    '- **proved**: the day of the recording, or when the types or the addresses of contracts were read; [witness.md](../witness.md) says how to renew it',
    '',
    '| provider | state | kit | chains | key | limit | status is found by | proved | proof |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...open.map((id) => {
      const row = catalogRow(id)
      const kit = kitOf(id, facts)
      const cells = [
        `\`${id}\``,
        stateWords[state(id).state],
        kit?.name ?? '',
        chainsText(providers.chainsOf(id)),
        keyText(id, row),
        row !== null && hasAdapter(row) ? limitText(row) : '',
        kit?.status ?? '',
        newestProof(id, facts),
        proofText(id, facts),
      ]
      return `| ${cells.map(cell).join(' | ')} |`
    }),
    '',
    '## Closed',
    '',
    '| provider | reason |',
    '| --- | --- |',
    ...closed.map((id) => {
      const told = state(id)
      return `| \`${id}\` | ${cell(told.state === 'closed' ? told.reason : '')} |`
    }),
    '',
  ].join('\n')
}

/** How the protocol of every provider that is not closed is proved, for the program itself. */
export function providerProofs(): Readonly<Record<string, string>> {
  const { stateOf } = createProviders({ urls: providerUrls, keys: {} })
  const facts = casesById()
  const proved = providerIds.filter(
    (id) => !['closed', 'not_in_sandbox'].includes(stateOf(id).state),
  )
  return Object.fromEntries(proved.toSorted().map((id) => [id, proofOf(id, facts)]))
}

type CaseFacts = { kit: Kit; source: CaseSource | null; client: string | null }

/** The newest record of the live service of each provider: what users sent. */
const liveSources: ReadonlyMap<ProviderId, CaseSource> = new Map(
  recordedCases()
    .filter(({ source }) => source === 'live')
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .flatMap(({ ids, reading, name, at, program }) => {
      const from = `test/providers/recorded/${recordName(name)}.json, by swaproute ${program}`
      const isOffered = (id: ProviderId): boolean =>
        ids.length === 1 || reading.offers.some(({ provider }) => provider === id)
      const source: CaseSource = { kind: 'recorded', from, date: at.slice(0, 10) }
      return ids.filter(isOffered).map((id) => [id, source] as const)
    }),
)

/** The day of the newest proof. */
function newestProof(id: ProviderId, facts: ReadonlyMap<string, CaseFacts>): string {
  const addresses = proofOf(id, facts) === 'contracts' ? deployments.read : ''
  const dates = [facts.get(id)?.source?.date ?? '', liveSources.get(id)?.date ?? '', addresses]
  return dates.toSorted().at(-1) ?? ''
}

function casesById(): ReadonlyMap<string, CaseFacts> {
  const clients = vendorClients()
  const factsOf = (id: ProviderId, kit: Kit, source: CaseSource | null) =>
    [id, { kit, source, client: clients.get(caseNames.get(id) ?? id) ?? null }] as const
  const calls = callCases.flatMap(([, it]) => {
    const provider = it.create(serviceUrl)
    const kit = provider.capabilities.crossChain ? kits.evmBridge : kits.evmAggregator
    return provider.ids.map((id) => factsOf(id, kit, it.source ?? null))
  })
  const contracts = contractCases.flatMap(([, it]) =>
    it.create(serviceUrl).ids.map((id) => factsOf(id, kits.contractBridge, it.source)),
  )
  const deposits = depositCases.map(([id, it]) =>
    factsOf(id, kits.depositExchange, it.source ?? null),
  )
  const ton = tonCases.map(([id, it]) => factsOf(id, kits.tonExchange, it.source ?? null))
  const foreign = foreignCases.flatMap(([, it]) =>
    it.create(serviceUrl).ids.map((id) => factsOf(id, kits.foreignAggregator, it.source)),
  )
  const all = [...calls, ...contracts, ...deposits, ...ton, ...foreign]
  return new Map<string, CaseFacts>([...all, factsOf('across', kits.own, acrossSource)])
}

/** On no kit: its answers are read by tests of its own. */
const acrossSource: CaseSource = {
  kind: 'recorded',
  from: 'Kalapaja/Kalatori, daemon/src/clients/swaps/across.rs',
  date: '2026-02-09',
}

function kitOf(id: ProviderId, facts: ReadonlyMap<string, CaseFacts>): Kit | null {
  return facts.get(id)?.kit ?? (catalogRow(id) === null ? kits.onchain : null)
}

function proofOf(id: ProviderId, facts: ReadonlyMap<string, CaseFacts>): string {
  if (liveSources.has(id)) return 'recorded'
  if (catalogRow(id) === null) return 'contracts'
  const kind = facts.get(id)?.source?.kind ?? 'none'
  return kind === 'shaped' && clientOf(id, facts) !== null ? 'vendor client' : kind
}

function clientOf(id: ProviderId, facts: ReadonlyMap<string, CaseFacts>): string | null {
  return facts.get(id)?.client ?? null
}

function proofText(id: ProviderId, facts: ReadonlyMap<string, CaseFacts>): string {
  const sources = [liveSources.get(id), facts.get(id)?.source]
  const told = sources.flatMap((each) => (each ? [`${each.kind}: ${each.from}`] : []))
  const client = clientOf(id, facts)
  if (told.length === 0) return proofOf(id, facts)
  return [...told, ...(client === null ? [] : [`vendor client ${client}`])].join('; ')
}

function keyText(id: ProviderId, row: CatalogRow | null): string {
  if (row?.key === undefined) return ''
  const where = row.keyAt === undefined ? '' : `, from ${row.keyAt}`
  return `${row.key}: \`${keyVariable(id)}\`${where}`
}

function limitText({ rate }: BuiltRow): string {
  if (rate === undefined) return ''
  const { keyed } = rate
  const text = (each: RequestRate): string => `${each.perSecond}/s, ${each.burst} at once`
  return keyed === undefined ? text(rate) : `${text(rate)}; with a key ${text(keyed)}`
}

function chainsText(chains: readonly string[]): string {
  return chains.length > 8
    ? `${chains.slice(0, 8).join(' ')} and ${chains.length - 8} more`
    : chains.join(' ')
}

/** "96 ready, 31 closed", most first. */
function counts(words: readonly string[]): string {
  const numbers = new Map<string, number>()
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1)
  return [...numbers]
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, number]) => `${number} ${word}`)
    .join(', ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
