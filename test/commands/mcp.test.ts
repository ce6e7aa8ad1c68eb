import { PassThrough } from 'node:stream'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, fixedNowMs, runCli } from '../support/runMain.ts'
import { alice, receiptOf, type SwapScript, swapServices } from '../support/swapScript.ts'

const routes = ['across', 'stargate', 'symbiosis', 'relay', 'cbridge', 'debridge'].map(
  (provider, index) => routeItem(provider, `${249 - index}.5`),
)
const pair = { amount: '250', from: 'eth:USDC', to: 'arb:USDC' }
const trading = ['--account', 'main', '--max-usd', '1000']
const stranger = '0x52908400098527886E0F7030069857D2E4169EE7'

type Session = {
  client: Client
  asked: ReturnType<typeof swapServices>['asked']
  /** Closes the connection as a client does, and gives the exit code and everything on stdout. */
  end(): Promise<{ exit: number; stdout: string; stderr: string }>
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
}
type Answer = {
  isError: boolean
  document: Record<string, unknown>
  error: Record<string, unknown>
}

const open: Session[] = []
afterEach(async () => {
  for (const session of open.splice(0)) await session.end()
})

/** The program as an agent's client runs it, with the official client on the other side. */
async function connect(
  flags: string[] = [],
  script: SwapScript = {},
  options: CliOptions = {},
): Promise<Session> {
  const stdin = new PassThrough()
  const transport: Transport & { take(text: string): void } = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => {
      stdin.write(`${JSON.stringify(message)}\n`)
    },
    take(text) {
      for (const line of text.split('\n').filter((one) => one !== '')) {
        this.onmessage?.(JSON.parse(line))
      }
    },
  }
  const { services, asked } = swapServices(script)
  const run = runCli(['mcp', ...flags], {
    routes,
    ...options,
    services: { ...services, ...options.services },
    stdinStream: stdin,
    onStdout: (text) => transport.take(text),
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const session: Session = {
    client,
    asked,
    async end() {
      stdin.end()
      return await run
    },
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input })
      const document = record(result.structuredContent)
      return { isError: result.isError === true, document, error: record(document['error']) }
    },
  }
  open.push(session)
  return session
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

