import { createHash } from 'node:crypto'
import { existsSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type ChainOverrides, type ChainTable, createChainTable } from '../chains/chainSettings.ts'
import { allChains, chainById } from '../chains/chains.ts'
import { createTokenList, type TokenList } from '../chains/tokens.ts'
import { parseUserTokens } from '../chains/userTokens.ts'
import type { Host } from '../commands/frame/command.ts'
import type { Config } from '../commands/frame/config.ts'
import { exposureOf, readOwnFile } from '../commands/frame/ownFile.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { createJsonFiles, type JsonFiles } from '../store/jsonFiles.ts'

/** The chains and tokens of one run. */
export type Tables = {
  /** As configured or from the sandbox. */
  chains: ChainTable
  /** Read on the first call. Throws CONFIG_INVALID for the user's own list. */
  tokens(): TokenList
}

export function createTables(config: Config, host: Host, sandbox: SandboxInfo | null): Tables {
  const ownTokens = join(config.folders.config, 'tokens.json')
  const checked = createJsonFiles(join(config.folders.cache, 'tokens'), isUnexposed)
  let list: TokenList | null = null
  return {
    chains: createChainTable(overridesOf(config, sandbox), { sandbox: sandbox !== null }),
    tokens: () => (list ??= createTokenList(readUserTokens(ownTokens, host, checked))),
  }
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
    // TON has no chain id to verify; the sandbox's number is its network's global id.
    overrides[blockchain] =
      chainById(blockchain).kind === 'evm' ? { rpcUrls: [rpcUrl], chainId } : { rpcUrls: [rpcUrl] }
  }
  return overrides
}

/** Digest of the list, with the version that checked it: computing ten thousand checksums takes time. */
const checkedName = 'checked'

const isUnexposed = (found: Stats): boolean => exposureOf(found) === null

/** The user's own token list beside the configuration file, which most users do not have. */
function readUserTokens(
  path: string,
  { io, warn }: Host,
  checked: JsonFiles,
): ReturnType<typeof parseUserTokens>['tokens'] {
  if (!existsSync(path)) return []
  let json: unknown
  let digest: string
  try {
    const text = readOwnFile(path)
    json = JSON.parse(text)
    digest = createHash('sha256').update(`${io.version}\n${text}`).digest('hex')
  } catch (cause) {
    if (cause instanceof SwaprouteError) throw cause
    throw new SwaprouteError('CONFIG_INVALID', `The token list ${path} cannot be read.`, {
      hint: 'Fix or delete the file.',
      cause,
    })
  }
  const isChecked = checked.read(checkedName) === digest
  const { tokens, skipped, isCanonical } = parseUserTokens(json, isChecked)
  if (isCanonical && !isChecked) checked.write(checkedName, digest)
  if (skipped > 0) {
    warn('TOKENS_SKIPPED', `${skipped} entries of ${path} are on unsupported chains.`)
  }
  return tokens
}
