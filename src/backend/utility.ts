/** Small reads beside the swap calls: allowances, missing approvals, tokens. */
import type { CallOptions } from '../api/api.ts'
import { readSpender } from '../api/approvals.ts'
import type {
  AllowanceAnswer,
  AllowanceQuery,
  ApprovalAnswer,
  ApprovalQuery,
  TokensAnswer,
  TokensQuery,
} from '../api/schemas.ts'
import { checkAddress, checkTokenAddress } from '../chains/addresses.ts'
import { allChains, chainById, isEvmChain } from '../chains/chains.ts'
import { decodeUint, encodeAllowance, encodeApprove } from '../chains/evm/erc20.ts'
import { parseAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { type BackendServices, blockchainNumber } from './services.ts'

/** Allowance of a spender in base units; EVM chains only. */
export async function allowanceOf(
  services: BackendServices,
  query: AllowanceQuery,
  { signal = new AbortController().signal }: CallOptions,
): Promise<AllowanceAnswer> {
  const { token, owner } = readToken(services, query)
  if (token === services.nativeToken(query.blockchain).address) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'A native coin needs no allowance.', {
      hint: 'Skip this call for native coins.',
    })
  }
  const spender = checkAddress(chainById(query.blockchain), query.spenderAddress).address
  const allowed = await readAllowance(services, query.blockchain, { token, owner, spender }, signal)
  return { allowance: allowed.toString() }
}

/** Whether an amount needs an approval, and the approval of exactly this amount (E6). */
export async function checkApprove(
  services: BackendServices,
  query: ApprovalQuery,
  { signal = new AbortController().signal }: CallOptions,
): Promise<ApprovalAnswer> {
  const { blockchain } = query
  const { token, owner } = readToken(services, query)
  const named = readSpender(query.spenderAddress)
  if (named === null || token === services.nativeToken(blockchain).address) {
    return { needApprove: false }
  }
  const spender = checkAddress(chainById(blockchain), named).address
  const listed = services.findToken(blockchain, token)
  const [read] =
    listed === null ? await services.readTokens([{ blockchain, address: token }], signal) : [listed]
  if (read === undefined) throw new Error(`no token ${token} was read`)
  const amount = parseAmount(query.amount, read.decimals)
  const allowed = await readAllowance(services, blockchain, { token, owner, spender }, signal)
  if (allowed >= amount) return { needApprove: false }
  const transaction = { to: token, data: encodeApprove(spender, amount), value: '0' }
  return { needApprove: true, transaction }
}

const pageSize = 100

/** The tokens of the built-in list and the user's own, a hundred at a time. */
export function listTokens(services: BackendServices, query: TokensQuery): TokensAnswer {
  const chains = query.network === undefined ? allChains() : [chainById(query.network)]
  const wanted = query.query?.toLowerCase()
  const matching = chains
    .flatMap((chain) => services.tokensOf(chain.id))
    .filter((token) => wanted === undefined || isNamed(token, wanted))
  const first = (query.page - 1) * pageSize
  const link = (page: number): string => {
    const members = new URLSearchParams({ page: String(page) })
    if (query.network !== undefined) members.set('network', query.network)
    if (query.query !== undefined) members.set('query', query.query)
    return `/api/tokens?${members.toString()}`
  }
  return {
    count: matching.length,
    next: first + pageSize < matching.length ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(query.page - 1) : null,
    results: matching
      .slice(first, first + pageSize)
      .map(({ address, blockchain, symbol, name, decimals }) => ({
        address,
        blockchain,
        blockchainId: blockchainNumber(services, blockchain),
        symbol,
        name,
        decimals,
      })),
  }
}

function isNamed({ address, symbol, name }: Token, wanted: string): boolean {
  return [address, symbol, name].some((text) => text.toLowerCase().includes(wanted))
}

function readToken(
  services: BackendServices,
  { blockchain, tokenAddress, walletAddress }: Omit<AllowanceQuery, 'spenderAddress'>,
): { token: string; owner: string } {
  const chain = chainById(blockchain)
  if (!isEvmChain(chain)) {
    throw new SwaprouteError('INVALID_ARGUMENT', `${blockchain} has no allowances.`, {
      hint: 'Only EVM chains have them.',
    })
  }
  if (!services.rpc.has(blockchain)) {
    throw new SwaprouteError('CHAIN_UNAVAILABLE', `No RPC address is configured for ${blockchain}.`)
  }
  return {
    token: checkTokenAddress(chain, tokenAddress),
    owner: checkAddress(chain, walletAddress).address,
  }
}

async function readAllowance(
  services: BackendServices,
  blockchain: Token['blockchain'],
  { token, owner, spender }: { token: string; owner: string; spender: string },
  signal: AbortSignal,
): Promise<bigint> {
  const call = { to: token, data: encodeAllowance(owner, spender) }
  const result = await services.rpc.call(blockchain, 'eth_call', [call, 'latest'], { signal })
  const allowed = typeof result === 'string' ? decodeUint(result) : null
  if (allowed !== null) return allowed
  throw new SwaprouteError('UNKNOWN_TOKEN', `${token} is not a token on ${blockchain}.`, {
    hint: 'Check the address and the chain it belongs to.',
    context: { blockchain, address: token },
  })
}
