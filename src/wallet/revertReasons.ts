import { keccak_256 } from '@noble/hashes/sha3.js'
import { isHexData, readBytes, readSize, readUint } from '../chains/evm/hex.ts'
import { foreignReason } from '../core/foreignReason.ts'

/** A node's answer about a call that failed. */
export type CallFailure = { data: string | null; message: string }

// `Error(string)` and `Panic(uint256)`.
// https://docs.soliditylang.org/en/latest/control-structures.html (read 2026-11)
const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

const tooLittle = 'the price moved: less than the accepted minimum would arrive'
const tooMuch = 'the price moved: more than the accepted maximum would be spent'
const tooLate = 'the deadline of the transaction has passed'
const noBalance = 'the token balance of the account is too low'
const noAllowance = 'the contract is not allowed to take the token'
const notTaken = 'the token could not be taken from the account (balance or approval too small)'
const transferFee = 'the token takes a fee on transfers, which this swap does not allow for'
const noLiquidity = 'the pool does not have enough liquidity'

/** Texts of common contracts; forks change only the part before the colon. */
const knownTexts: readonly (readonly [RegExp, string])[] = [
  [/INSUFFICIENT_OUTPUT_AMOUNT|Too little received|slippage/i, tooLittle],
  [/EXCESSIVE_INPUT_AMOUNT|Too much requested/i, tooMuch],
  [/: EXPIRED$|Transaction too old|deadline/i, tooLate],
  [/TRANSFER_FROM_FAILED|transferFrom failed|^STF$/i, notTaken],
  [/exceeds balance|insufficient balance|ds-math-sub-underflow/i, noBalance],
  [/exceeds allowance|insufficient allowance|insufficient-allowance/i, noAllowance],
  [/INSUFFICIENT_LIQUIDITY/i, noLiquidity],
  // The pair's product fell: less of the token reached it than stated in the call.
  [/: K$/, transferFee],
]

/** Custom errors of common contracts, by the signature behind their selector. */
const knownErrors: readonly (readonly [string, string])[] = [
  // https://eips.ethereum.org/EIPS/eip-6093 (read 2026-11)
  ['ERC20InsufficientBalance(address,uint256,uint256)', noBalance],
  ['ERC20InsufficientAllowance(address,uint256,uint256)', noAllowance],
  ['ERC20InvalidReceiver(address)', 'the token does not allow this receiver'],
  ['SafeERC20FailedOperation(address)', notTaken],
  // https://docs.uniswap.org/contracts/permit2/reference/allowance-transfer (read 2026-11)
  ['AllowanceExpired(uint256)', noAllowance],
  ['InsufficientAllowance(uint256)', noAllowance],
  // https://docs.uniswap.org/contracts/universal-router/overview (read 2026-11)
  ['TransactionDeadlinePassed()', tooLate],
  ['V2TooLittleReceived()', tooLittle],
  ['V3TooLittleReceived()', tooLittle],
  ['V2TooMuchRequested()', tooMuch],
  ['V3TooMuchRequested()', tooMuch],
  // Across SpokePool, https://docs.across.to (read 2026-11)
  ['InvalidQuoteTimestamp()', 'the quote of the bridge is too old'],
  ['InvalidFillDeadline()', 'the deadline of the bridge transfer is out of range'],
  ['InvalidExclusiveRelayer()', 'the bridge does not allow this relayer'],
  ['DepositsArePaused()', 'the bridge accepts no deposits at the moment'],
]

/** https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require */
const panics: Readonly<Record<string, string>> = {
  '0x1': 'an internal check of the contract failed',
  '0x11': 'a number in the contract went out of range',
  '0x12': 'the contract divided by zero',
  '0x21': 'the contract found an unknown value',
  '0x31': 'the contract read from an empty list',
  '0x32': 'the contract read past the end of a list',
  '0x41': 'the contract requested too much memory',
  '0x51': 'the contract called an empty function',
}

/**
 * Why a call failed, as part of a sentence in plain words; the contract's own text follows in
 * quotes if there is one, on one line and without links.
 */
export function revertReason({ data, message }: CallFailure): string {
  if (data === null || !isHexData(data) || data.length < 10) return fromMessage(message)
  const selector = data.slice(0, 10).toLowerCase()
  if (selector === errorSelector) {
    const text = readErrorText(data)
    if (text !== null) return fromText(text)
  }
  if (selector === panicSelector && data.length >= 74) {
    const code = `0x${readUint(data, 4).toString(16)}`
    return `${panics[code] ?? 'the contract panicked'} (panic ${code})`
  }
  const known = knownErrors.find(([signature]) => selectorOf(signature) === selector)
  if (known !== undefined) return `${known[1]} (${known[0].split('(')[0]})`
  return `the contract reverted with its own error ${selector}`
}

function fromText(text: string): string {
  const quote = `"${foreignReason(text).replaceAll('"', "'")}"`
  const known = knownTexts.find(([pattern]) => pattern.test(text))
  return known === undefined ? `the contract reverted with ${quote}` : `${known[1]} (${quote})`
}

/** Nodes that return no data often repeat the contract's text after a colon. */
function fromMessage(message: string): string {
  if (/out of gas|gas required exceeds/i.test(message)) return 'it would run out of gas'
  if (/insufficient funds/i.test(message)) return 'the account cannot pay the amount and the gas'
  const match = /\brevert(?:ed)?(?: with reason string)?[\s:]+['"]?(.+?)['"]?$/i.exec(message)
  const text = match?.[1]
  return text === undefined ? 'the contract reverted without a reason' : fromText(text)
}

function readErrorText(data: string): string | null {
  try {
    const bytes = readBytes(data, 4 + readSize(data, 4))
    return Buffer.from(bytes.slice(2), 'hex').toString('utf8')
  } catch {
    return null // badly encoded: treated as no text
  }
}

function selectorOf(signature: string): string {
  const hash = keccak_256(Buffer.from(signature, 'ascii'))
  return `0x${Buffer.from(hash.subarray(0, 4)).toString('hex')}`
}
