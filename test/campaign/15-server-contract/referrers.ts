/** A server that knows which of the test's requests were carried out. */
import type { ServerOptions } from '../../../src/server/server.ts'
import { embedded, fakeServices, serve } from '../../support/backend.ts'
import { fakeProvider, quote, usdc } from '../../support/routing.ts'

export async function watchReferrers(options: Partial<ServerOptions>) {
  const names = new Set<string>()
  const provider = fakeProvider('UNI_SWAP_V3', async (request) => {
    names.add(request.referrer)
    return [quote('UNI_SWAP_V3', 2990_000000n)]
  })
  const served = await serve(embedded(fakeServices([provider], { now: 0 })), options)
  return {
    port: Number(new URL(served.url).port),
    stop: () => served.stop(),
    executed: (name: string): boolean => names.has(name),
    /** A body whose calculation shows under this name. */
    body: (name: string): string =>
      JSON.stringify({
        srcTokenAddress: '0x0000000000000000000000000000000000000000',
        srcTokenBlockchain: 'ETH',
        srcTokenAmount: '1',
        dstTokenAddress: usdc.address,
        dstTokenBlockchain: 'ETH',
        referrer: name,
      }),
  }
}
