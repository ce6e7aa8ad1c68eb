/**
 * A8: a route that was quoted with a name is taken by its id or row under that name, which is looked
 * up once more.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRouteItem } from '../../src/api/route.ts'
import type { Services } from '../../src/commands/frame/services.ts'
import type { GivenName, PartyName } from '../../src/core/review.ts'
import type { RouteRequest } from '../../src/core/routeRequest.ts'
import { routeItem } from '../support/fakeApi.ts'
import { requestFor } from '../support/requests.ts'
import { type CliRun, fixedNowMs, runCli } from '../support/runMain.ts'
import { alice, swapServices, usdc, usdcOnArbitrum } from '../support/swapScript.ts'

const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0xde709f2102306220921060314715629080e2fb77'
const otherInFull = '0xde709F2102306220921060314715629080e2Fb77'
const id = '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swaproute-named-'))
  mkdirSync(join(home, 'config'), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true }))

type Told = CliRun & { parties: [address: string, name: PartyName][]; asked: string[] }

/** Takes a stored route under a name that resolves to `now` by then. */
async function take(
  argv: readonly string[],
  names: readonly GivenName[],
  now: string | null,
  parts: Partial<RouteRequest> = {},
): Promise<Told> {
  const receivers = now === null ? {} : { bob: { ETH: now, ARBITRUM: now } }
  const file = join(home, 'config', 'config.json')
  writeFileSync(file, JSON.stringify({ receivers }), { mode: 0o600 })
  const { services } = swapServices()
  const pair = { srcToken: usdc, dstToken: usdcOnArbitrum, srcAmount: 250_000_000n }
  const request = requestFor(pair, { fromAddress: alice, receiver: friend, ...parts })
  const executionKind = argv[0] === 'deposit' ? 'deposit' : 'evm'
  const route = readRouteItem(routeItem('across', '249.7', { id, executionKind }))
  const parties: Told['parties'] = []
  const asked: string[] = []
  const findQuote: Services['findQuote'] = async () => {
    return { request, route, quotedAtMs: fixedNowMs, names }
  }
  const run = await runCli([...argv, '--dry-run', '--json'], {
    env: { SWAPROUTE_HOME: home },
    services: {
      ...services,
      findQuote,
      shownRoutes: async () => ({ ids: [id], again: null, shownAtMs: fixedNowMs }),
      addressOfName: async (name) => {
        asked.push(name)
        if (now === null) throw new Error('not asked')
        return { address: now, oneNode: false }
      },
      nameParty: (address, name) => parties.push([address, name]),
    },
  })
  return { ...run, parties, asked }
}

const ways = [
  ['swap', '--id', id],
  ['swap', '--route', '1'],
  ['deposit', '--id', id],
  ['deposit', '--route', '1'],
]
const kinds = [
  ['ens', 'treasury.eth'],
  ['book', 'bob'],
] as const

describe.each(ways)('%s %s', (...argv) => {
  test.each(kinds)('by %s: shows the name with the address of the route', async (by, name) => {
    const { parties } = await take(argv, [{ address: friend, name, by }], friend)
    expect(parties).toEqual([[friend, expect.objectContaining({ name, by })]])
    expect(parties[0]?.[1].moved).toBeUndefined()
  })

  test.each(kinds)(
    'by %s: reports a name that now points elsewhere; the route pays as quoted',
    async (by, name) => {
      const { parties } = await take(argv, [{ address: friend, name, by }], other)
      expect(parties).toEqual([[friend, expect.objectContaining({ name, by, moved: other })]])
    },
  )

  test('a name that left the book is refused', async () => {
    const named = [{ address: friend, name: 'bob', by: 'book' } as const]
    const { stdout, parties } = await take(argv, named, null)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'INVALID_ADDRESS', message: 'bob is no longer in your book.' },
    })
    expect(parties).toEqual([])
  })

  test('a refund address has its name as well', async () => {
    const names = [
      { address: friend, name: 'treasury.eth', by: 'ens' },
      { address: otherInFull, name: 'bob', by: 'book' },
    ] as const
    const { parties, asked } = await take(argv, names, otherInFull, { refundAddress: otherInFull })
    expect(parties.map(([address, { name, moved }]) => [address, name, moved])).toEqual([
      [friend, 'treasury.eth', otherInFull],
      [otherInFull, 'bob', undefined],
    ])
    expect(asked).toEqual(['treasury.eth'])
  })

  test('a receiver that the line names is that of the line', async () => {
    const named = [{ address: friend, name: 'treasury.eth', by: 'ens' } as const]
    const { parties, asked } = await take([...argv, '--receiver', friend], named, other)
    expect([parties, asked]).toEqual([[], []])
  })
})
