import { randomUUID } from 'node:crypto'
import { getAddress, isAddress, type Hex } from 'viem'
import { zeroAddress } from '../../../src/core/token.ts'
import { findSandboxChainById, sandboxChains, type SandboxChain } from '../chains.ts'
import {
  bridgedSymbol,
  bridgeSymbols,
  tokenOf,
  tokensOf,
  type SandboxTokenRow,
} from '../seed/tokens.ts'
import { RefusalError } from './server.ts'

/** An error of the Across API, with its own texts and status codes. */
export function acrossError(
  status: 400 | 401 | 404 | 500,
  code: string | undefined,
  message: string,
  param?: string,
): RefusalError {
  const body = { type: 'AcrossApiError', code, status, message, param, id: randomUUID() }
  return new RefusalError(status, body)
}

export function invalidParam(param: string, message: string): RefusalError {
  return acrossError(400, 'INVALID_PARAM', message, param)
}

function missingParam(param: string): RefusalError {
  return acrossError(400, 'MISSING_PARAM', `Missing value for query param '${param}'`, param)
}

/** A token as the Across API prints it. */
export type AcrossToken = { address: string; decimals: number; symbol: string; chainId: number }

/** One side of a transfer: what the caller named, and the contract that moves. */
export type BridgeSide = {
  chain: SandboxChain
  /** The token as named by the caller; the zero address for the native coin. */
  named: AcrossToken
  isNative: boolean
  /** The contract the SpokePool deals with: the wrapped coin for native ones. */
  contract: SandboxTokenRow
}

/** @throws RefusalError for a chain or token that is not there */
function readSide(address: string, chainId: number, param: string, chainParam: string): BridgeSide {
  const chain = findSandboxChainById(chainId)
  if (chain === undefined) throw invalidParam(chainParam, `Unsupported chain id ${chainId}`)
  const token = tokensOf(chain.blockchain).find(
    (row) => row.address.toLowerCase() === address.toLowerCase(),
  )
  if (token === undefined) {
    throw acrossError(
      404,
      undefined,
      `Unable to find tokenDetails for address: ${address}, on chain with id: ${chainId}`,
      param,
    )
  }
  const isNative = token.address === zeroAddress
  return {
    chain,
    named: toAcrossToken(token, chain),
    isNative,
    contract: isNative ? tokenOf(chain.blockchain, chain.wrappedSymbol) : token,
  }
}

/** @throws RefusalError when no asset of the bridge joins the two */
function checkRoute(from: BridgeSide, to: BridgeSide): void {
  const target = bridgedSymbol(from.chain.blockchain, from.contract.symbol, to.chain.blockchain)
  if (from.chain.chainId !== to.chain.chainId && target === to.contract.symbol) return
  // The real API would swap at the source or destination; the sandbox bridge only moves tokens.
  throw acrossError(400, 'SWAP_QUOTE_UNAVAILABLE', 'No possible route')
}

/** Amount in the other chain's units; rounded down. BSC counts stable coins in 18 decimals. */
export function convertDecimals(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
}

/** Every pair the bridge moves, as `/available-routes` lists them. */
export function availableRoutes(): Record<string, unknown>[] {
  return sandboxChains.flatMap((from) =>
    sandboxChains.flatMap((to) =>
      bridgeSymbols(from.blockchain).flatMap((symbol) => {
        const target = bridgedSymbol(from.blockchain, symbol, to.blockchain)
        if (from === to || target === null) return []
        return [
          {
            originChainId: from.chainId,
            originToken: tokenOf(from.blockchain, symbol).address,
            destinationChainId: to.chainId,
            destinationToken: tokenOf(to.blockchain, target).address,
            originTokenSymbol: symbol,
            destinationTokenSymbol: target,
          },
        ]
      }),
    ),
  )
}

export function toAcrossToken(token: SandboxTokenRow, chain: SandboxChain): AcrossToken {
  const { address, decimals, symbol } = token
  return { address, decimals, symbol, chainId: chain.chainId }
}

/** The query of `/swap/approval`, checked. */
export type ApprovalRequest = {
  from: BridgeSide
  to: BridgeSide
  tradeType: 'exactInput' | 'minOutput' | 'exactOutput'
  amount: bigint
  depositor: Hex
  recipient: Hex
  skipChecks: boolean
  skipEstimation: boolean
  integratorId: Hex | null
  /** Share of the output for an integrator, in units of 1e-6. */
  appFee: { millionths: bigint; recipient: Hex } | null
}

export type Query = (name: string) => string | undefined

const tradeTypes = ['exactInput', 'minOutput', 'exactOutput'] as const

/** @throws RefusalError as the real API does for the same mistakes */
export function readApprovalRequest(query: Query): ApprovalRequest {
  const { from, to } = readPair(query)
  const depositor = readAddress(query, 'depositor')
  const tradeType = tradeTypes.find((type) => type === (query('tradeType') ?? 'exactInput'))
  if (tradeType === undefined) throw invalidParam('tradeType', 'Invalid trade type')
  return {
    from,
    to,
    tradeType,
    amount: readAmount(query),
    depositor,
    recipient: query('recipient') === undefined ? depositor : readAddress(query, 'recipient'),
    skipChecks: query('skipChecks') === 'true',
    skipEstimation: query('skipOriginTxEstimation') === 'true',
    integratorId: readIntegratorId(query('integratorId')),
    appFee: readAppFee(query),
  }
}

/** The two sides a query names, and that the bridge joins them. */
export function readPair(query: Query): { from: BridgeSide; to: BridgeSide } {
  const from = readSide(
    readAddress(query, 'inputToken'),
    readChainId(query, 'originChainId'),
    'inputToken',
    'originChainId',
  )
  const to = readSide(
    readAddress(query, 'outputToken'),
    readChainId(query, 'destinationChainId'),
    'outputToken',
    'destinationChainId',
  )
  checkRoute(from, to)
  return { from, to }
}

function readAddress(query: Query, name: string): Hex {
  const text = query(name)
  if (text === undefined) throw missingParam(name)
  if (!isAddress(text, { strict: false })) throw invalidParam(name, `Invalid address for '${name}'`)
  return getAddress(text)
}

function readChainId(query: Query, name: string): number {
  const text = query(name)
  if (text === undefined) throw missingParam(name)
  if (!/^[0-9]{1,15}$/.test(text)) throw invalidParam(name, `Invalid chain id for '${name}'`)
  return Number(text)
}

function readAmount(query: Query): bigint {
  const text = query('amount')
  if (text === undefined) throw missingParam('amount')
  if (!/^[1-9][0-9]{0,77}$/.test(text)) throw invalidParam('amount', 'Invalid amount')
  return BigInt(text)
}

function readIntegratorId(text: string | undefined): Hex | null {
  if (text === undefined) return null
  if (!/^0x[0-9a-f]{4}$/i.test(text)) throw invalidParam('integratorId', 'Invalid integratorId')
  return `0x${text.slice(2)}`
}

function readAppFee(query: Query): ApprovalRequest['appFee'] {
  const share = query('appFee')
  if (share === undefined && query('appFeeRecipient') === undefined) return null
  if (share === undefined) throw missingParam('appFee')
  const match = /^0(?:\.([0-9]{1,6}))?[0-9]*$/.exec(share)
  if (match === null) throw invalidParam('appFee', 'App fee must be a share of 1')
  return {
    millionths: BigInt((match[1] ?? '').padEnd(6, '0')),
    recipient: readAddress(query, 'appFeeRecipient'),
  }
}