describe('without an account', () => {
  test('it offers what reads, and cannot sign', async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => `${name} ${annotations?.readOnlyHint}`)).toEqual([
      'quote true',
      'best true',
      'status true',
      'history true',
      'chains true',
      'tokens true',
      'providers true',
      'prepare true',
    ])
    expect(client.getInstructions()).toContain('Never repeat a call')
  })

  test('an answer is the document of --json, as text and as structure, with few routes', async () => {
    const { client } = await connect()
    const told: number[] = []
    const result = await client.callTool(
      { name: 'quote', arguments: { ...pair, limit: 2 } },
      { onprogress: ({ progress }) => told.push(progress) },
    )
    const document = record(result.structuredContent)
    expect(document).toMatchObject({ schema: 'swaproute/v1', command: 'quote', ok: true })
    expect(record(document['data'])).toMatchObject({
      routes: [{ providerType: 'across' }, { providerType: 'stargate' }],
      routesLeft: 4,
    })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(document) }])
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
  })

  test('an error is a document as well', async () => {
    const { call } = await connect()
    const { isError, document, error } = await call('best', { ...pair, from: 'eth:USDX' })
    expect(isError).toBe(true)
    expect(document).toMatchObject({ command: 'best', ok: false, funds: 'none_moved' })
    expect(error).toMatchObject({ code: 'UNKNOWN_TOKEN', retry: 'changed' })
  })

  test.each([
    { from: '--config=/etc/passwd' },
    { from: '--quote=/etc/passwd' },
    { receiver: '--keystore=/etc/passwd' },
    { provider: '--url=http://attacker.example' },
  ])('text of a model never becomes a flag: %o', async (odd) => {
    const { call } = await connect()
    const { error } = await call('prepare', { ...pair, fromAddress: alice, ...odd })
    expect(error['code']).toMatch(/^(INVALID|UNKNOWN|MISSING)_/)
  })

  test.each([
    ['quote', { ...pair, config: '/etc/passwd' }],
    ['quote', { ...pair, amount: '-1' }],
    ['tokens', { query: '--config=/etc/passwd' }],
    ['status', { subject: '--report' }],
  ])('%s refuses %o', async (name, input) => {
    const { client } = await connect()
    const result = await client.callTool({ name, arguments: input })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('Input validation error')
  })

  test('what may be a private key is refused and not echoed', async () => {
    const { client } = await connect()
    const key = `0x${'1f'.repeat(32)}`
    const result = await client.callTool({ name: 'best', arguments: { ...pair, receiver: key } })
    expect(record(result.structuredContent)).toMatchObject({ ok: false })
    expect(JSON.stringify(result)).not.toContain('1f1f')
  })

  test('prepare gives the review and the transactions, and no plan', async () => {
    const { call, asked } = await connect()
    const { document } = await call('prepare', { ...pair, fromAddress: alice })
    const data = record(document['data'])
    expect(data).toMatchObject({
      review: { receiver: alice, send: { amount: '250000000' } },
      unsigned: [{ leg: 'approve' }, { leg: 'pay' }],
    })
    expect(data['planId']).toBeUndefined()
    expect(asked.executed).toEqual([])
  })

  test('codes are a resource', async () => {
    const { client } = await connect()
    const { contents } = await client.readResource({ uri: 'swaproute://codes/NO_ROUTE' })
    expect(JSON.stringify(contents)).toContain('No provider offers this swap')
  })

  test('stdout carries the protocol alone, and the end of input ends the program', async () => {
    const { end } = await connect()
    const { exit, stdout, stderr } = await end()
    expect(exit).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => record(JSON.parse(line))['jsonrpc']),
    ).toEqual(['2.0'])
    expect(stderr).toContain('Serving tools for agents')
  })
})

