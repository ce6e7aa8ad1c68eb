/** Our tables, as the comparer takes them: name → key → value. */
import { readFileSync } from 'node:fs'

import { importSource } from '../importSource.mjs'

const json = (path) =>
  JSON.parse(readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8'))

/**
 * The tables, and what readers of vendors' data need to find their rows: `chainOf(number)` and
 * `chainNamed(word)` are our identifier of a chain or null, `llamaChain(name)` by DefiLlama's name.
 */
export async function loadOurs() {
  const { allChains, findChain } = await importSource('src/chains/chains.ts')
  const chains = allChains()
  const byNumber = new Map(chains.map(({ id, chainId }) => [chainId, id]))
  const tables = new Map()
  const add = (table, key, value) => {
    if (value === null || value === undefined) return
    if (!tables.has(table)) tables.set(table, new Map())
    tables.get(table).set(key, value)
  }
  addChains(chains, add)
  const tokens = await addTokens(add)
  const llama = new Map(
    Object.entries(json('prices/data/sources.json')).map(([id, source]) => [source.llama, id]),
  )
  addPools(add)
  await addBridges(add)
  await addServices(add)
  await addRouters(add)
  return {
    tables,
    tokens,
    chains,
    llamaChain: (name) => llama.get(name) ?? null,
    chainOf: (number) => byNumber.get(Number(number)) ?? null,
    chainNamed: (word) => {
      try {
        return findChain(word).id
      } catch {
        return null
      }
    },
  }
}

/** What we call unverified may be dead. */
const deaths = { dead: 'dead', unverified: ['unverified', 'dead'] }

function addChains(chains, add) {
  for (const { id, chainId, native, wrappedNative, multicall3, status } of chains) {
    add('chain ids', id, chainId)
    add('coins', `${id} symbol`, [native.symbol, ...native.otherSymbols])
    add('coins', `${id} decimals`, native.decimals)
    add('wrapped coins', id, wrappedNative)
    add('multicall3', id, multicall3)
    add('dead chains', id, deaths[status] ?? 'live')
  }
}

/** Every table that says of a token how many decimals it has. */
async function addTokens(add) {
  const rows = json('chains/data/tokens.json')
    .filter(({ native }) => !native)
    .map(({ chain, address, decimals, symbol, otherSymbols = [], addressOnly }) => ({
      table: 'tokens',
      chain,
      address,
      decimals,
      symbols: [...withoutMark(symbol), ...otherSymbols],
      addressOnly,
    }))
  for (const [chain, listed] of Object.entries(json('providers/onchain/data/connectors.json'))) {
    for (const { address, decimals, symbol } of listed) {
      rows.push({ table: 'connectors', chain, address, decimals, symbols: withoutMark(symbol) })
    }
  }
  for (const [name, inner] of Object.entries(oftSources)) {
    const source = await importSource(`src/providers/${name}.ts`, Object.keys(inner))
    for (const [asset, symbol] of Object.entries(inner)) {
      for (const [chain, { oft, token, decimals }] of Object.entries(source[asset])) {
        add('bridge contracts', `${name} ${chain} ${symbol}`, oft)
        if (/^0x0+$/.test(token)) continue
        // The provider's word is the asset; lists tell USDT of Tether's two bridges apart.
        const symbols = symbol === 'USDT' ? [symbol, 'USDT0'] : [symbol]
        rows.push({ table: 'bridge tokens', chain, address: token, decimals, symbols })
      }
    }
  }
  const kept = rows.filter((row, at) => !rows.slice(0, at).some((other) => isTwice(row, other)))
  for (const { table, chain, address, decimals, symbols } of kept) {
    add(table, `${tokenKey(chain, address)} decimals`, decimals)
    add(table, `${tokenKey(chain, address)} symbol`, symbols)
  }
  return kept
}

/** A token that an earlier table describes in the same way is compared once. */
function isTwice(row, other) {
  return (
    tokenKey(row.chain, row.address) === tokenKey(other.chain, other.address) &&
    row.decimals === other.decimals &&
    other.symbols.includes(row.symbols[0])
  )
}

/** Ours often marks a bridged token where a list does not, or in another way; the reverse is a difference. */
function withoutMark(symbol) {
  const [, plain = symbol] =
    /^(?:m\.|any|axl|wt(?=BNB$))(.+)$/.exec(symbol) ?? /^(.+)(?:\.[a-z]+|0)$/i.exec(symbol) ?? []
  return [...new Set([symbol, plain, symbol.replace('.e', 'e')])]
}

const oftSources = {
  stargate_v2: { ether: 'ETH', usdc: 'USDC', usdt: 'USDT' },
  usdt_zero_bridge: { usdt0: 'USDT' },
  layerzero: { usde: 'USDe', susde: 'sUSDe' },
}

/** Addresses of EVM chains are the same in any case, and have one spelling in a key. */
export function tokenKey(chain, address) {
  return `${chain} ${address.startsWith('0x') ? address.toLowerCase() : address}`
}

function addPools(add) {
  const { chains } = json('providers/onchain/data/deployments.json')
  for (const [chain, { wrapped, rows }] of Object.entries(chains)) {
    add('wrapped coins', `${chain} of pools`, [
      wrapped,
      ...rows.flatMap((row) => row.wrapped ?? []),
    ])
    const roles = new Map()
    for (const { id, family, router, factory, quoter } of rows) {
      // An exchange may have several deployments of one kind on a chain.
      for (const [role, address] of Object.entries({ router, factory, quoter })) {
        const key = `${id} ${family} ${chain} ${role}`
        if (address !== undefined) roles.set(key, [...(roles.get(key) ?? []), address])
      }
    }
    for (const [key, addresses] of roles) add('pools', key, addresses)
  }
  for (const [id, byChain] of Object.entries(json('providers/onchain/data/curvePools.json'))) {
    for (const [chain, pools] of Object.entries(byChain)) {
      for (const { pool, coins } of pools) {
        add('pools', `${id} ${chain} ${pool.toLowerCase()} coins`, coins.join(' '))
      }
    }
  }
}

async function addBridges(add) {
  for (const [chain, row] of Object.entries(json('providers/across/data/contracts.json'))) {
    add('bridge contracts', `across ${chain} spokePool`, row.spokePool)
    add('bridge contracts', `across ${chain} periphery`, row.peripheries)
    add('bridge contracts', `across ${chain} handler`, row.handler)
  }
  const { oftEndpoints } = await importSource('src/providers/kits/evm/oftEndpoints.ts')
  for (const [chain, { eid }] of Object.entries(oftEndpoints)) add('endpoint ids', chain, eid)
  const mayan = await importSource('src/providers/mayan/chains.ts')
  for (const [chain, { name, number }] of Object.entries(mayan.mayanChains)) {
    add('wormhole numbers', chain, number)
    add('bridge words', `mayan ${chain}`, name)
  }
  for (const [chain, number] of mayan.circleDomains) add('circle domains', chain, number)
  const { forwarder } = await importSource('src/providers/mayan/mayan.ts', ['forwarder'])
  add('bridge contracts', 'mayan forwarder', forwarder)
  const arbitrum = await importSource('src/providers/arbitrum/contracts.ts')
  for (const side of ['parent', 'child']) {
    for (const [role, address] of Object.entries(arbitrum[side])) {
      add('bridge contracts', `arbitrum ${side} ${role}`, address)
    }
  }
  const dln = await importSource('src/providers/dln.ts', ['source', 'sources'])
  for (const chain of dln.sources) add('bridge contracts', `dln ${chain} source`, dln.source)
  const between = json('providers/symbiosis/contracts.json')
  for (const [chain, { portal, synthesis, older = [] }] of Object.entries(between)) {
    const [metaRouter, metaRouterGateway] = older
    const roles = { portal, synthesis, metaRouter, metaRouterGateway }
    for (const [role, address] of Object.entries(roles)) {
      if (address !== undefined) add('bridge contracts', `symbiosis ${chain} ${role}`, address)
    }
  }
  const symbiosis = await importSource('src/providers/symbiosis/symbiosis_swap.ts', ['gateways'])
  for (const [chain, [, before]] of Object.entries(symbiosis.gateways)) {
    add('service contracts', `symbiosis_swap ${chain} before`, before)
  }
}

/** Contracts of services that are called on one chain. */
async function addRouters(add) {
  for (const [name, inner] of Object.entries({ one_inch: 'router', para_swap: 'augustus' })) {
    const source = await importSource(`src/providers/${name}.ts`, [inner])
    add('service contracts', name, source[inner])
  }
}

/** Words by which exchanges and aggregators name chains. */
async function addServices(add) {
  const words = (name, rows) => {
    for (const [chain, word] of Object.entries(rows)) add('service words', `${name} ${chain}`, word)
  }
  for (const name of ['changelly', 'changenow', 'simple_swap', 'change_hero']) {
    words(name, json(`providers/${name}.json`))
  }
  for (const name of ['stealthex', 'baltex']) words(name, json(`providers/${name}.json`).networks)
  const mapped = (rows, map) =>
    Object.fromEntries(Object.entries(rows).map(([chain, row]) => [chain, map(row)]))
  words(
    'quickex',
    mapped(json('providers/quickex.json'), ({ network }) => network),
  )
  words(
    'near_intents',
    mapped(json('providers/near_intents.json'), ({ code }) => code),
  )
  const { chains: thorchain } = json('providers/thorchain/thorchain.json')
  words(
    'thorchain',
    mapped(thorchain, ({ asset }) => asset.split('.')[0]),
  )
  for (const [asset, names] of Object.entries(json('providers/chainflip/chainflip.json'))) {
    add('service words', `chainflip ${asset}`, names)
  }
  words('relay', json('providers/relay/relay.json').protocolChains)
  const { nativeToken } = await importSource('src/chains/tokens.ts')
  const { coins: exolix } = await importSource('src/providers/exolix.ts', ['coins'])
  for (const chain of exolix.blockchains) {
    const coin = exolix.find(nativeToken(chain))
    if (coin !== null) add('service words', `exolix ${chain}`, coin.network)
  }
  const { chains: rango } = await importSource('src/providers/rango/rango.ts', ['chains'])
  words(
    'rango',
    mapped(rango, ({ name }) => name),
  )
}
