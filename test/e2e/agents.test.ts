/** Agents and clients of `serve` beside the command line, in one home. */
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '../../src/api/endpoints.ts'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import { serveProgram } from '../support/serveProgram.ts'

const program = fileURLToPath(new URL('../../bin/swaproute.js', import.meta.url))
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

let sandbox: CliSandbox
beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterAll(() => sandbox.remove())

const planOf = z.object({ data: z.object({ planId: z.string() }) })
const answerOf = z.object({ ok: z.boolean(), error: z.object({ code: z.string() }).optional() })

/** A server of the user's agents with its client. */
async function agent(flags: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--sandbox', ...flags],
      env: { PATH: process.env['PATH'] ?? '', SWAPROUTE_HOME: sandbox.folder },
      stderr: 'ignore',
    }),
  )
  return client
}

test('three servers that swap at once stay within one limit (K14)', async () => {
  const agents = await Promise.all(
    [1, 2, 3].map(() => agent(['--account', 'alice', '--max-usd', '50'])),
  )
  // 33 USD each, of different amounts, so that no swap repeats another.
  const amounts = ['0.011', '0.0111', '0.0112']
  const plans = await Promise.all(
    agents.map(async (client, index) => {
      const pair = { amount: amounts[index], from: 'eth:ETH', to: 'eth:USDC' }
      const { structuredContent } = await client.callTool({ name: 'prepare', arguments: pair })
      return planOf.parse(structuredContent).data.planId
    }),
  )
  const before = await sandbox.balance('ETH', usdc, sandbox.account('alice').address)
  const answers = await Promise.all(
    agents.map(async (client, index) => {
      const given = { planId: plans[index], amount: amounts[index] }
      const { structuredContent } = await client.callTool({ name: 'swap', arguments: given })
      return answerOf.parse(structuredContent)
    }),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([
    'CONFIRMATION_REQUIRED',
    'CONFIRMATION_REQUIRED',
  ])
  await expect
    .poll(() => sandbox.balance('ETH', usdc, sandbox.account('alice').address))
    .toBeGreaterThan(before)
  const after = await sandbox.balance('ETH', usdc, sandbox.account('alice').address)
  expect(after - before).toBeLessThan(40_000_000n)
  await Promise.all(agents.map((client) => client.close()))
})

test('the route of a client of serve pays no one through --id (X7)', async () => {
  const server = await serveProgram(sandbox, ['--sandbox'])
  const alice = sandbox.account('alice').address
  const bob = sandbox.account('bob').address
  const response = await fetch(`${server.url}${endpoints.quoteBest.paths[0]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      srcTokenAddress: nativeAddress,
      srcTokenBlockchain: 'ETH',
      srcTokenAmount: '0.01',
      dstTokenAddress: usdc,
      dstTokenBlockchain: 'ETH',
      fromAddress: alice,
      receiver: bob,
    }),
  })
  const { id } = endpoints.quoteBest.output.parse(await response.json())
  const paying = ['--account', 'alice', '--yes', '--sandbox']
  const before = await sandbox.balance('ETH', usdc, bob)
  for (const line of [
    ['swap', '--id', id ?? '', ...paying],
    ['swap', '--id', (id ?? '').slice(0, 8), ...paying],
    ['deposit', '--id', id ?? '', '--yes', '--sandbox'],
  ]) {
    const { document } = await sandbox.json(line)
    expect(document.error).toMatchObject({ code: 'UNSAFE_ROUTE', details: { check: 'X7' } })
  }
  expect(await sandbox.balance('ETH', usdc, bob)).toBe(before)

  // The counterpart: a route that this command line has asked for.
  const pair = ['0.01', 'eth:ETH', 'to', 'eth:USDC']
  const own = await sandbox.json(['best', ...pair, '--from-address', alice, '--sandbox'])
  const ownId = z.object({ id: z.string() }).parse(own.document.data).id
  const { document } = await sandbox.json(['swap', '--id', ownId, ...paying])
  expect(document).toMatchObject({ ok: true, funds: 'delivered' })
  await server.stop()
})
