import type { BlockchainId } from '../core/blockchainIds.ts'

/** One local chain as a client has to address it. */
export type SandboxChainInfo = { blockchain: BlockchainId; chainId: number; rpcUrl: string }

/** An account with play money; the key is public knowledge and worth nothing elsewhere. */
export type SandboxAccount = {
  name: string
  kind: 'evm' | 'ton'
  address: string
  privateKey: string
}

/** A loopback server that speaks a provider's own HTTP protocol; `url` is its base URL. */
export type SandboxProviderInfo = { id: string; url: string }

/** The data of `sandbox status --json` while it runs. */
export type SandboxInfo = {
  running: true
  chains: SandboxChainInfo[]
  accounts: SandboxAccount[]
  providers: SandboxProviderInfo[]
}

/** A disturbance to rehearse a state; `value` is a number in the fault's own unit. */
export type SandboxFault = { target: string; fault: string; value?: number }

/** One line of `sandbox fault` without arguments. */
export type FaultDescription = {
  /** Where it can happen: provider ids or chains. */
  targets: readonly string[]
  fault: string
  /** `lasting` faults stay until they are cleared, `once` happens and is over. */
  kind: 'lasting' | 'once'
  /** Unit, default and greatest value; null where the fault takes none. */
  value: { unit: string; fallback: number; most: number } | null
  /** One plain sentence: what it rehearses. */
  rehearses: string
}

/** A fault that is on. */
export type ActiveFault = { target: string; fault: string; value: number | null }
