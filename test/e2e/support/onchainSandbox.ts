import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Hex } from 'viem'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { createHttpClient } from '../../../src/http/client.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import { connectorsFor } from '../../../src/providers/onchain/connectors.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { startSandbox, stopSandbox } from '../../../sandbox/src/sandbox.ts'
import type { SandboxAccount } from '../../../src/core/sandboxPackage.ts'
import { noTon } from '../../support/noTon.ts'
import { tieSandbox } from '../../support/tied.ts'

/** A sandbox of its own in a temporary folder, and a provider's view of it. */
export type OnchainSandbox = {
  context(): ProviderContext
  rpcUrl(blockchain: BlockchainId): string
  account(name: string): SandboxAccount
  /** HTTP requests sent so far, to all chains together. */
  requests(): number
  close(): Promise<void>
}

export async function startOnchainSandbox(): Promise<OnchainSandbox> {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-onchain-'))
  const stateDir = join(home, 'state')
  tieSandbox(stateDir)
  const sandbox = await startSandbox({ stateDir, cacheDir: join(home, 'cache') })
  const client = createHttpClient({ bases: sandbox.chains.map(({ rpcUrl }) => rpcUrl) })
  const endpoints = Object.fromEntries(
    sandbox.chains.map(({ blockchain, rpcUrl }) => [blockchain, [rpcUrl]]),
  )
  const chainOf = (blockchain: BlockchainId) =>
    sandbox.chains.find((chain) => chain.blockchain === blockchain)

  return {
    context: () => ({
      http: client,
      rpc: createRpcClient({ http: client, endpoints }),
      ton: noTon,
      chainId: (blockchain) => chainOf(blockchain)?.chainId ?? null,
      nodes: () => [],
      now: Date.now,
      signal: AbortSignal.timeout(30_000),
    }),
    rpcUrl: (blockchain) => found(chainOf(blockchain), blockchain).rpcUrl,
    account: (name) =>
      found(
        sandbox.accounts.find((account) => account.name === name),
        name,
      ),
    requests: () => Object.values(client.stats()).reduce((sum, { requests }) => sum + requests, 0),
    close: async () => {
      await client.close()
      await stopSandbox(stateDir)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A connector token by its symbol, or the coin of the chain as `native`. */
export function tokenOf(blockchain: BlockchainId, symbol: string): Token {
  const chain = found(chainRows(blockchain), blockchain)
  if (symbol !== 'native') {
    const connectors = connectorsFor(chain, chain.wrapped)
    return found(
      connectors.find(({ token }) => token.symbol === symbol),
      symbol,
    ).token
  }
  return {
    blockchain,
    address: zeroAddress,
    symbol,
    name: symbol,
    decimals: 18,
    listed: true,
    native: true,
  }
}

export function toRequest(srcToken: Token, dstToken: Token, srcAmount: bigint): QuoteRequest {
  return {
    srcToken,
    dstToken,
    srcAmount,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: null,
    referrer: 'test',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  }
}

export function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

function found<T>(value: T | null | undefined, name: string): T {
  if (value == null) throw new Error(`${name} is not in the sandbox`)
  return value
}
