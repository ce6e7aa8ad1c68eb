import type { BlockchainId } from './blockchainIds.ts'

/**
 * The interface between the program and the package `swaproute-sandbox`: the module exports
 * `openSandbox`. Both must have the same version.
 */
export type SandboxPackage = { openSandbox(options: SandboxOptions): Sandbox }

export type SandboxOptions = {
  /** Folder of this sandbox: chains, log, `sandbox.json`; created with mode 0700. */
  stateDir: string
  /** Folder for seeded states, shared by all sandboxes of the user. */
  cacheDir: string
  /** Called once with a line for the user when something has to be started. */
  log?: (line: string) => void
}

/**
 * One sandbox, running or not. Calls throw errors with the members `code`, `message`, `hint` and
 * `context` of a SwaprouteError, of the package's own copy of that class.
 */
export type Sandbox = {
  /** Null if none is running; reads one file and checks one process. */
  info(): SandboxInfo | null
  /** Starts it, or returns the running one; it outlives the calling process. */
  start(): Promise<SandboxInfo>
  /** False when none was running. */
  stop(): Promise<boolean>
  /** Resets to the seeded state; null if none is running, then the next start is a fresh one. */
  reset(): Promise<SandboxInfo | null>
  fund(request: FundRequest): Promise<void>
  setFault(fault: SandboxFault): Promise<void>
  /** Ends all faults. */
  clearFaults(): Promise<void>
  faults(): readonly FaultDescription[]
  /** Orders at the deposit exchanges, newest first. */
  deposits(): Promise<readonly SandboxDeposit[]>
  /** Throws SWAP_NOT_FOUND for an order unknown to all exchanges. */
  payDeposit(request: PlayRequest): Promise<PlayedPayment>
}

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
  chains: readonly SandboxChainInfo[]
  accounts: readonly SandboxAccount[]
  providers: readonly SandboxProviderInfo[]
}

export type FundRequest = {
  address: string
  blockchain: string
  /** Address or symbol of a token of that chain's list, or `native`. */
  token: string
  /** Base units. */
  amount: bigint
}

/** A disturbance to rehearse a state; `value` is a number in the fault's own unit. */
export type SandboxFault = { target: string; fault: string; value?: number }

/** One line of `sandbox fault` without arguments. */
export type FaultDescription = {
  /** Possible targets: provider ids or chains. */
  targets: readonly string[]
  fault: string
  /** `lasting` faults apply until cleared, `once` happens a single time. */
  kind: 'lasting' | 'once'
  /** Unit, default and maximum value; null if the fault has no value. */
  value: { unit: string; fallback: number; most: number } | null
  /** One plain sentence: what it rehearses. */
  rehearses: string
}

/** An order at an exchange of the sandbox, as `sandbox deposit` lists it. */
export type SandboxDeposit = {
  provider: string
  orderId: string
  stage: string
  blockchain: string
  symbol: string
  /** Token units, exactly the amount due. */
  amount: string
  depositAddress: string
  memo: string | null
  toBlockchain: string
  toSymbol: string
  receiver: string
  createdAtMs: number
  /** Transaction that paid it; null while it is not paid. */
  payment: string | null
  /** Transaction of payout or refund. */
  settlement: string | null
}

/** A payment to simulate. */
export type PlayRequest = {
  /**
   * Texts that may name the order: its number, deposit address or memo; the first match is used.
   */
  names: string[]
  /** Token units; null: exactly what the order asks for. */
  amount: string | null
  /** As if the order had expired. */
  late: boolean
  /** `right`: the order's own. */
  memo: { kind: 'right' } | { kind: 'none' } | { kind: 'wrong'; text: string }
  /**
   * Account of the sandbox, or an address of the source chain; null: an account with enough coins.
   */
  from: string | null
  /**
   * The payment instruction from the payer's records, for an exchange without orders of its own.
   */
  instruction: SandboxInstruction | null
}

export type SandboxInstruction = {
  provider: string
  depositAddress: string
  memo: string | null
  /** Token units. */
  amount: string
}

/** A simulated payment. */
export type PlayedPayment = {
  provider: string
  orderId: string
  blockchain: string
  symbol: string
  /** Token units. */
  amount: string
  depositAddress: string
  memo: string | null
  from: string
  hash: string
  /** A transaction on a local chain; otherwise it is simulated by script. */
  onChain: boolean
  /** False: no order is credited with it. */
  credited: boolean
}
