/** A sandbox and a service of their own for the measure of prices. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSource } from '../../scripts/importSource.mjs'
import { cleanEnv } from '../measure.mjs'
import { program } from '../onchain.mjs'

/**
 * Starts the local chains in a home of their own.
 * @returns chains and accounts as `sandbox status` reports them, `services` by identifier
 */
export async function startSandbox() {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-price-'))
  const env = cleanEnv({ SWAPROUTE_HOME: home })
  const run = (args) => execFileSync(process.execPath, [program, ...args], { env }).toString()
  const stop = () => {
    run(['sandbox', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
  run(['sandbox', 'start'])
  try {
    const { data } = JSON.parse(run(['sandbox', 'status', '--json']))
    const services = Object.fromEntries(data.providers.map(({ id, url }) => [id, url]))
    const urls = Object.fromEntries(data.chains.map((chain) => [chain.blockchain, chain.rpcUrl]))
    const account = data.accounts.find(({ kind }) => kind === 'evm')
    const { exchanges } = await importSource('sandbox/src/seed/exchanges.ts')
    const listed = JSON.parse(run(['tokens', '--json'])).data
    return { home, env, urls, services, account, listed, exchanges, stop }
  } catch (thrown) {
    stop()
    throw thrown
  }
}

/**
 * US dollars of one whole token, as the sandbox's price server has them.
 * @returns {Promise<Map<string, string>>} decimal texts by address in lower case
 */
export async function readPrices(services, network, addresses) {
  const coins = addresses.map((address) => `${network}:${address}`)
  const answer = await fetch(`${services.defillama}/prices/current/${coins.join(',')}`)
  const found = Object.entries((await answer.json()).coins)
  return new Map(
    found.map(([coin, { price }]) => [coin.split(':')[1].toLowerCase(), String(price)]),
  )
}
