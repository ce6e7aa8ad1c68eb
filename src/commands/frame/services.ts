import type { Api, TokenReader } from '../../api/api.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'

/**
 * What the composition root hands to commands. Every function loads what it needs on its first
 * call, so that a command pays only for what it uses.
 */
export type Services = {
  api(): Promise<Api>
  assets(): Promise<Assets>
  /** Reads tokens on no list from their chain. */
  readTokens: TokenReader
  /** A swap of this machine by hash, order id or receipt id; null when it is not one. */
  findSwap(text: string): Promise<OwnSwap | null>
  /** Returns early when the run is interrupted; never throws. */
  sleep(ms: number): Promise<void>
  /** Takes secrets out of everything that is printed (SAFETY.md K9). */
  redact(text: string): string
  /** Lets go of sockets, files and children, so that the process can end. */
  close(): Promise<void>
}

/** A chain as screens and checks need it. */
export type ChainFacts = {
  id: BlockchainId
  name: string
  kind: string
  testnet: boolean
  chainId: number | null
  nativeSymbol: string
  /** `live`, `renamed`, `dead` or `unverified`. */
  status: string
  note: string | null
  aliases: readonly string[]
}

/** A token on a list, or an address that must be read from its chain. */
export type ParsedAsset =
  | { kind: 'listed'; token: Token }
  | { kind: 'unlisted'; blockchain: BlockchainId; address: string }

/** The contract's spelling of an address; `notes` are what a person should read before he pays. */
export type CheckedAddress = { address: string; notes: readonly string[] }

/** Tables and grammar of chains, tokens and addresses; pure, no network. */
export type Assets = {
  /** `<chain>:<token>`. Throws UNKNOWN_CHAIN, UNKNOWN_TOKEN, AMBIGUOUS_TOKEN, TESTNET_DISABLED. */
  parse(text: string, options: { testnets: boolean }): ParsedAsset
  /** A paying or refund account. Throws INVALID_ADDRESS. */
  account(blockchain: BlockchainId, text: string): CheckedAddress
  /** As `account`, and refuses who must never be paid (SAFETY.md A4, A6). */
  receiver(blockchain: BlockchainId, text: string): CheckedAddress
  /** Throws UNKNOWN_CHAIN with the nearest ones. */
  chain(text: string): ChainFacts
  chains(): readonly ChainFacts[]
  /** Tokens of the lists, of one chain or all. */
  tokens(blockchain: BlockchainId | null): readonly Token[]
  nativeToken(blockchain: BlockchainId): Token
  /** Whether an address of one chain has the same form on the other. */
  sameAddressKind(a: BlockchainId, b: BlockchainId): boolean
  /** Our own explorer links (SAFETY.md X5); null in a sandbox or where none is known. */
  transactionLink(blockchain: BlockchainId, hash: string): string | null
}

/** What the journal knows of one of its swaps. */
export type OwnSwap = {
  id: string | null
  receiptId: string
  srcTxHash: string | null
  srcBlockchain: BlockchainId
  dstBlockchain: BlockchainId
  provider: string
  receiver: string
}
