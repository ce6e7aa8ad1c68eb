import { type ChainOverrides, type ChainTable, createChainTable } from '../chains/chainSettings.ts'
import { allChains, chainById } from '../chains/chains.ts'
import type { Config } from '../commands/frame/config.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'

/** How each chain is reached in this run: as configured, or in the sandbox. */
export function chainTableOf(config: Config, sandbox: SandboxInfo | null): ChainTable {
  return createChainTable(overridesOf(config, sandbox), { sandbox: sandbox !== null })
}

function overridesOf(config: Config, sandbox: SandboxInfo | null): ChainOverrides {
  const overrides: Partial<Record<BlockchainId, { rpcUrls: readonly string[]; chainId?: number }>> =
    {}
  if (sandbox === null) {
    for (const { id } of allChains()) {
      const rpcUrls = config.rpc[id]
      if (rpcUrls !== undefined) overrides[id] = { rpcUrls }
    }
    return overrides
  }
  for (const { blockchain, chainId, rpcUrl } of sandbox.chains) {
    // TON has no chain id to be asked for; what the sandbox tells is its network's global id.
    overrides[blockchain] =
      chainById(blockchain).kind === 'evm' ? { rpcUrls: [rpcUrl], chainId } : { rpcUrls: [rpcUrl] }
  }
  return overrides
}
