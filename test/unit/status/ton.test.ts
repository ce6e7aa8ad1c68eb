import { describe, expect, test } from 'vitest'
import { createBackend } from '../../../src/backend/backend.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { TonChainMessage, TonChainTransaction } from '../../../src/core/tonChain.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { fakeServices } from '../../support/backend.ts'
import { noTon } from '../../support/noTon.ts'
import { fakeProvider } from '../../support/routing.ts'

const hex = (byte: string): string => byte.repeat(32)
const [wallet, exchange] = [`0:${hex('0a')}`, `0:${hex('0b')}`]
const [message, normalized, walletHash, exchangeHash] = [hex('a1'), hex('a2'), hex('b1'), hex('b2')]

const base: TonChainMessage = {
  hash: message,
  normalizedHash: normalized,
  source: null,
  destination: wallet,
  value: 0n,
  forwardFee: 0n,
  bounced: false,
  opcode: null,
  body: null,
}

const transaction: TonChainTransaction = {
  account: wallet,
  hash: walletHash,
  lt: 1n,
  atSeconds: 1_800_000_000,
  blockSeqno: 1,
  traceId: walletHash,
  inMessage: base,
  outMessages: [],
  aborted: false,
  compute: { success: true, exitCode: 0 },
  action: { success: true, resultCode: 0, skippedActions: 0 },
  totalFees: 1n,
  emulated: false,
}

const inside: TonChainMessage = {
  ...base,
  hash: hex('a3'),
  normalizedHash: null,
  source: wallet,
  destination: exchange,
}
const all = [
  transaction,
  { ...transaction, account: exchange, hash: exchangeHash, inMessage: inside },
]

const ton: TonCenter = {
  ...noTon,
  has: () => true,
  transactionsByMessage: async (hash) =>
    all.filter(({ inMessage }) => inMessage?.hash === hash || inMessage?.normalizedHash === hash),
  transactionByHash: async (hash) => all.find((found) => found.hash === hash) ?? null,
  trace: async () => ({ id: walletHash, complete: true, transactions: all }),
}

function stonfi(asked: SwapRef[]): Provider {
  return fakeProvider('STONFI', [], {
    blockchains: () => ['TON'],
    status: async (_id, ref) => {
      asked.push(ref)
      return { status: 'SUCCESS', destinationTxHash: exchangeHash, sourceBlockchain: 'TON' }
    },
  })
}

const spellings = (hash: string): string[] => {
  const bytes = Buffer.from(hash, 'hex')
  return [
    hash,
    hash.toUpperCase(),
    `0x${hash}`,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('base64').replace(/=$/, ''),
  ]
}

describe('a hash of TON that was never seen here', () => {
  const kinds = [
    ['normalized_message', normalized],
    ['message', message],
    ['message', hex('a3')],
    ['transaction', walletHash],
    ['transaction', exchangeHash],
  ] as const

  test.each(kinds.flatMap(([kind, hash]) => spellings(hash).map((text) => [kind, text] as const)))(
    '%s %s',
    async (kind, srcTxHash) => {
      const asked: SwapRef[] = []
      const backend = createBackend(fakeServices([stonfi(asked)], { now: 0 }, { ton }))
      expect(await backend.status({ srcTxHash })).toMatchObject({
        status: 'SUCCESS',
        provider: 'STONFI',
        hashKind: kind,
        srcTxHash: normalized,
        srcTransactionHash: walletHash,
        destinationTxHash: exchangeHash,
        sourceNetworkTitle: 'TON',
        destinationNetworkTitle: 'TON',
      })
      // However it was asked for, the exchange is asked about the payment itself.
      expect(asked).toMatchObject([
        {
          srcBlockchain: 'TON',
          srcTxHash: normalized,
          fromAddress: showTonAddress(wallet, 'wallet'),
        },
      ])
    },
  )

  test('of a payment to an unknown account is reported as such, with its chain', async () => {
    const stranger = fakeProvider('STONFI', [], {
      blockchains: () => ['TON'],
      status: async () => ({ status: 'NOT_FOUND', destinationTxHash: null }),
    })
    const backend = createBackend(fakeServices([stranger], { now: 0 }, { ton }))
    const answer = await backend.status({ srcTxHash: exchangeHash })
    expect(answer).toMatchObject({
      status: 'NOT_FOUND',
      sourceNetworkTitle: 'TON',
      hashKind: 'transaction',
    })
    expect(answer.note).toContain('is on TON')
  })

  test('that TON does not know is asked of the bridges', async () => {
    const text = hex('cc')
    const asked: SwapRef[] = []
    const bridge = fakeProvider('across', [], {
      capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
      status: async (_id, ref) => {
        asked.push(ref)
        return { status: 'PENDING', destinationTxHash: null }
      },
    })
    const backend = createBackend(fakeServices([bridge], { now: 0 }, { ton }))
    const answer = await backend.status({ srcTxHash: text })
    expect(answer).toMatchObject({ status: 'PENDING', provider: 'across', srcTxHash: text })
    expect(answer.hashKind).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('while TON is out of reach is not denied: TON is named as the one that did not answer', async () => {
    const down = (): Promise<never> =>
      Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'TON does not answer.'))
    const silent = { ...ton, transactionsByMessage: down, transactionByHash: down }
    const backend = createBackend(fakeServices([stonfi([])], { now: 0 }, { ton: silent }))
    const denied = { code: 'CHAIN_UNAVAILABLE', context: { notAsked: { chains: ['TON'] } } }
    await expect(backend.status({ srcTxHash: normalized })).rejects.toMatchObject(denied)
    await expect(
      backend.status({ srcTxHash: normalized, srcTokenBlockchain: 'TON' }),
    ).rejects.toMatchObject(denied)
    // Of a hash that cannot be TON's, TON has nothing to say.
    const order = await backend.status({ srcTxHash: 'ex141898e55f560d' })
    expect(order.status).toBe('NOT_FOUND')
  })

  test('is not looked for on TON when another chain was named', async () => {
    const services = fakeServices([stonfi([])], { now: 0 }, { ton })
    const send = async () => ({ status: 404, retryAfterSeconds: null, body: 'not found' })
    const backend = createBackend({
      ...services,
      http: { ...services.http, send },
      nodes: (blockchain) => (blockchain === 'BITCOIN' ? ['https://explorer.test'] : []),
    })
    const answer = await backend.status({ srcTxHash: normalized, srcTokenBlockchain: 'BITCOIN' })
    expect(answer).toMatchObject({ status: 'NOT_FOUND' })
    expect(answer.hashKind).toBeUndefined()
  })
})
