import { getAddress, isAddress, type Hex } from 'viem'
import { invalidParam, missingParam } from './acrossErrors.ts'
import { checkRoute, readSide, type BridgeSide } from './acrossTokens.ts'

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

/** @throws AcrossError as the real API does for the same mistakes */
export function readApprovalRequest(query: Query): ApprovalRequest {
  const { from, to } = readPair(query)
  const depositor = readAddress(query, 'depositor')
  const tradeType = tradeTypes.find((word) => word === (query('tradeType') ?? 'exactInput'))
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
