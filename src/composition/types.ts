import type { ServiceApi, TokenReader } from '../api/api.ts'
import type { TradeStore } from '../backend/trades.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import type { TokenList } from '../chains/tokens.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/run.ts'
import type { PlanContext } from '../execution/context.ts'
import type { Redactor } from '../http/redact.ts'
import type { Providers } from '../providers/providers.ts'
import type { SandboxInfo } from '../sandbox/types.ts'
import type { World } from './world.ts'

/** The parts of one run, each made on its first use and then shared. */
export type Run = {
  config: Config
  host: Host
  redactor: Redactor
  /** Folder of this run's journal and quotes; the sandbox has its own. */
  stateFolder: string
  /** `stateFolder` of sandbox runs. */
  sandboxSwapsFolder: string
  /** Of the chains themselves, and of their seeded states. */
  sandboxFolders: { stateDir: string; cacheDir: string }
  /** The running sandbox, started where it does not run; null outside of one. */
  sandbox(): Promise<SandboxInfo | null>
  chains(): Promise<ChainTable>
  /** Real networks, or those of the sandbox. */
  network(): Promise<Network>
  tokens(): TokenList
  api(): Promise<ServiceApi>
  trades(): Promise<TradeStore>
  /** Address of the remote service; null for the embedded one. */
  remoteUrl(): Promise<string | null>
  /** SWAPROUTE_PRIVATE_KEY, taken out of the environment before any child is started (K10). */
  environmentKey: Buffer | null
  /** Work to be done when the run ends, last first. */
  onClose(work: () => void | Promise<void>): void
  close(): Promise<void>
}

/** What a run needs as soon as it talks to anybody. */
export type Network = {
  world: World
  providers: Providers
  /** What the user has disabled (S6). */
  disabled: NonNullable<PlanContext['disabled']>
  readTokens: TokenReader
  /** The whole service in this process. */
  embedded(trades: () => Promise<TradeStore>): ServiceApi
}
