import { expect, test } from 'vitest'

import { stonfiRouters } from '../../../src/providers/kits/ton/stonfiContracts.ts'
import { checkPayee } from '../../../src/backend/services.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { fakeServices } from '../../support/backend.ts'
import { friendly, payer, raw } from '../tonSupport.ts'
import { provider } from './support.ts'

// Published by GET https://api.ston.fi/v1/routers (read 2026-11), one of each version and kind.
const published: [string, string][] = [
  [
    'EQBjM7B2PKa82IPKrUFbMFaKeQDFGTMRnrvY1TmptC7Kxz7B',
    'EQBicl-T79f0FwI_nygtAm_ISq15BVusRKEbZnC2_2QFjH34',
  ],
  [
    'EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3',
    'EQCSIMGBps_qzRG3uPYhON8bucyCtu0mYdL1-u4gSz77IBa3',
  ],
  [
    'EQDkncuJ267Py3EmL2XAN7YsSNQMUu8u-GHsW9jVljcH8fr5',
    'EQCcM8n2_K5D9Gu-YkyxM2W35WFs7ekYSbV9lgjXUDYofYt4',
  ],
  [
    'EQBSNX_5mSikBVttWhIaIb0f8jJU7fL6kvyyFVppd7dWRO6M',
    'EQAKz7pQ4mi88Br4WKWcRozQbuRP3xi3eNnwlKa12ECcPfZG',
  ],
  [
    'EQD11suHkrO_1Mb5IIdYFx5ZPy38MuHoeHx6dA-QRaD8w0UJ',
    'EQD-zKpOa1GjFQDOMnP4A-tX3ntmgV7vs127m0tS_SrJY3kG',
  ],
  [
    'EQBqgCTdrtSod76UrcOeALSiLCp3WuNIFQBQvyjjlQMvwLkc',
    'EQBvwdaM2LT9JPZGYdqYMCtIuLzjjAqHDSdaJW8fErAU7JUM',
  ],
]

test.each(published)('the pTON wallet of %s is computed', (router, ptonWallet) => {
  const row = stonfiRouters().find((candidate) => candidate.router === raw(router))
  expect(friendly(row?.ptonWallet ?? '')).toBe(ptonWallet)
})

test('every router and wallet is there once, on TON alone', () => {
  const { targets, spenders } = provider.pinned('STONFI', 'TON')
  expect(targets).toHaveLength(102)
  expect(new Set(targets).size).toBe(102)
  expect(spenders).toEqual([])
  expect(provider.pinned('STONFI', 'ETH')).toEqual({ targets: [], spenders: [] })
})

test('rejects each of them as a receiver, however it is written (A4)', async () => {
  const services = fakeServices([provider], { now: 0 })
  const chain = chainById('TON')
  const [router = ''] = published[0] ?? []
  for (const text of [router, showTonAddress(raw(router), 'wallet'), raw(router)]) {
    await expect(checkPayee(services, chain, text, null), text).rejects.toThrow(
      /contract of a token/,
    )
  }
  expect((await checkPayee(services, chain, payer, null)).address).toBe(payer)
})
