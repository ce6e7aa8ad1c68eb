/**
 * The read-only tools: each is a command of this program, its members are inputs that the command
 * declares, and its answer is the document of `--json`. No text of a model becomes a flag.
 */
import * as z from 'zod'
import type { CommandCall } from '../commands/frame/shapes.ts'
import { chainFlag, quoteFlags, sortFlag } from '../commands/inputs/flags.ts'
import { camelCase, type Flag } from '../commands/inputs/input.ts'

export type ReadTool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Whether remote hosts are asked. */
  asksOthers: boolean
  read(given: unknown): {
    call: CommandCall
    /** Shortens the data for readers with little space. */
    shorten(data: unknown): unknown
  }
}

function readTool<S extends z.ZodObject>({
  call,
  shorten = (data) => data,
  ...row
}: Omit<ReadTool, 'read' | 'input'> & {
  input: S
  call(input: z.output<S>): CommandCall
  shorten?: (data: unknown, input: z.output<S>) => unknown
}): ReadTool {
  return {
    ...row,
    read(given) {
      const input = row.input.parse(given)
      return { call: call(input), shorten: (data) => shorten(data, input) }
    },
  }
}

/** By `refine`: not every client reads a pattern with Unicode classes. */
const line = (maximum: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text), 'Control characters are not allowed.')

/** A single value, which must not have the form of a flag. */
const singleValue = (maximum: number): z.ZodString =>
  line(maximum).refine((text) => !text.startsWith('--'), 'It must not begin with --.')

const mostTexts = 50

/** The schema of a flag's value; the member is the name of the flag in camel case. */
function schemaOf({ value, choices, repeatable, hint }: Flag): z.ZodOptional {
  const schema =
    value === undefined
      ? z.boolean()
      : choices !== undefined
        ? z.enum(choices)
        : repeatable === true
          ? z.array(line(200)).max(mostTexts)
          : line(200)
  return schema.optional().describe(hint)
}

/** The schemas of the named flags. */
function schemasOf(
  flags: readonly Flag[],
  names: readonly string[],
): Record<string, z.ZodOptional> {
  return Object.fromEntries(
    flags
      .filter(({ name }) => names.includes(name))
      .map((flag) => [camelCase(flag.name), schemaOf(flag)]),
  )
}

/** The flags of a command that these members set. */
export function givenBy(
  flags: readonly Flag[],
  members: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    flags.flatMap(({ name, value }): [string, string][] => {
      const given = members[camelCase(name)]
      if (value === undefined) return given === true ? [[name, '']] : []
      if (typeof given === 'string') return [[name, given]]
      return Array.isArray(given) && given.length > 0 ? [[name, given.join(',')]] : []
    }),
  )
}

const asset = (what: string): z.ZodString =>
  line(200).describe(
    `${what}, written <chain>:<token>: eth:USDC, arb:0xaf88…, ton:TON. \`tokens\` finds symbols`,
  )
const amount = line(60)
  .regex(/^\d{1,40}(\.\d{1,40})?$/)
  .describe('Amount to pay in whole tokens, a plain decimal such as 0.5')

/** Members of a route request, in every tool that has one. */
export const routeInput = z.strictObject({
  amount,
  from: asset('Token to pay'),
  to: asset('Token to receive'),
  ...schemasOf(quoteFlags, ['receiver', 'slippage', 'provider', 'exclude']),
})

const payer = schemasOf(quoteFlags, ['from-address'])
const priceFlags = [...quoteFlags, sortFlag]

export const readTools: readonly ReadTool[] = [
  readTool({
    name: 'quote',
    title: 'All routes of a swap',
    description:
      'Asks bridges, exchanges and aggregators at once and ranks their routes, best first. ' +
      'Nothing is signed or sent. A route lives 60 seconds.',
    input: z.strictObject({
      ...routeInput.shape,
      ...payer,
      ...schemasOf(priceFlags, ['sort', 'deposits', 'dangerous', 'failed']),
      limit: z.number().int().min(1).max(100).default(5).describe('Most routes in the answer'),
    }),
    asksOthers: true,
    call: (members) => ({ command: 'quote', given: givenBy(priceFlags, members) }),
    shorten: (data, { limit }) => withFirst(data, 'routes', limit),
  }),
  readTool({
    name: 'best',
    title: 'The best route of a swap',
    description:
      'The one route that leaves most after fees and gas, with its fees, its time and what must be ' +
      'approved to whom. Nothing is signed or sent.',
    input: z.strictObject({ ...routeInput.shape, ...payer }),
    asksOthers: true,
    call: (members) => ({ command: 'best', given: givenBy(quoteFlags, members) }),
  }),
  readTool({
    name: 'status',
    title: 'Where a swap is',
    description:
      'State of any swap, made here or elsewhere: what it means, where the money is, what to do. ' +
      'PENDING and LONG_PENDING mean: wait and ask again, never pay again.',
    input: z.strictObject({
      subject: singleValue(200).describe(
        'Transaction hash on any chain, TON message hash, order id, receipt id or explorer link',
      ),
      ...schemasOf([chainFlag], ['chain']),
    }),
    asksOthers: true,
    call: ({ subject, ...members }) => ({
      command: 'status',
      given: givenBy([chainFlag], members),
      words: [subject],
    }),
  }),
  readTool({
    name: 'history',
    title: 'Swaps made on this machine',
    description: 'Newest first, from the journal of this machine; nothing else is asked.',
    input: z.strictObject({
      open: z.boolean().optional().describe('Only swaps that have not ended'),
      limit: z.number().int().min(1).max(1000).default(20),
    }),
    asksOthers: false,
    call: ({ open, limit }) => ({
      command: 'history',
      given: { limit: String(limit), ...(open === true ? { open: '' } : {}) },
    }),
  }),
  searchTool(
    'chains',
    'Chains',
    'Chains with their names, aliases and how many providers serve them.',
  ),
  searchTool(
    'tokens',
    'Listed tokens',
    'Finds a listed token by symbol, name or address, on one chain as `arb:usd`. A token that is ' +
      'not listed is used by its address, which the user must give.',
  ),
  searchTool(
    'providers',
    'Providers',
    'Bridges, exchanges and aggregators, and whether each is ready here.',
  ),
]

function searchTool(name: string, title: string, description: string): ReadTool {
  return readTool({
    name,
    title,
    description,
    input: z.strictObject({
      query: singleValue(100).optional().describe('Part of a name, symbol, alias or address'),
      limit: z.number().int().min(1).max(500).default(50).describe('Most entries of each list'),
    }),
    asksOthers: false,
    call: ({ query }) => ({ command: name, given: {}, words: query === undefined ? [] : [query] }),
    shorten: (data, { limit }) =>
      Array.isArray(data)
        ? data.slice(0, limit)
        : ['crossChain', 'onChain'].reduce((rest, list) => withFirst(rest, list, limit), data),
  })
}

/** The object with the first entries of a list, and the number of the others beside it. */
function withFirst(data: unknown, member: string, limit: number): unknown {
  if (typeof data !== 'object' || data === null) return data
  const list: unknown = Object.entries(data).find(([name]) => name === member)?.[1]
  if (!Array.isArray(list) || list.length <= limit) return data
  return { ...data, [member]: list.slice(0, limit), [`${member}Left`]: list.length - limit }
}
