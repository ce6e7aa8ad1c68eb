import { describe, expect, test } from 'vitest'
import { connect, record } from '../support/agentClient.ts'
import { runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const pair = { amount: '250', from: 'eth:USDC', to: 'arb:USDC' }

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

  test('a name is looked up for each call anew, and once in each (A8)', async () => {
    const looked: string[] = []
    const { call } = await connect(
      [],
      {},
      {
        services: {
          addressOfName: async (name) => {
            looked.push(name)
            return { address: alice, oneNode: false }
          },
        },
      },
    )
    const given = { ...pair, fromAddress: alice, receiver: 'alice.eth' }
    await call('prepare', given)
    expect(looked).toEqual(['alice.eth'])
    await call('prepare', given)
    expect(looked).toEqual(['alice.eth', 'alice.eth'])
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

  test.each(['-v', '-q', '-h', '-', '-abc', '-hv'])(
    'does not take the word %j for a flag',
    async (word) => {
      const { call } = await connect()
      const status = await call('status', { subject: word })
      expect(status.error).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(status.error['message']).toContain('Not a transaction hash')
      const tokens = await call('tokens', { query: word })
      expect(tokens.document).toMatchObject({ ok: true })
    },
  )

  test('a message of 30 MB is not read, is answered, and ends nothing', async () => {
    const { client, call, end } = await connect()
    const large = { subject: 'x'.repeat(30 * 1024 * 1024) }
    await expect(client.callTool({ name: 'status', arguments: large })).rejects.toThrow(
      'The message is longer than 1 MiB and was not read.',
    )
    expect((await call('best', pair)).document).toMatchObject({ ok: true })
    const { exit, stderr } = await end()
    expect(exit).toBe(0)
    expect(stderr).toContain('was not read. Serving goes on.')
  })

  test('rejects the last of 300 concurrent calculations with a request to retry', async () => {
    const { call } = await connect()
    const answers = await Promise.all(Array.from({ length: 300 }, () => call('best', pair)))
    const refused = answers.filter(({ isError }) => isError)
    // 32 run and 64 wait; some end while the last ones arrive.
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(300 - 96)
    for (const { error } of refused) {
      expect(error).toMatchObject({ code: 'OVERLOADED', retry: 'later' })
    }
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

test.each([
  [['--account', 'main'], 'An agent may not use an account without a limit.'],
  [['--max-usd', '5'], '--max-usd needs the account it limits.'],
  [['--allow-receiver', alice], '--allow-receiver needs --account.'],
  [['--account', 'main', '--max-usd', 'much'], 'much'],
  [['--json'], '`mcp` speaks its own protocol on stdout.'],
])('%o is refused', async (flags, sentence) => {
  const run = await runCli(['mcp', ...flags], swapServices())
  expect(run.exit).toBe(2)
  expect(run.stdout + run.stderr).toContain(sentence)
})
