/**
 * The read-only tools: each is a command line of this program, and its answer the document of
 * `--json`. Input of a model never becomes a flag: values stand behind `=`, words behind `--`.
 */
import * as z from 'zod'

export type ReadTool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Whether others than this machine are asked. */
  asksOthers: boolean
  read(given: unknown): {
    /** The command line without the program's name. */
    words: string[]
    /** Shortens the data for a reader with little room. */
    shorten(data: unknown): unknown
  }
}

function readTool<S extends z.ZodObject>({
  words,
  shorten = (data) => data,
  ...row
}: Omit<ReadTool, 'read' | 'input'> & {
  input: S
  words(input: z.output<S>): string[]
  shorten?: (data: unknown, input: z.output<S>) => unknown
}): ReadTool {
  return {
    ...row,
    read(given) {
      const input = row.input.parse(given)
      return { words: words(input), shorten: (data) => shorten(data, input) }
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
/** A word on its own: it must not look like a flag. */
const word = (maximum: number): z.ZodString =>
  line(maximum).refine((text) => !text.startsWith('--'), 'It must not begin with --.')

const asset = (what: string): z.ZodString =>
  line(200).describe(
    `${what}, written <chain>:<token>: eth:USDC, arb:0xaf88…, ton:TON. \`tokens\` finds symbols`,
  )
const amount = line(60)
  .regex(/^\d{1,40}(\.\d{1,40})?$/)
  .describe('Amount to pay in whole tokens, a plain decimal such as 0.5')
const address = (what: string): z.ZodOptional<z.ZodString> => line(200).optional().describe(what)

/** Members of a request for routes, in every tool that makes one. */
export const routeInput = z.strictObject({
  amount,
  from: asset('Token to pay'),
  to: asset('Token to receive'),
  receiver: address('Who receives; the paying wallet where both chains have the same addresses'),
  slippage: line(10)
    .regex(/^\d{1,5}(\.\d{1,4})?(%|bps)$/)
    .optional()
    .describe('Accepted price loss: 0.5% or 50bps'),
  provider: line(60).optional().describe('Ask this provider alone, or prefer it in a quote'),
  exclude: z.array(line(60)).max(50).optional().describe('Providers to leave out'),
})

const payer = address('Wallet that pays, for exact numbers')

/** Flags of a request, one word each, so that no value can be read as a flag. */
export function routeWords({ exclude = [], ...members }: z.infer<typeof routeInput>): string[] {
  return [
    ...valueFlags({
      amount: members.amount,
      from: members.from,
      to: members.to,
      receiver: members.receiver,
      slippage: members.slippage,
      provider: members.provider,
    }),
    ...exclude.map((id) => `--exclude=${id}`),
  ]
}

/** `--name=value` for every member that is given. */
export function valueFlags(values: Record<string, string | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  )
}

const quoteInput = z.strictObject({
  ...routeInput.shape,
  fromAddress: payer,
  sort: z.enum(['receive', 'fastest', 'cheapest']).optional(),
  deposits: z
    .enum(['all', 'only', 'none'])
    .optional()
    .describe('Routes that are paid by a plain transfer to a custodial service'),
  dangerous: z.boolean().optional().describe('Also routes that lose much or have no price'),
  failed: z.boolean().optional().describe('Why the others have no route'),
  limit: z.number().int().min(1).max(100).default(5).describe('Most routes in the answer'),
})

export const readTools: readonly ReadTool[] = [
  readTool({
    name: 'quote',
    title: 'All routes of a swap',
    description:
      'Asks bridges, exchanges and aggregators at once and ranks their routes, best first. ' +
      'Nothing is signed or sent. A route lives 60 seconds.',
    input: quoteInput,
    asksOthers: true,
    words: ({ fromAddress, sort, deposits, dangerous, failed, ...route }) => [
      'quote',
      ...routeWords(route),
      ...valueFlags({ 'from-address': fromAddress, sort, deposits }),
      ...(dangerous === true ? ['--dangerous'] : []),
      ...(failed === true ? ['--failed'] : []),
    ],
    shorten: (data, { limit }) => withFirst(data, 'routes', limit),
  }),
  readTool({
    name: 'best',
    title: 'The best route of a swap',
    description:
      'The one route that leaves most after fees and gas, with its fees, its time and what must be ' +
      'approved to whom. Nothing is signed or sent.',
    input: z.strictObject({ ...routeInput.shape, fromAddress: payer }),
    asksOthers: true,
    words: ({ fromAddress, ...route }) => [
      'best',
      ...routeWords(route),
      ...valueFlags({ 'from-address': fromAddress }),
    ],
  }),
  readTool({
    name: 'status',
    title: 'Where a swap is',
    description:
      'State of any swap, made here or elsewhere: what it means, where the money is, what to do. ' +
      'PENDING and LONG_PENDING mean: wait and ask again, never pay again.',
    input: z.strictObject({
      subject: word(200).describe(
        'Transaction hash on any chain, TON message hash, order id, receipt id or explorer link',
      ),
      chain: line(60).optional().describe('Source chain, where it is known: narrows the search'),
    }),
    asksOthers: true,
    words: ({ subject, chain }) => ['status', ...valueFlags({ chain }), '--', subject],
  }),
  readTool({
    name: 'history',
    title: 'Swaps made on this machine',
    description: 'Newest first, from the journal of this machine; nobody else is asked.',
    input: z.strictObject({
      open: z.boolean().optional().describe('Only swaps that have not ended'),
      limit: z.number().int().min(1).max(1000).default(20),
    }),
    asksOthers: false,
    words: ({ open, limit }) => [
      'history',
      `--limit=${limit}`,
      ...(open === true ? ['--open'] : []),
    ],
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
      query: word(100).optional().describe('Part of a name, symbol, alias or address'),
      limit: z.number().int().min(1).max(500).default(50).describe('Most entries of each list'),
    }),
    asksOthers: false,
    words: ({ query }) => [name, ...(query === undefined ? [] : ['--', query])],
    shorten: (data, { limit }) =>
      Array.isArray(data)
        ? data.slice(0, limit)
        : ['crossChain', 'onChain'].reduce((rest, list) => withFirst(rest, list, limit), data),
  })
}

/** Keeps the first entries of a list in an object, and counts the others beside it. */
function withFirst(data: unknown, member: string, limit: number): unknown {
  if (typeof data !== 'object' || data === null) return data
  const list: unknown = Object.entries(data).find(([name]) => name === member)?.[1]
  if (!Array.isArray(list) || list.length <= limit) return data
  return { ...data, [member]: list.slice(0, limit), [`${member}Left`]: list.length - limit }
}
