/** The built program and nodes that are not what they should be: named, left, never believed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CliHome, createCliHome, type Document } from '../support/cliHome.ts'
import { json, type Loopback, serve } from '../unit/http/loopback.ts'

type Call = { id: number; method: string }

let home: CliHome

beforeAll(() => {
  home = createCliHome()
})

afterAll(() => home.remove())

/** A node that knows its chain, its newest block and that block's time, and nothing else. */
function node(chainId: number, ageSeconds = 0): Promise<Loopback> {
  const answer = ({ id, method }: Call): object => {
    const seconds = Math.floor(Date.now() / 1000) - ageSeconds
    const results: Record<string, unknown> = {
      eth_chainId: `0x${chainId.toString(16)}`,
      eth_getBlockByNumber: {
        number: '0x10',
        timestamp: `0x${seconds.toString(16)}`,
        baseFeePerGas: '0x1',
      },
      eth_call: `0x${seconds.toString(16).padStart(64, '0')}`,
    }
    return { jsonrpc: '2.0', id, result: results[method] ?? null }
  }
  return serve((response, { body }) => {
    const asked: Call | Call[] = JSON.parse(body)
    json(response, Array.isArray(asked) ? asked.map(answer) : answer(asked))
  })
}

async function examine(nodes: readonly Loopback[]): Promise<{
  code: number | null
  row: { state: string; finding: string }
  warnings: Document['warnings']
}> {
  const env = { SWAPROUTE_RPC_ETH: nodes.map(({ url }) => url).join(',') }
  const { code, document } = await home.json(['doctor', '--chain', 'eth'], { env })
  const rows: { name: string; state: string; finding: string }[] =
    document.data ?? document.error.details
  const row = rows.find(({ name }) => name === 'Node of ETH')
  if (row === undefined) throw new Error(JSON.stringify(document))
  return { code, row, warnings: document.warnings }
}

const hostOf = ({ url }: Loopback): string => new URL(url).host

describe('a node of another chain', () => {
  test('is named and left where there is one of the right chain', async () => {
    const nodes = [await node(137), await node(1)] as const
    const { row, warnings } = await examine(nodes)
    expect(row).toMatchObject({ state: 'good', finding: expect.stringMatching(/^chain id 1, /) })
    expect(warnings).toContainEqual({
      code: 'NODE_OF_ANOTHER_CHAIN',
      message: `${hostOf(nodes[0])} serves chain 137, but ETH is chain 1. It is not used.`,
    })
  })

  test('alone has to be replaced', async () => {
    const polygon = await node(137)
    const { code, row } = await examine([polygon])
    expect([code, row.state]).toEqual([3, 'bad'])
    expect(row.finding).toBe(
      `No ETH node responded: ${hostOf(polygon)} serves chain 137, but ETH is chain 1.`,
    )
  })

  test('proves nothing about the right one', async () => {
    const { row, warnings } = await examine([await node(1)])
    expect([row.state, warnings]).toEqual(['good', []])
  })
})

describe('a node behind the others', () => {
  test('is named and left', async () => {
    const nodes = [await node(1, 600), await node(1)] as const
    const { row, warnings } = await examine(nodes)
    expect(row.state).toBe('good')
    expect(warnings).toEqual([
      {
        code: 'NODE_BEHIND',
        message: `${hostOf(nodes[0])} is 10 minutes behind ${hostOf(nodes[1])} on ETH and is not used.`,
      },
    ])
  })

  test('is not one whose newest block is seconds old', async () => {
    const { warnings } = await examine([await node(1, 20), await node(1)])
    expect(warnings).toEqual([])
  })
})
