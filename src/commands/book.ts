import { existsSync } from 'node:fs'
import { blockchainName } from '../core/blockchainNames.ts'
import { SwaprouteError } from '../core/errors.ts'
import { ownText, plain } from '../format/plain.ts'
import { type Column, plainRows, renderTable } from '../format/table.ts'
import { refuseName } from './book/names.ts'
import { requiredWord } from './config/knownSetting.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import { readConfigFile } from './frame/config.ts'
import { changeConfig } from './frame/writeConfig.ts'

type Entry = { name: string; blockchain: string; address: string }

export const bookAddCommand = defineCommand({
  name: 'book add',
  summary: 'Keep a receiver under a name',
  usage: '<name> <chain> <address>',
  about:
    'The name then works as --receiver and --refund-to; screens show it with the full address. An\n' +
    'address of one EVM chain serves the others as well. A name that looks like another is refused.',
  examples: [
    'swaproute book add bob eth 0x52908400098527886E0F7030069857D2E4169EE7',
    'swaproute book add carol ton UQ…',
  ],
  flags: [{ name: 'force', group: 'safety', hint: 'Replace the address of a name' }],
  maxWords: 3,
  wordValues: [null, 'chain', null],
  async run(input, ctx: Ctx<'assets' | 'knownAddresses'>) {
    const usage = 'book add bob eth 0x…'
    const name = requiredWord(input.words[0], 'name', usage).toLowerCase()
    const assets = await ctx.services.assets()
    const chain = assets.chain(requiredWord(input.words[1], 'chain', usage))
    const text = requiredWord(input.words[2], 'address', usage)
    const book = ctx.config.receivers
    const chains = assets.chains().flatMap(({ id, aliases }) => [id, ...aliases])
    refuseName(name, Object.keys(book), chains)
    const known = await ctx.services.knownAddresses()
    const { address, notes } = assets.receiver(chain.id, text, known)
    for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
    const key = `receivers.${name}.${chain.id}`
    const { file } = ctx.config
    await changeConfig(file, { [key]: address }, () => {
      const settings = readConfigFile(file, false)
      const earlier = settings.find(([setting]) => setting.key === key)?.[1]
      if (earlier === undefined || earlier === address || input.force) return
      throw new SwaprouteError(
        'DUPLICATE',
        `${name} is already ${String(earlier)} on ${blockchainName(chain.id)}.`,
        {
          hint: 'Add --force to replace it, or choose another name.',
        },
      )
    })
    const entry: Entry = { name, blockchain: chain.id, address }
    return { data: entry, view: entry }
  },
  screen: ({ name, blockchain, address }) => [
    `${name} on ${blockchainName(blockchain)} is ${plain(address)}`,
  ],
  plain: (entry) => plainRows(columns, [entry]),
})

export const bookListCommand = defineCommand({
  name: 'book list',
  summary: 'Receivers with a name',
  usage: '',
  examples: ['swaproute book list'],
  flags: [],
  maxWords: 0,
  async run(_input, ctx: Ctx) {
    const rows = entriesOf(ctx)
    return { data: rows, view: rows }
  },
  screen: (rows, { tableWidth, paint }) =>
    rows.length === 0
      ? ['The book is empty. `swaproute book add --help` shows how to add a receiver.']
      : renderTable(columns, rows, tableWidth, paint).lines,
  plain: (rows) => plainRows(columns, rows),
})

export const bookRemoveCommand = defineCommand({
  name: 'book remove',
  summary: 'Forget a receiver',
  usage: '<name> [chain]',
  examples: ['swaproute book remove bob', 'swaproute book remove bob ton'],
  flags: [],
  maxWords: 2,
  wordValues: ['book', 'chain'],
  async run(input, ctx: Ctx<'assets'>) {
    const name = requiredWord(input.words[0], 'name', 'book remove bob').toLowerCase()
    const [, chainText] = input.words
    const assets = await ctx.services.assets()
    const chain = chainText === undefined ? null : assets.chain(chainText).id
    const rows = entriesOf(ctx).filter(
      (one) => one.name === name && (chain === null || one.blockchain === chain),
    )
    if (rows.length === 0) {
      throw new SwaprouteError('INVALID_ARGUMENT', `The book has no such entry: ${name}.`, {
        hint: '`swaproute book list` shows all.',
      })
    }
    const keys = rows.map(({ blockchain }) => `receivers.${name}.${blockchain}`)
    const { baseFile, file } = ctx.config
    const gone = Object.fromEntries(keys.map((key) => [key, null]))
    // A name that only the profile forgets would still be that of the configuration file.
    for (const each of new Set([file, baseFile]))
      if (existsSync(each)) await changeConfig(each, gone)
    return { data: rows, view: rows }
  },
  screen: (rows) =>
    rows.map(
      ({ name, blockchain }) => `${ownText(name)} on ${blockchainName(blockchain)} is forgotten.`,
    ),
  plain: (rows) => plainRows(columns, rows),
})

const columns: Column<Entry>[] = [
  { key: 'name', title: 'Name', rank: 0, value: ({ name }) => name },
  { key: 'blockchain', title: 'Chain', rank: 0, value: ({ blockchain }) => blockchain },
  { key: 'address', title: 'Address', rank: 0, whole: true, value: ({ address }) => address },
]

function entriesOf({ config }: Ctx): Entry[] {
  return Object.entries(config.receivers).flatMap(([name, addresses]) =>
    Object.entries(addresses).map(([blockchain, address]) => ({ name, blockchain, address })),
  )
}
