/** Where a swap is, the same in process and through HTTP. */
import { describe, expect, test } from 'vitest'
import { alice, describeBothWays, failure, v3 } from '../support/bothWays.ts'
import { fakeNodes } from '../support/chainNodes.ts'
import { body, fakeProvider, quote } from '../support/routing.ts'

describeBothWays(({ open, clock, hasOurs }) => {
  describe('status', () => {
    const hash = `0x${'ab'.repeat(32)}`

    // A call of ours reports the id with the hash.
    test.runIf(hasOurs)('of a swap made here, by id and hash, later by hash alone', async () => {
      const done = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
        status: async (_id, ref) => ({ status: 'SUCCESS', destinationTxHash: ref.srcTxHash }),
      })
      const payment = {
        hash,
        from: alice,
        to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
        input: '0x01',
        value: '0xde0b6b3a7640000',
      }
      const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions: [payment] } })
      const api = await open([done], { rpc })
      const { id } = await api.quoteBest(body)
      await api.swap({ ...body, id: id ?? '', fromAddress: alice })
      const expected = {
        status: 'SUCCESS',
        destinationTxHash: hash,
        destinationNetworkTitle: 'ETH',
        destinationNetworkChainId: 1,
        provider: 'UNI_SWAP_V3',
      }
      expect(await api.statusExtended({ id: id ?? '', srcTxHash: hash })).toMatchObject(expected)
      expect(await api.status({ srcTxHash: hash })).toMatchObject(expected)
    })

    test('of a swap made here is found by its hash alone, although that hash was never reported', async () => {
      // Some find a swap by their own number only, which is stored with the swap.
      const numbered = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
        status: async (_id, { orderId, srcTxHash }) =>
          orderId === null
            ? { status: 'NOT_FOUND', destinationTxHash: null }
            : { status: 'SUCCESS', destinationTxHash: srcTxHash },
        build: async (quoted) => ({
          transaction: { kind: 'evm', ...call, approvalAddress: null },
          dstAmount: quoted.dstAmount,
          dstMinAmount: quoted.dstMinAmount,
          fees: quoted.fees,
          orderId: 'number 7',
          uniqueInfo: {},
          providerState: null,
        }),
      })
      const call = {
        to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
        data: '0x01',
        value: 10n ** 18n,
      }
      const mined = { from: alice, to: call.to, input: '0x01', value: '0xde0b6b3a7640000' }
      const other = `0x${'cd'.repeat(32)}`
      const transactions = [
        { ...mined, hash },
        { ...mined, hash: other, value: '0xde0b6b3a7640001' },
      ]
      const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions } })
      const api = await open([numbered], { rpc })
      const { id } = await api.quoteBest(body)
      await api.swap({ ...body, id: id ?? '', fromAddress: alice })
      // Of another amount: it is not the payment (S9).
      expect((await api.status({ srcTxHash: other })).status).toBe('NOT_FOUND')
      const ends = {
        provider: 'UNI_SWAP_V3',
        srcTokenSymbol: 'ETH',
        srcTokenAmount: '1',
        fromAddress: alice,
        receiver: alice,
      }
      // The second time its hash is stored.
      for (const _ of ['first', 'again']) {
        expect(await api.status({ srcTxHash: hash })).toMatchObject({
          status: 'SUCCESS',
          destinationTxHash: hash,
          ...(hasOurs && ends),
        })
      }
    })

    // By the hash alone it is unknown, and nothing is claimed.
    test.runIf(hasOurs)(
      'unknown to the provider is PENDING while young, then NOT_FOUND',
      async () => {
        const unknown = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
          status: async () => ({ status: 'NOT_FOUND', destinationTxHash: null }),
        })
        const api = await open([unknown])
        const { id } = await api.quoteBest(body)
        await api.swap({ ...body, id: id ?? '', fromAddress: alice })
        const query = { id: id ?? '', srcTxHash: hash }
        expect((await api.statusExtended(query)).status).toBe('PENDING')
        clock().now += 5 * 60_000
        expect((await api.statusExtended(query)).status).toBe('NOT_FOUND')
      },
    )

    test('of an unknown hash is NOT_FOUND', async () => {
      const api = await open([v3()])
      expect(await api.status({ srcTxHash: hash })).toMatchObject({
        status: 'NOT_FOUND',
        destinationTxHash: null,
      })
    })

    test('of an unknown hash is an outage where a provider could not be asked, and names it', async () => {
      const rpc = fakeNodes({ ETH: { behaviour: 'fails', transactions: [] } })
      const api = await open([v3()], { rpc })
      const error = await failure(api.status({ srcTxHash: hash }))
      expect([error.serviceCode, error.exit, error.http]).toEqual([2002, 5, 502])
      expect(error.context).toEqual({ notAsked: { chains: ['ETH'], providers: [] } })
    })

    test.each(['', 'undefined', 'null', ' '])('of "%s" is refused', async (srcTxHash) => {
      const api = await open([v3()])
      expect((await failure(api.status({ srcTxHash }))).http).toBe(400)
      expect((await failure(api.statusExtended({ srcTxHash }))).http).toBe(400)
    })

    test('of a swap made elsewhere is what the bridge that knows it reports', async () => {
      const bridge = fakeProvider('across', [], {
        capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
        status: async () => ({
          status: 'SUCCESS',
          destinationTxHash: hash,
          destinationBlockchain: 'ARBITRUM',
        }),
      })
      const api = await open([v3(), bridge])
      expect(await api.status({ srcTxHash: hash })).toMatchObject({
        status: 'SUCCESS',
        destinationTxHash: hash,
        ...(hasOurs && {
          provider: 'across',
          destinationNetworkTitle: 'ARBITRUM',
          destinationNetworkChainId: 42161,
        }),
      })
    })
  })
})
