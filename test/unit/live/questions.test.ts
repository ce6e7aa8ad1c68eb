/** `providers check` has a question for every provider, and asks those of one host in turn. */
import { setImmediate as turn } from 'node:timers/promises'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { builtInTokens, createTokenList } from '../../../src/chains/tokens.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { LiveRow } from '../../../src/core/live.ts'
import { type ProviderId, providerIds } from '../../../src/core/providerIds.ts'
import { sampleSwapOf } from '../../../src/live/questions.ts'
import { checkLive } from '../../../src/live/live.ts'
import { builtRows } from '../../../src/providers/catalog.ts'
import { createProviders, providerUrls } from '../../../src/providers/providers.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { play } from '../../providers/depositSupport.ts'

// Changelly's key signs its requests; the others take any text.
const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
const text = key.export({ type: 'pkcs8', format: 'der' }).toString('hex')
const needed = builtRows().filter(([, row]) => row.key === 'required')
const keys = Object.fromEntries(needed.map(([id]) => [id.toUpperCase(), text]))
const withKeys = createProviders({ urls: providerUrls, keys })

test('every built provider serves a question, of an amount that is not small change', async () => {
  const asked: Record<string, string> = {}
  for (const [id] of builtRows()) {
    const provider = await withKeys.find(id)
    if (provider === null) throw new Error(`${id} has no adapter`)
    const question = sampleSwapOf(provider, id, builtInTokens)
    if (question === null) continue
    const { amount, from, to } = question
    asked[id] = `${amount} ${from.blockchain}:${from.symbol} to ${to.blockchain}:${to.symbol}`
  }
  expect(builtRows().flatMap(([id]) => (asked[id] === undefined ? [id] : []))).toEqual([])
  expect(asked).toMatchObject({
    exolix: '0.01 BITCOIN:BTC to ETH:ETH',
    relay: '250 ETH:USDC to ARBITRUM:USDC',
    across: '250 ETH:USDC to ARBITRUM:USDC',
    KYBER_SWAP: expect.stringMatching(/ to \w+:USD[CT]$/),
    SUN_SWAP: '100 TRON:TRX to TRON:USDT',
    PITEAS: '1000000 PULSECHAIN:PLS to PULSECHAIN:DAI',
    JUPITER: '1 SOLANA:SOL to SOLANA:USDC',
  })
})

describe('a check of everything', () => {
  const tools = async (services: readonly Provider[], of: typeof withKeys, sandbox = false) => {
    const { context } = play('', [])
    const { signal } = new AbortController()
    return {
      ...context,
      rpcUrls: () => [],
      signal,
      context,
      tokens: createTokenList([]),
      urls: providerUrls,
      stateOf: of.stateOf,
      sandbox,
      pools: await of.pools(),
      services,
      record: null,
    }
  }
  const everything = { nodes: [], prices: false, providers: null, pools: [], record: null }

  test('has a row for each built provider, with the reason where it is not asked', async () => {
    const bare = createProviders({ urls: providerUrls, keys: {} })
    const silent = (await bare.all()).map((provider) => ({
      ...provider,
      quote: async () => ({ quotes: [], failed: [] }),
    }))
    const rows = await checkLive(everything, await tools(silent, bare), () => undefined)
    const listed = rows.map(({ name }) => name)
    const built = providerIds.filter((id) => builtRows().some(([known]) => known === id))
    expect(built.filter((id) => !listed.includes(id))).toEqual([])
    const skipped = rows.filter(({ state }) => state === 'skipped')
    expect(skipped.map(({ name }) => name)).toContain('changenow')
    for (const { findings } of skipped) expect(findings[0]).toMatch(/^needs a key: SWAPROUTE_/)
  })

  test.each([
    [false, 'unexpected'],
    [true, 'skipped'],
  ])('a pair that is not offered, in the sandbox: %s', async (sandbox, state) => {
    const refusing = {
      ...(await withKeys.adapterOf('arbitrum')),
      quote: async () => {
        throw new SwaprouteError('NO_ROUTE', 'Arbitrum does not offer this swap.')
      },
    }
    const rows: LiveRow[] = []
    await checkLive(
      { ...everything, providers: ['arbitrum'] },
      await tools([refusing], withKeys, sandbox),
      (row) => rows.push(row),
    )
    expect(rows).toMatchObject([{ name: 'arbitrum', state }])
  })

  test('asks those of one host one after the other', async () => {
    let [under, most] = [0, 0]
    const slow = async (id: ProviderId): Promise<Provider> => ({
      ...(await withKeys.adapterOf(id)),
      quote: async () => {
        under += 1
        most = Math.max(most, under)
        await turn()
        under -= 1
        return { quotes: [], failed: [] }
      },
    })
    const services = await Promise.all((['JUPITER', 'RAYDIUM', 'ORCA_SWAP'] as const).map(slow))
    const rows: LiveRow[] = []
    await checkLive(
      { ...everything, providers: ['JUPITER', 'RAYDIUM', 'ORCA_SWAP'] },
      await tools(services, withKeys),
      (row) => rows.push(row),
    )
    expect([most, rows.map(({ name }) => name)]).toEqual([1, ['JUPITER', 'RAYDIUM', 'ORCA_SWAP']])
  })
})
