import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpClient } from '../../src/http/client.ts'
import {
  connectSigner,
  type ExternalSigner,
  readSignerUrl,
} from '../../src/wallet/externalSigner.ts'
import type { EvmPlan } from '../../src/wallet/types.ts'
import { type SignerKind, type SignerServer, startSigner } from '../support/signerServer.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'

const key = `0x${'46'.repeat(32)}` as const
const otherKey = `0x${'47'.repeat(32)}` as const
const address = privateKeyToAddress(key)

const plan: EvmPlan = {
  blockchain: 'ETH',
  chainId: 1,
  from: address,
  to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  data: `0xa9059cbb${'00'.repeat(64)}`,
  value: 0n,
  nonce: 7,
  gasLimit: 65_000n,
  fees: { type: 'eip1559', maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
}
const legacy: EvmPlan = { ...plan, fees: { type: 'legacy', gasPrice: 5_000_000_000n } }

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function connect(
  kind: Partial<SignerKind> = {},
): Promise<{ signer: ExternalSigner; server: SignerServer }> {
  const server = await startSigner({ keys: [key], ...kind })
  ends.push(() => server.stop())
  return { server, signer: await connectTo(server.url) }
}

async function connectTo(given: string): Promise<ExternalSigner> {
  const url = readSignerUrl(given)
  const http = createHttpClient({ bases: [url] })
  ends.push(() => http.close())
  return await connectSigner(url, http, new AbortController().signal)
}

describe.each(['clef', 'node', 'bytes'] as const)('%s', (kind) => {
  test('lists its accounts and signs exactly what it is given', async () => {
    const { signer, server } = await connect({ kind })
    expect(signer.addresses).toEqual([address])
    for (const one of [plan, legacy]) {
      const { raw, hash, decoded } = await signer.signerOf(address, 'live').sign(one)
      expect(raw).toMatch(/^0x[0-9a-f]+$/)
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      expect(decoded).toMatchObject({ from: address, nonce: 7, fees: one.fees })
    }
    const sign = kind === 'clef' ? 'account_signTransaction' : 'eth_signTransaction'
    expect(server.asked.filter((method) => method === sign)).toHaveLength(2)
  })
})

test.each<[string, Partial<SignerKind>, string]>([
  ['nonce', { change: () => ({ nonce: 8 }) }, 'nonce'],
  ['fee', { change: () => ({ maxFeePerGas: 90_000_000_000n }) }, 'maxFeePerGas'],
  ['receiver', { change: () => ({ to: address }) }, 'to'],
  ['value', { change: () => ({ value: 1n }) }, 'value'],
  ['calldata', { change: () => ({ data: '0x' }) }, 'data'],
  ['chain', { change: () => ({ chainId: 10 }) }, 'chainId'],
  ['account', { signsWith: otherKey }, 'from'],
])('a signature over another %s is discarded', async (_name, kind, field) => {
  const { signer } = await connect(kind)
  const error = await thrownBy(() => signer.signerOf(address, 'live').sign(plan))
  expect([error.code, error.context['check'], error.context['field']]).toEqual([
    'UNSAFE_ROUTE',
    'E13',
    field,
  ])
  expect(error.hint).toContain('Confirm the transaction in the signer')
})

test('a plan of another account or realm is not shown to the signer', async () => {
  const { signer, server } = await connect()
  const foreign = { ...plan, from: privateKeyToAddress(otherKey) }
  expect((await thrownBy(() => signer.signerOf(address, 'live').sign(foreign))).code).toBe(
    'UNSAFE_ROUTE',
  )
  expect((await thrownBy(() => signer.signerOf(address, 'sandbox').sign(plan))).code).toBe(
    'UNSAFE_ROUTE',
  )
  expect(server.asked).toEqual(['account_list'])
})

test('reports a refusal in the words of the signer', async () => {
  const { signer } = await connect({ refuses: 'Request denied' })
  const error = await thrownBy(() => signer.signerOf(address, 'live').sign(plan))
  expect([error.code, error.message]).toEqual([
    'KEY_UNAVAILABLE',
    expect.stringContaining('refused: "Request denied"'),
  ])
})

test('a signer that only signs and sends in one step is named as such', async () => {
  const { signer, server } = await connect({ kind: 'frame' })
  const error = await thrownBy(() => signer.signerOf(address, 'live').sign(plan))
  expect([error.code, error.message]).toEqual([
    'KEY_UNAVAILABLE',
    expect.stringContaining('cannot sign without sending'),
  ])
  expect(server.asked).not.toContain('eth_sendTransaction')
})

test('a signer that is not there', async () => {
  const { server } = await connect()
  await server.stop()
  const error = await thrownBy(() => connectTo(server.url))
  expect([error.code, error.message]).toEqual([
    'KEY_UNAVAILABLE',
    expect.stringContaining('cannot be reached'),
  ])
})

test.each([
  'http://10.0.0.1:8550',
  'https://signer.example',
  'http://127.0.0.1.example:8550',
  'ftp://127.0.0.1',
  'clef',
  '',
])('%j is refused before any request', async (text) => {
  expect((await thrownBy(() => readSignerUrl(text))).code).toBe('INVALID_ARGUMENT')
})

test.each(['http://127.0.0.1:8550', 'http://localhost:1248/', 'http://[::1]:8550'])(
  '%s is on this machine',
  (text) => {
    expect(readSignerUrl(text)).toBe(new URL(text).href)
  },
)
