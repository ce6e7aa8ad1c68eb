/** Which of a chain's addresses are asked, for `status` and for the swaps of other wallets alike. */
import { expect, test } from 'vitest'

import { firstNode, isNotFound, type NodeSource, requireHash } from '../../../src/evidence/nodes.ts'
import { paidOnTron, readTronTransaction } from '../../../src/evidence/tron.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { HttpRequest } from '../../../src/http/types.ts'

const hash = 'a1'.repeat(32)
const account = `41${'0b'.repeat(20)}`
const [first, second] = ['https://first.test', 'https://second.test/']

/** Addresses that answer by path; null: down. */
function source(answers: Readonly<Record<string, ((path: string) => unknown) | null>>) {
  const asked: HttpRequest[] = []
  const nodes: NodeSource = {
    http: {
      send: async (request) => {
        asked.push(request)
        const { origin, pathname } = new URL(request.url)
        const answer = answers[origin]
        if (answer == null) throw new SwaprouteError('UPSTREAM_FAILED', `${origin} is down.`)
        return { status: 200, retryAfterSeconds: null, body: answer(pathname) }
      },
      close: async () => {},
    },
    signal: new AbortController().signal,
    nodes: () => [first, second],
  }
  return { nodes, asked }
}

const call = (receipt: object) => (path: string) =>
  path === '/wallet/gettransactionbyid'
    ? {
        txID: hash,
        raw_data: {
          contract: [
            {
              type: 'TriggerSmartContract',
              parameter: {
                value: { owner_address: account, contract_address: account, data: '12345678' },
              },
            },
          ],
        },
      }
    : { id: hash, blockNumber: 7, blockTimeStamp: 1_700_000_000_000, receipt }

test.each([
  ['is down', null],
  ['does not know it', () => ({})],
])('the second node of TRON is asked where the first %s', async (_name, answer) => {
  const { nodes, asked } = source({
    'https://first.test': answer,
    'https://second.test': call({ result: 'SUCCESS' }),
  })
  const found = await readTronTransaction(hash, nodes)
  expect(found).toMatchObject({ type: 'TriggerSmartContract', isMined: true, isFinal: true })
  expect(asked.at(-1)?.url).toBe('https://second.test/walletsolidity/gettransactioninfobyid')
  expect(asked.map(({ retries }) => retries)).toEqual([0, 0, 0, undefined, undefined, undefined])
})

test.each([
  [{ result: 'SUCCESS' }, 'success'],
  [{ result: 'OUT_OF_ENERGY' }, 'failed'],
  // No call succeeds by an empty receipt; a plain transfer has no other.
  [{}, 'unstated'],
])('the receipt %j of TRON is %s', async (receipt, result) => {
  const answer = call(receipt)
  const { nodes } = source({ 'https://first.test': answer })
  expect((await readTronTransaction(hash, nodes))?.result).toBe(result)
})

test('nothing was paid where no event shows it', async () => {
  const { nodes } = source({ 'https://first.test': call({ result: 'SUCCESS' }) })
  const found = await readTronTransaction(hash, nodes)
  if (found === null) throw new Error('not found')
  expect(paidOnTron(found, account, null)).toBe(0n)
  expect(paidOnTron(found, account, account)).toBe(0n)
})

test('a chain whose nodes all fail is unavailable, one without a node is reported as such', async () => {
  const { nodes } = source({})
  await expect(readTronTransaction(hash, nodes)).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    message: 'No TRON node responded: https://first.test is down. https://second.test is down.',
    hint: expect.stringContaining('SWAPROUTE_RPC_TRON'),
  })
  await expect(
    firstNode('SUI', { ...nodes, nodes: () => [] }, async () => null),
  ).rejects.toMatchObject({ message: 'No node is configured for SUI.' })
})

test('an end of the request is not a failure of the node', async () => {
  const { nodes, asked } = source({})
  const over = { ...nodes, signal: AbortSignal.abort() }
  await expect(readTronTransaction(hash, over)).rejects.toMatchObject({
    message: 'https://first.test is down.',
  })
  expect(asked.every(({ url }) => url.startsWith(first))).toBe(true)
})

test('a page for people does not say that a transaction is unknown', () => {
  const answer = (status: number, body: unknown) => ({ status, body, retryAfterSeconds: null })
  expect(isNotFound(answer(404, { title: 'Resource Missing' }))).toBe(true)
  expect(isNotFound(answer(404, ' <html></html>'))).toBe(false)
  expect(isNotFound(answer(500, {}))).toBe(false)
  expect(isNotFound(answer(400, {}), [400, 404])).toBe(true)
})

test('the record of another hash is refused, other spellings of it are not', () => {
  requireHash('STARKNET', '0x1a', '0x001A')
  requireHash('STELLAR', hash, hash.toUpperCase())
  expect(() => requireHash('STELLAR', hash, 'b2'.repeat(32))).toThrow('a different transaction')
})
