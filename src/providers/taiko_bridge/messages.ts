import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import type { MinedTransfer } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { bridges, type TaikoSide, taikoTokens, vaults } from './contracts.ts'

// A transfer is a message, known by the hash of its members: IBridge.sol, Bridge.sol, ERC20Vault.sol of
// https://github.com/taikoxyz/taiko-mono (2026-08).

export const messageType =
  '(uint64 id, uint64 fee, uint32 gasLimit, address from, uint64 srcChainId, address srcOwner, uint64 destChainId, address destOwner, address to, uint256 value, bytes data)'
const sent = `event MessageSent(bytes32 indexed msgHash, ${messageType} message)` as const

/** What a message of the vault runs, and the values inside. */
export const invocation = 'function onMessageInvocation(bytes data) payable'
export const invocationTypes =
  '(uint64 chainId, address addr, uint8 decimals, string symbol, string name) ctoken, address from, address to, uint256 amount'

type Hex = `0x${string}`

/** The members of a message, as the contracts name them. */
export type MessageBody = {
  id: bigint
  fee: bigint
  gasLimit: number
  from: Hex
  srcChainId: bigint
  srcOwner: Hex
  destChainId: bigint
  destOwner: Hex
  to: Hex
  value: bigint
  data: Hex
}

export type TaikoMessage = {
  src: TaikoSide
  dst: TaikoSide
  hash: string
  blockNumber: bigint
  body: MessageBody
} & ClaimTerms

/** The message of a transfer of coins or of a known token; null: another message. */
export function taikoMessageOf(mined: MinedTransfer, tools: ContractTools): TaikoMessage | null {
  const { blockchain: src, logs, blockNumber } = mined
  if (!taikoTokens.isSide(src)) return null
  const dst = taikoTokens.otherSide(src)
  const { chainId } = tools.context
  for (const { args } of tools.events(sent, logs, bridges[src])) {
    const { msgHash: hash, message: body } = args
    const isOnWay =
      body.srcChainId === BigInt(chainId(src) ?? -1) &&
      body.destChainId === BigInt(chainId(dst) ?? -1) &&
      hashOf(body, tools) === hash.toLowerCase()
    const terms = isOnWay ? termsOf(body, src, tools) : null
    if (terms !== null) return { src, dst, hash, blockNumber, body, ...terms }
  }
  return null
}

/** As `hashMessage` of the bridge. */
function hashOf(
  body: MessageBody,
  { encodeValues, packedHash }: Pick<ContractTools, 'encodeValues' | 'packedHash'>,
): string {
  const encoded = encodeValues(`string, ${messageType} message`, ['TAIKO_MESSAGE', body])
  return packedHash(['bytes'], [encoded]).toLowerCase()
}

/** What a message pays out; null: it does something else. */
function termsOf(
  { from, to, value, data }: MessageBody,
  src: TaikoSide,
  { decode, decodeValues }: ContractTools,
): ClaimTerms | null {
  if (data === '0x') return { token: zeroAddress, amount: value, recipient: to }
  if (!isBetweenVaults({ from, to }, src)) return null
  const [inner = null] = decode(invocation, data) ?? []
  const values = inner === null ? null : decodeValues(invocationTypes, inner)
  if (values === null) return null
  const [canonical, , recipient, amount] = values
  const pair = taikoTokens.pairOf('ETH', canonical.addr)
  return pair === null ? null : { token: pair[taikoTokens.otherSide(src)], amount, recipient }
}

export function isBetweenVaults(
  { from, to }: Pick<MessageBody, 'from' | 'to'>,
  src: TaikoSide,
): boolean {
  return isSameAddress(from, vaults[src]) && isSameAddress(to, vaults[taikoTokens.otherSide(src)])
}
