/** Real PostgreSQL servers for tests; see postgresKeeper.mjs. */
import { randomBytes } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { readStoreAddress, type StoreAddress } from '../../src/core/storeAddress.ts'

/** False where it is not installed: the tests that need it are skipped. */
export const hasPostgres = inject('postgresKeeper') !== null

export type PostgresServer = {
  port: number
  /** `immediate`: as a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
}

async function ask(path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${inject('postgresKeeper')}/${path}`, {
    method: 'POST',
  })
  if (!response.ok) throw new Error(await response.text())
  const { port } = (await response.json()) as { port: number }
  return port
}

/** A server that the test may stop; the run ends it. */
export async function ownServer(): Promise<PostgresServer> {
  const port = await ask('own')
  return {
    port,
    stop: async (mode) => void (await ask(`${port}/stop?mode=${mode}`)),
    start: async () => void (await ask(`${port}/start`)),
  }
}

export type TestDatabase = {
  port: number
  name: string
  /** For the role that owns it. */
  address: StoreAddress
  /** One statement by the superuser. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** A new database of the run's server, or of an own one, with a role of its own. */
export async function testDatabase(server?: Pick<PostgresServer, 'port'>): Promise<TestDatabase> {
  const port = server?.port ?? (await ask('shared'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await superuser(port, 'postgres', `CREATE ROLE ${name} LOGIN PASSWORD 'secret-${name}'`)
  await superuser(port, 'postgres', `CREATE DATABASE ${name} OWNER ${name}`)
  return {
    port,
    name,
    address: addressOf(`postgres://${name}@127.0.0.1:${port}/${name}`),
    query: (text, values) => superuser(port, name, text, values),
  }
}

export function addressOf(text: string): StoreAddress {
  const address = readStoreAddress(text)
  if (address === null) throw new Error(`not an address: ${text}`)
  return address
}

async function superuser(
  port: number,
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows
  } finally {
    await client.end()
  }
}

/** A TCP proxy in front of a server, whose connections can be cut or kept from being made. */
export async function cuttableProxy(port: number): Promise<{
  port: number
  /** Ends every connection, at once and without a word. */
  cut(): void
  /** Answers of the server are thrown away from here on, and its connections cut at the first. */
  swallowAnswers(): void
  /** New connections are refused, or accepted again. */
  refuse(isRefused: boolean): void
}> {
  const sockets = new Set<Socket>()
  let isRefused = false
  let swallows = false
  const proxy = createServer((near) => {
    if (isRefused) {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (!swallows) near.write(bytes)
      else {
        swallows = false
        near.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  return {
    port: (proxy.address() as AddressInfo).port,
    cut,
    swallowAnswers: () => (swallows = true),
    refuse: (value) => (isRefused = value),
  }
}
