import { describe, expect, test } from 'vitest'

import { allChains } from '../../../src/chains/chains.ts'
import { createBases } from '../../../src/http/bases.ts'
import { providerUrls } from '../../../src/providers/providers.ts'

const addresses = [
  ...new Set([...Object.values(providerUrls), ...allChains().flatMap(({ rpcUrls }) => rpcUrls)]),
]

/** A node's address may have a query of its own, and is asked unchanged. */
const within = (address: string): string =>
  address.includes('?') ? address : `${address}/some/where?a=b`.replace('//some', '/some')

/** What the parser of addresses makes of one. */
function parsed(address: string): { origin: string; host: string; path: string } {
  const { origin, host, pathname, search } = new URL(within(address))
  return { origin, host, path: `${pathname}${search}` }
}

describe('a base', () => {
  test.each(addresses)('%s is what a parser makes of it', (address) => {
    const bases = createBases([address])
    const { origin, host, path } = parsed(address)
    expect(bases.origins).toEqual([origin])
    expect(bases.resolve(within(address))).toEqual({ origin, host, path, authorization: null })
  })

  test.each([
    'https://api.example.com:443/v1/',
    'https://API.Example.com/v1',
    'https://api.example.com/a/../v1',
    'https://user:word@api.example.com/v1',
    'https://api.example.com./v1',
    'https://127.0.0.1/v1',
    'https://0x7f.1/v1',
    'https://xn--bcher-kva.example/v1',
    'https://api.example.com/v1?key=1',
  ])('%s is what a parser makes of it, in whatever spelling', (address) => {
    const url = new URL(address)
    expect(createBases([address]).origins).toEqual([url.origin])
    const { path } = createBases([address]).resolve(`${url.origin}/v1/x`)
    expect(path).toBe('/v1/x')
  })

  test('is not a prefix of another host or path', () => {
    const bases = createBases(['https://api.example.com/v1'])
    for (const url of [
      'https://api.example.com.evil.test/v1',
      'https://api.example.com/v10',
      'https://api.example.com/v1/../v2',
      'https://api.example.com/v2',
      'http://api.example.com/v1',
      'https://api.example.com:8443/v1',
    ])
      expect(() => bases.resolve(url)).toThrow(/was refused/)
  })
})
