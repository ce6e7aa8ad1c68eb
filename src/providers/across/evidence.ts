import type { BlockchainId } from '../../core/blockchainIds.ts'
import { keccak_256 } from '@noble/hashes/sha3.js'

import {
  byteLength,
  readAddress,
  readBytes,
  readSize,
  readUint,
  readWord,
  wordBytes,
} from '../../chains/evm/hex.ts'
import { isSameAddress } from '../../core/token.ts'
import { createEvmReader, type EvmLog, type StoredReceipt } from '../../evidence/evm.ts'
import { topics as eventTopics } from '../../evidence/logs.ts'
import type { ProviderContext } from '../types.ts'
import { acrossContracts } from './contracts.ts'

// On-chain evidence of a deposit. Events of SpokePool, @across-protocol/contracts 5.0.27; topics
// are keccak-256 of the signatures (a test computes them from the package's ABI).

export const acrossTopics = {
  fundsDeposited: '0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3',
  filledRelay: '0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208',
} as const

/** A deposit from its event; amounts in base units, addresses in lower case. */
export type AcrossDeposit = {
  blockchain: BlockchainId
  originChainId: number
  blockNumber: bigint
  depositId: bigint
  destinationChainId: number
  depositor: string
  inputToken: string
  inputAmount: bigint
  /** Words a fill must repeat, in the order of the fill event; null: the relayer's choice. */
  fillWords: readonly (string | null)[]
}

export type Source =
  | { kind: 'missing' }
  | { kind: 'waiting' }
  | { kind: 'reverted' }
  /** Mined, but not an Across deposit. */
  | { kind: 'foreign' }
  | { kind: 'deposit'; deposit: AcrossDeposit }

/** Reads the source transaction from its node. */
export async function readSource(
  blockchain: BlockchainId,
  hash: string,
  context: ProviderContext,
): Promise<Source> {
  const contracts = acrossContracts(blockchain)
  const originChainId = context.chainId(blockchain)
  if (contracts === null || originChainId === null) return { kind: 'foreign' }
  const reader = createEvmReader(context)
  const receipt = await reader.readStoredReceipt(blockchain, hash, { recent: true })
  if (receipt === null) {
    const transaction = await reader.readTransaction(blockchain, hash, { recent: true })
    return { kind: transaction === null ? 'missing' : 'waiting' }
  }
  // An undocumented status ends nothing (S1).
  if (receipt.succeeded === null) return { kind: 'waiting' }
  if (!receipt.succeeded) {
    const ours = [contracts.spokePool, ...contracts.peripheries]
    const isOurs = ours.some((address) => isSameAddress(address, receipt.to ?? ''))
    return { kind: isOurs ? 'reverted' : 'foreign' }
  }
  const log = receipt.logs.find(
    ({ address, topics: [topic] }) =>
      isSameAddress(address, contracts.spokePool) && topic === acrossTopics.fundsDeposited,
  )
  if (log === undefined) return { kind: 'foreign' }
  return { kind: 'deposit', deposit: toDeposit(log, receipt, blockchain, originChainId) }
}

/**
 * The fill of exactly this deposit by Across' own pool. `amount` is what the pool paid.
 *
 * The deposit id alone is not enough: anyone can pay to "fill" a deposit that does not exist, so
 * everything the two events share is compared.
 */
export function findFill(
  receipt: StoredReceipt | null,
  deposit: AcrossDeposit,
  dstBlockchain: BlockchainId,
): { amount: bigint } | null {
  const spokePool = acrossContracts(dstBlockchain)?.spokePool
  if (receipt?.succeeded !== true || spokePool === undefined) return null
  const log = receipt.logs.find(
    ({ address, topics: [topic, origin, id], data }) =>
      isSameAddress(address, spokePool) &&
      topic === acrossTopics.filledRelay &&
      BigInt(origin ?? -1) === BigInt(deposit.originChainId) &&
      BigInt(id ?? -1) === deposit.depositId &&
      byteLength(data) === fillDataWords * wordBytes &&
      deposit.fillWords.every(
        (word, index) => word === null || word === readWord(data.toLowerCase(), index * wordBytes),
      ),
  )
  // Word 13 is `updatedOutputAmount`: the depositor may have lowered it to be filled sooner.
  return log === undefined ? null : { amount: readUint(log.data, 13 * wordBytes) }
}

const fillDataWords = 15

/** Money of the deposit's token from Across' pool back to the depositor. */
export function findRefund(
  receipt: StoredReceipt | null,
  deposit: AcrossDeposit,
): { amount: bigint } | null {
  const spokePool = acrossContracts(deposit.blockchain)?.spokePool
  if (receipt?.succeeded !== true || spokePool === undefined) return null
  if (receipt.blockNumber < deposit.blockNumber) return null
  const log = receipt.logs.find(
    ({ address, topics: [topic, from, to], data }) =>
      isSameAddress(address, deposit.inputToken) &&
      topic === eventTopics.transfer &&
      addressOf(from) === spokePool.toLowerCase() &&
      addressOf(to) === deposit.depositor &&
      readUint(data, 0) >= deposit.inputAmount,
  )
  return log === undefined ? null : { amount: readUint(log.data, 0) }
}

/** `FundsDeposited`: destination, id and depositor are topics, the rest is data. */
function toDeposit(
  { topics: [, destination, id, depositor], data }: EvmLog,
  { blockNumber }: StoredReceipt,
  blockchain: BlockchainId,
  originChainId: number,
): AcrossDeposit {
  const indexed = `0x${[destination, id, depositor].map((topic) => topic?.slice(2) ?? '').join('')}`
  return {
    blockchain,
    originChainId,
    blockNumber,
    destinationChainId: readSize(indexed, 0),
    depositId: readUint(indexed, wordBytes),
    depositor: readAddress(indexed, 2 * wordBytes),
    inputToken: `0x${readWord(data, 0).slice(24).toLowerCase()}`,
    inputAmount: readUint(data, 2 * wordBytes),
    fillWords: toFillWords(data, depositor ?? ''),
  }
}

/**
 * `FundsDeposited`: tokens and amounts (0 to 3), quote time, fill deadline, exclusivity, recipient,
 * exclusive relayer, message. `FilledRelay`: the same four, repayment chain, fill deadline,
 * exclusivity, exclusive relayer, depositor, recipient, hash of the message or zero.
 */
function toFillWords(data: string, depositor: string): (string | null)[] {
  const lower = data.toLowerCase()
  const word = (index: number): string => readWord(lower, index * wordBytes)
  const outputToken = /^0+$/.test(word(1)) ? null : word(1)
  const [fillDeadline, exclusivity, recipient, relayer] = [word(5), word(6), word(7), word(8)]
  return [
    word(0),
    outputToken,
    word(2),
    word(3),
    null,
    fillDeadline,
    exclusivity,
    relayer,
    depositor.slice(2).toLowerCase(),
    recipient,
    messageHash(readBytes(lower, readSize(lower, 9 * wordBytes))),
  ]
}

function messageHash(message: string): string {
  if (message === '0x') return '0'.repeat(64)
  return Buffer.from(keccak_256(Buffer.from(message.slice(2), 'hex'))).toString('hex')
}

function addressOf(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40).toLowerCase()}`
}
