import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { allChains, chainById } from './chains.ts'

/** How a chain is reached in this run. */
export type ChainSettings = {
  /** In the order of use; empty where no public one is known. */
  rpcUrls: readonly string[]
  /** The expected answer to `eth_chainId`; null for chains without EVM transactions. */
  chainId: number | null
}

/** Settings from environment, configuration or sandbox that replace the built-in ones. */
export type ChainOverrides = Readonly<Partial<Record<BlockchainId, Partial<ChainSettings>>>>

/** The settings of every chain in one run; built once at startup and passed on. */
export type ChainTable = {
  settings: (id: BlockchainId) => ChainSettings
  /** True for local chains, which no public explorer knows. */
  sandbox: boolean
}

/**
 * The built-in settings with the overrides applied. RPC addresses are replaced, not added to: a
 * custom RPC URL replaces the public ones.
 * @throws SwaprouteError CONFIG_INVALID for an override that is not an http(s) address or not a
 * chain id; the message leaves out the address itself, which may contain a key
 */
export function createChainTable(
  overrides: ChainOverrides = {},
  options: { sandbox?: boolean } = {},
): ChainTable {
  for (const { id } of allChains()) {
    const override = overrides[id]
    if (override !== undefined) checkOverride(id, override)
  }
  return {
    sandbox: options.sandbox ?? false,
    settings: (id) => {
      const chain = chainById(id)
      const override = overrides[id]
      return {
        rpcUrls: override?.rpcUrls ?? chain.rpcUrls,
        chainId: override?.chainId ?? chain.chainId,
      }
    },
  }
}

function checkOverride(id: BlockchainId, override: Partial<ChainSettings>): void {
  const { rpcUrls, chainId } = override
  if (rpcUrls !== undefined && !rpcUrls.every(isRpcUrl)) {
    throw new SwaprouteError('CONFIG_INVALID', `An RPC address of ${id} is not a web address.`, {
      hint: `Write it as https://host/path in SWAPROUTE_RPC_${id} or in the configuration.`,
    })
  }
  const isChainId = chainId == null || (Number.isSafeInteger(chainId) && chainId > 0)
  if (!isChainId) {
    throw new SwaprouteError('CONFIG_INVALID', `The chain id of ${id} is not a positive number.`)
  }
}

function isRpcUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
