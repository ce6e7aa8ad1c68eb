import { readdirSync, readFileSync } from 'node:fs'

/** What tests in that folder import besides the clients: tools, and libraries of the chains. */
const tools = ['vitest', 'viem', '@ton/ton']

const folder = new URL('../vendors/', import.meta.url)
const manifest: unknown = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/**
 * The vendors' own clients that run against the sandbox's server of their service, beside the
 * adapter: package and version by the name of the provider's case. They are what the tests in
 * `test/vendors` import; a test without one fails.
 */
export function vendorClients(): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  return new Map(
    names.map((name) => {
      const client = clientIn(readFileSync(new URL(name, folder), 'utf8'))
      if (client === null) throw new Error(`test/vendors/${name} imports no client of a vendor`)
      return [name.replace(/\.test\.ts$/, ''), client]
    }),
  )
}

function clientIn(source: string): string | null {
  const imported = [...source.matchAll(/^(?:import|\}).* from '((?:@[^/']+\/)?[^./'][^/']*)/gm)]
  const found = imported.map(([, name = '']) => name).find((name) => isClient(name))
  return found === undefined ? null : `${found} ${versionOf(found)}`
}

function isClient(name: string): boolean {
  return !name.startsWith('node:') && !tools.includes(name)
}

/** @throws where it is not installed by its exact version */
function versionOf(name: string): string {
  const { devDependencies = {} } = manifest as { devDependencies?: Record<string, string> }
  const version = devDependencies[name]
  if (version === undefined) throw new Error(`${name} is not installed for tests`)
  return version
}
