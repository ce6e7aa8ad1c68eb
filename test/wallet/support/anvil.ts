import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { createHttpClient } from '../../../src/http/client.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import { anvilBinary } from '../../../sandbox/src/packages.ts'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import type { EvmAccess } from '../../../src/wallet/types.ts'
import { tied } from '../../support/tied.ts'

/** A chain id inside the sandbox's range. */
export const testChainId = 13_370_900

export type TestChain = {
  evm: EvmAccess
  /** The same chain read under another clock. */
  readAt(now: () => number): EvmAccess
  /**
   * A raw call, for what the program itself never asks.
   * @throws when the node refuses
   */
  rpc(method: string, ...params: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/**
 * A local chain behind the program's own HTTP and RPC clients; answers as ETH, or as the chain named. It
 * mines on request (`evm_mine`), so that no test has to wait for a block.
 */
export async function startChain(blockchain: BlockchainId = 'ETH'): Promise<TestChain> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = tied(
    spawn(
      anvilBinary(),
      [
        '--port',
        String(port),
        '--chain-id',
        String(testChainId),
        '--accounts',
        '0',
        '--no-mining',
        '--silent',
      ],
      { stdio: 'ignore' },
    ),
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const http = createHttpClient({ bases: [url] })
  const client = createRpcClient({ http, endpoints: { [blockchain]: [url] } })
  const { signal } = new AbortController()
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> =>
    await client.call(blockchain, method, params, { signal })
  const stop = async (): Promise<void> => {
    await http.close()
    child.kill('SIGTERM')
    await exited
  }
  try {
    await answering(url, child)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  const readAt = (now: () => number): EvmAccess => createEvmAccess({ rpc: client, signal, now })
  return { evm: readAt(Date.now), readAt, rpc, stop }
}

async function answering(url: string, child: ReturnType<typeof spawn>): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  throw new Error('anvil does not answer')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
