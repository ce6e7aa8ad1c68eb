import { chainById } from '../../chains/chains.ts'
import { type Call, call, type CallTerms, mapped } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { swapTerms } from './families/callTerms.ts'
import { familyOf } from './families/families.ts'
import { hasErc20Coin } from './families/checks.ts'
import { unoswapCalls } from './families/unoswapCalls.ts'
import { isUnoswapRow, unoswapRouter } from './families/unoswapPlan.ts'
import { contractOf, type DeploymentRow } from './rows.ts'

/**
 * Every call that a contract of the registry may receive; empty for a contract that no row is paid
 * through. Only calls of the row's own kind are accepted: families share selectors, and wrapped
 * coins, for one, treat any unknown call as a deposit.
 *
 * Wrapping itself (`deposit`) has no amount: the value arrives one to one.
 * @param rows of the chain
 */
export function rowCalls(rows: readonly DeploymentRow[], to: string): readonly Call[] {
  if (isSameAddress(to, unoswapRouter)) {
    const row = rows.find(isUnoswapRow)
    return row === undefined ? [] : unoswapCalls(row.wrapped)
  }
  return rows.filter((row) => isSameAddress(contractOf(row), to)).flatMap(callsOf)
}

function callsOf(row: DeploymentRow): readonly Call[] {
  if (row.family === 'wrapped') return wrappingCalls(row.wrapped.toLowerCase())
  const calls = familyOf(row).calls(row)
  if (hasErc20Coin(row)) return calls.map((each) => mapped(each, markCoin(row.wrapped)))
  const isPaid = familyOf(row).servesCoins(row) && isOwnWrapped(row)
  return isPaid ? calls.map((each) => mapped(each, markPaid(row.wrapped))) : calls
}

/** Whether the router wraps the coin with another token than the chain's usual one. */
function isOwnWrapped({ blockchain, wrapped }: DeploymentRow): boolean {
  return !isSameAddress(wrapped, chainById(blockchain).wrappedNative ?? wrapped)
}

/** V3 routers take the wrapped token also where native coins are attached. */
function markPaid(coin: string): (terms: CallTerms) => CallTerms {
  return (terms) =>
    isSameAddress(terms.srcToken ?? '', coin) ? { ...terms, srcTakesCoin: true } : terms
}

/** On Celo the wrapped token is the native coin itself. */
function markCoin(coin: string): (terms: CallTerms) => CallTerms {
  return (terms) =>
    isSameAddress(terms.dstToken ?? '', coin) ? { ...terms, dstIsCoin: true } : terms
}

const wrappingCalls = (wrapped: string): readonly Call[] => [
  call('function deposit() payable', () =>
    swapTerms({ recipient: null, srcToken: zeroAddress, dstToken: wrapped }),
  ),
  call('function withdraw(uint256 amount)', ([amount]) =>
    swapTerms({
      recipient: null,
      srcToken: wrapped,
      dstToken: zeroAddress,
      amountIn: amount,
      minOut: amount,
    }),
  ),
]
