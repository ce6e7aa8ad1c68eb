import { SwaprouteError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import type { CatalogEntry } from '../catalog.ts'
import { topicNames } from '../topicNames.ts'

/** Names of commands in other programs, mapped to ours. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  version: ['--version'],
  balance: ['wallet balance'],
  balances: ['wallet balance'],
  address: ['wallet address'],
  account: ['wallet list'],
  accounts: ['wallet list'],
  import: ['wallet import'],
  export: ['wallet export', 'wallet list'],
  create: ['wallet new'],
  init: ['wallet new', 'tour'],
  bridge: ['swap', 'quote'],
  trade: ['swap', 'quote'],
  exchange: ['swap', 'deposit'],
  convert: ['swap', 'quote'],
  buy: ['swap'],
  sell: ['swap'],
  send: ['swap'],
  price: ['quote'],
  rate: ['quote'],
  routes: ['quote'],
  order: ['deposit'],
  pay: ['deposit'],
  track: ['status'],
  tx: ['status'],
  redeem: ['claim'],
  continue: ['resume'],
  swaps: ['history'],
  list: ['history', 'wallet list'],
  networks: ['chains'],
  coins: ['tokens'],
  assets: ['tokens'],
  bridges: ['providers'],
  settings: ['config list'],
  set: ['config set'],
  get: ['config get'],
  contacts: ['book list'],
  receivers: ['book list'],
  check: ['doctor'],
  server: ['serve'],
  agent: ['mcp'],
  faucet: ['sandbox fund'],
  fund: ['sandbox fund'],
  fault: ['sandbox fault'],
  start: ['sandbox start', 'tour'],
  stop: ['sandbox stop'],
  demo: ['tour'],
  why: ['explain'],
  man: ['help'],
}

/** The error for an unknown command, with suggestions. */
export function withoutSuchCommand(
  word: string,
  catalog: readonly CatalogEntry[],
  forHelp: boolean,
): SwaprouteError {
  const names = catalog.flatMap(({ name, hidden }) => (hidden === true ? [] : [name]))
  const firsts = [...new Set(names.map((name) => name.split(' ', 1)[0] ?? name)), 'help']
  const known = new Set([...names, ...firsts, '--version'])
  const key = word.toLowerCase()
  const called = Object.hasOwn(otherNames, key) ? (otherNames[key] ?? []) : []
  const synonyms = called.filter((name) => known.has(name)).slice(0, 2)
  const near = nearest(word, forHelp ? [...firsts, ...topicNames] : firsts, 2)
  const meant = near.length > 0 ? near : synonyms
  const prefix = forHelp && near.length > 0 ? 'swaproute help' : 'swaproute'
  const shown = meant.map((name) => `\`${prefix} ${name}\``)
  const guess = shown.length === 0 ? '' : `Did you mean ${shown.join(' or ')}? `
  const what = forHelp ? 'command or topic' : 'command'
  return new SwaprouteError('INVALID_ARGUMENT', `There is no ${what} "${word}".`, {
    hint: `${guess}\`swaproute help commands\` lists all commands.`,
    context: { command: word, suggestions: meant },
  })
}

/** The error for a flag in a line without a command. */
export function withoutSuchFlag(text: string, known: readonly string[]): SwaprouteError {
  const [flag = text] = text.split('=', 1)
  const meant = flag === '-V' ? ['version'] : nearest(flag.replace(/^-+/, ''), known, 2)
  const guess = meant.length === 0 ? '' : `Did you mean --${meant.join(' or --')}? `
  const message = known.includes(flag.slice(2))
    ? `${flag} takes no value.`
    : `There is no flag ${flag}, or it needs a command.`
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: `${guess}\`swaproute help flags\` lists the flags of every command.`,
    context: { flag, suggestions: meant },
  })
}
