import type { BlockchainId } from './blockchainIds.ts'

/**
 * What the program and the package `swaproute-sandbox` know of each other: the module exports
 * `openSandbox`. Both have the same version; nothing else connects them.
 */
export type SandboxPackage = { openSandbox(options: SandboxOptions): Sandbox }

export type SandboxOptions = {
  /** Folder of this sandbox: chains, log, `sandbox.json`; made with mode 0700. */
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
  /** Null where none runs; reads one file and looks at one process. */
  info(): SandboxInfo | null
  /** Starts it, or returns the one that runs; it outlives the calling process. */
  start(): Promise<SandboxInfo>
  /** False when none was running. */
  stop(): Promise<boolean>
  /** Back to the seeded state; null when none runs, then the next start is a fresh one. */
  reset(): Promise<SandboxInfo | null>
  fund(request: FundRequest): Promise<void>
  setFault(fault: SandboxFault): Promise<void>
  /** Ends all faults. */
  clearFaults(): Promise<void>
  /** Every fault there is. */
  faults(): readonly FaultDescription[]
  /** Orders at the deposit exchanges, newest first. */
  deposits(): Promise<readonly SandboxDeposit[]>
  /** Throws SWAP_NOT_FOUND for an order that no exchange knows. */
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

/** An order at an exchange of the sandbox, as `sandbox deposit` lists it. */
export type SandboxDeposit = {
  provider: string
  orderId: string
  stage: string
  blockchain: string
  symbol: string
  /** Token units, exactly what is to be paid. */
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

/** A payment to be played. */
export type PlayRequest = {
  /** Texts that may name the order: its number, deposit address or memo; the first that does. */
  names: string[]
  /** Token units; null: exactly what the order asks for. */
  amount: string | null
  /** After the order's end, whatever the clock says. */
  late: boolean
  /** `right`: the order's own. */
  memo: { kind: 'right' } | { kind: 'none' } | { kind: 'wrong'; text: string }
  /** Account of the sandbox, or an address of the source chain; null: one that has the coins. */
  from: string | null
  /** Where to pay by the payer's own records, for an exchange that has no orders of its own. */
  instruction: SandboxInstruction | null
}

export type SandboxInstruction = {
  provider: string
  depositAddress: string
  memo: string | null
  /** Token units. */
  amount: string
}

/** A payment that was played. */
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
  /** A transaction of a chain that runs here; otherwise it is played by script. */
  onChain: boolean
  /** False: no order takes it for its payment. */
  credited: boolean
}
