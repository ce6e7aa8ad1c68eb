/** Lists of providers between runs of the whole program. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { type Clients, createClients } from '../../../src/app/clients.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import { createTokenList } from '../../../src/chains/tokens.ts'
import { resolveConfig } from '../../../src/commands/frame/config.ts'
import type { SandboxInfo } from '../../../src/core/sandboxPackage.ts'
import { createRedactor } from '../../../src/http/redact.ts'
import { providerContext } from '../../../src/providers/types.ts'
import { depositCase as exolix } from '../../providers/exolix.case.ts'
import { json, serve } from '../http/loopback.ts'
import { temporaryFolder } from '../store/support/folder.ts'
import { ownRun } from './support/ownRun.ts'

const { signal } = new AbortController()

/** The clients of one run, as in a process of its own. */
function clientsIn(home: string, env: Record<string, string>, sandbox: SandboxInfo | null = null) {
  const { io, folders } = ownRun(home, env)
  return createClients({
    config: resolveConfig(new Map(), io, folders),
    host: { io, warn: () => undefined },
    redactor: createRedactor(),
    tokens: () => createTokenList([]),
    chains: createChainTable({}),
    sandbox,
    remoteUrl: null,
  })
}

async function quote(clients: Clients): Promise<void> {
  const provider = await clients.providers.adapterOf('exolix')
  const { quotes } = await provider.quote(
    exolix.request,
    new Set(['exolix']),
    providerContext(clients, signal),
  )
  expect(quotes).not.toEqual([])
  await clients.lists?.end(signal)
  await clients.http.close()
}

/** The exchange, and the paths that it was asked for. */
async function exchange() {
  const server = await serve((response, { path }) => {
    const found = [...exolix.lists, ...exolix.quote].find((one) => one.path === path)
    json(response, found?.body ?? {}, found === undefined ? 404 : 200)
  })
  const lists = (): number =>
    server.received.filter(({ path }) => path.startsWith('/currencies/')).length
  return { env: { SWAPROUTE_EXOLIX_URL: server.url }, url: server.url, lists }
}

test('the list of one run serves the next, unless another user could have written it', async () => {
  const home = temporaryFolder()
  const { env, lists } = await exchange()
  await quote(clientsIn(home, env))
  expect(lists()).toBe(1)
  await quote(clientsIn(home, env))
  expect(lists()).toBe(1)
  chmodSync(join(home, 'cache/lists/exolix.json'), 0o666)
  await quote(clientsIn(home, env))
  expect(lists()).toBe(2)
  await quote(clientsIn(home, env))
  expect(lists()).toBe(2)
})

test('a sandbox neither reads nor writes lists', async () => {
  const home = temporaryFolder()
  const { env, url, lists } = await exchange()
  await quote(clientsIn(home, env))
  const providers = [{ id: 'exolix', url }]
  const sandbox: SandboxInfo = { running: true, chains: [], accounts: [], providers }
  expect(clientsIn(home, {}, sandbox).lists).toBeUndefined()
  await quote(clientsIn(home, {}, sandbox))
  expect(lists()).toBe(2)
})