describe('with an account and a limit', () => {
  async function prepared(
    script: SwapScript = {},
    flags: string[] = trading,
    options: CliOptions = {},
  ): Promise<Session & { plan: Record<string, unknown> }> {
    const session = await connect(flags, script, {
      ...options,
      services: { journal: async () => journal([]), ...options.services },
    })
    const { document, isError } = await session.call('prepare', pair)
    expect(isError ? document : 'planned').toBe('planned')
    return { ...session, plan: record(document['data']) }
  }

  test('a prepared swap is carried out once, by the gates of --yes', async () => {
    const { plan, call, asked } = await prepared()
    const input = { planId: plan['planId'], amount: '250' }
    const { document } = await call('swap', input)
    expect(document).toMatchObject({ ok: true, funds: 'delivered' })
    expect(asked.reviews).toBe(1)
    expect(asked.executed).toEqual([{ wait: false }])
    const { idempotencyKey } = asked.orders.at(-1) ?? {}
    // 250 and 1 USD of gas, with a twentieth above: 263.55 and a cent of rounding.
    expect(idempotencyKey).toBe(`mcp:26356:${String(plan['planId'])}`)
    const again = await call('swap', input)
    expect(again.error['code']).toBe('QUOTE_EXPIRED')
    expect(asked.executed).toHaveLength(1)
  })

  test.each([
    ['another amount', { amount: '25' }, {}, 'CONFIRMATION_REQUIRED'],
    ['an unknown plan', { planId: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000' }, {}, 'QUOTE_EXPIRED'],
  ])('%s is refused', async (_, change, script, code) => {
    const { plan, call, asked } = await prepared(script)
    const { error } = await call('swap', { planId: plan['planId'], amount: '250', ...change })
    expect(error['code']).toBe(code)
    expect(asked.executed).toEqual([])
  })

  test('a plan is over after ten minutes', async () => {
    let nowMs = fixedNowMs
    const { plan, call } = await prepared({}, trading, { now: () => nowMs })
    nowMs += 10 * 60_000
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('QUOTE_EXPIRED')
  })

  const earlier = (agoMs: number, cents: number): ReturnType<typeof receiptOf> =>
    receiptOf({
      createdAtMs: fixedNowMs - agoMs,
      idempotencyKey: `mcp:${cents}:x`,
      send: { ...receiptOf().send, amount: 1n },
    })
  const hourMs = 60 * 60_000

  test.each([
    ['within the limit', [earlier(hourMs, 70_000)], true],
    ['together above it', [earlier(hourMs, 40_000), earlier(2 * hourMs, 40_000)], false],
    ['a day later', [earlier(24 * hourMs, 80_000)], true],
  ])('the limit holds for 24 hours, in the journal: %s', async (_, swaps, isAllowed) => {
    const { plan, call, asked } = await prepared({}, trading, {
      services: { journal: async () => journal(swaps) },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe(isAllowed ? undefined : 'CONFIRMATION_REQUIRED')
    expect(asked.executed).toHaveLength(isAllowed ? 1 : 0)
  })

  test('without a whole journal no limit can be known', async () => {
    const damaged = { ...journal([]), damage: () => 'three records are lost' }
    const { plan, call, asked } = await prepared({}, trading, {
      services: { journal: async () => damaged },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('STORE_DAMAGED')
    expect(asked.executed).toEqual([])
  })

  test('the same swap again needs a word of the user', async () => {
    const services = {
      journal: async () => journal([receiptOf({ createdAtMs: fixedNowMs - 60_000 })]),
    }
    const { plan, call, asked } = await prepared({}, trading, { services })
    const input = { planId: plan['planId'], amount: '250' }
    expect((await call('swap', input)).error['code']).toBe('DUPLICATE')
    expect(asked.executed).toEqual([])
    expect((await call('swap', { ...input, again: true })).isError).toBe(false)
  })

  test('a receiver must be the account or named at the start', async () => {
    const script = { card: { receiver: stranger, receiverIsSender: false } }
    const unnamed = await connect(trading, script)
    const { error } = await unnamed.call('prepare', { ...pair, receiver: stranger })
    expect(error['code']).toBe('CONFIRMATION_REQUIRED')
    const named = await connect([...trading, '--allow-receiver', stranger], script)
    const { document } = await named.call('prepare', { ...pair, receiver: stranger })
    expect(record(document['data'])['planId']).toEqual(expect.any(String))
  })

  test('what has no price cannot be limited', async () => {
    const { call } = await connect(trading, {
      card: { send: { ...receiptOf().send, usdE18: null } },
    })
    const { error } = await call('prepare', pair)
    expect(error['code']).toBe('UNSAFE_ROUTE')
  })

  test('what only a person may confirm stays refused', async () => {
    const { plan, call, asked } = await prepared({
      card: { yesBlockedBy: 'The contract is in no table.' },
    })
    const { error } = await call('swap', { planId: plan['planId'], amount: '250' })
    expect(error['code']).toBe('CONFIRMATION_REQUIRED')
    expect(asked.reviews).toBe(0)
  })
})

test.each([
  [['--account', 'main'], 'An agent may not use an account without a limit.'],
  [['--max-usd', '5'], '--max-usd limits an account, and none is given.'],
  [['--allow-receiver', alice], '--allow-receiver is of use with --account only.'],
  [['--account', 'main', '--max-usd', 'much'], 'much'],
  [['--json'], '`mcp` speaks its own protocol on stdout.'],
])('%o is refused', async (flags, sentence) => {
  const run = await runCli(['mcp', ...flags], swapServices())
  expect(run.exit).toBe(2)
  expect(run.stdout + run.stderr).toContain(sentence)
})

function journal(swaps: ReturnType<typeof receiptOf>[]): {
  history: () => typeof swaps
  openSwaps: () => []
  receipt: (id: string) => (typeof swaps)[number]
  find: () => null
  damage: () => null
} {
  const named = swaps.map((swap, index) => ({ ...swap, receiptId: `r${index}` }))
  return {
    history: () => named,
    openSwaps: () => [],
    receipt: (id) => named.find(({ receiptId }) => receiptId === id) ?? receiptOf(),
    find: () => null,
    damage: () => null,
  }
}
