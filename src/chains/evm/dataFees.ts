import type { DataFeeKind } from '../chainWords.ts'
import { decodeUint } from './erc20.ts'
import { encodeBytes, encodeCall, encodeUint, wordBytes } from './hex.ts'
import { type Aggregate3Call, decodeAggregate3, encodeAggregate3 } from './multicall3.ts'

// What rollups charge besides gas × price: the data of a transaction on their L1, and an operator's
// fee. Each chain's own oracle computes it; a fork of the chain changes the formula, not the calls.
// Sources, read 2026-11:
// - OP Stack: `getL1Fee(bytes)`, `getOperatorFee(uint256)` since Isthmus
//   (ethereum-optimism/optimism, packages/contracts-bedrock/src/L2/GasPriceOracle.sol); chains: viem's
//   `contracts.gasPriceOracle`, and HEMI, BOBA, BLAST's test network by their documents
// - MANTLE: the same contract, whose L1 fee is in ETH and is paid in MNT at `tokenRatio()`
//   (mantlenetworkio/mantle-v2, GasPriceOracle.sol; vultisig/vultisig-android#4911)
// - SCROLL: `getL1Fee(bytes)` of L1GasPriceOracle (scroll-tech/scroll-contracts, src/L2/predeploys)
// - MORPH: the same at its own predeploy (morph-l2/morph, contracts/l2/system/GasPriceOracle.sol)
// ARBITRUM, GRAVITY, ZK_SYNC, ZK_LINK, LINEA and TAIKO carry their L1 in gas or its price: estimates
// have it.

/** A transaction as far as it is paid for by its bytes; `gas`: what it may use. */
export type PricedBytes = { to: string; data: string; value: bigint; gas: bigint }

const oracles: Readonly<Record<DataFeeKind, string>> = {
  'op-stack': '0x420000000000000000000000000000000000000F',
  mantle: '0x420000000000000000000000000000000000000F',
  scroll: '0x5300000000000000000000000000000000000002',
  morph: '0x530000000000000000000000000000000000000f',
}
const getL1FeeSelector = '0x49948e0e'
const getOperatorFeeSelector = '0x275aedd2'
const tokenRatioSelector = '0x06f837d3'

/**
 * The fields of an unsigned type 2 transaction besides receiver, value and data (nonce, fees, gas,
 * lengths) in bytes that do not compress; oracles add the signature themselves.
 */
const fieldsBytes = 56
/** Words of calldata of a usual swap. */
const usualWords = 9
/** Units of a usual swap, for the operator's share. */
const usualGas = 250_000n

/** Stands for a swap whose transaction is not built yet: one address or amount in each word. */
export const usualCall: PricedBytes = {
  to: `0x${scattered(20, 3)}`,
  data: `0x${scattered(4, 5)}${Array.from({ length: usualWords }, (_, at) => scattered(20, 7 + at).padStart(2 * wordBytes, '0')).join('')}`,
  value: 0n,
  gas: usualGas,
}

/** What a chain needs to tell its fees; `chains.ts` has it. */
type Teller = { dataFee: DataFeeKind; multicall3: string }

/** One `eth_call` for the fees of all transactions. */
export function dataFeeCall(
  { dataFee, multicall3 }: Teller,
  transactions: readonly PricedBytes[],
): { method: string; params: readonly unknown[] } {
  const data = encodeAggregate3(readsOf(dataFee, transactions))
  return { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
}

/**
 * What the chain would charge for each now, native base units. 0 without an oracle, as on local
 * chains.
 * @throws SwaprouteError CHAIN_UNAVAILABLE for an answer of another form
 */
export function readDataFees(
  { dataFee }: Pick<Teller, 'dataFee'>,
  transactions: readonly PricedBytes[],
  answer: string,
): bigint[] {
  if (answer === '0x') return transactions.map(() => 0n)
  const reads = readsOf(dataFee, transactions)
  const numbers = decodeAggregate3(answer, reads.length).map(({ success, returnData }) =>
    success ? (decodeUint(returnData) ?? 0n) : 0n,
  )
  const [ratio, fees] = dataFee === 'mantle' ? [numbers[0] ?? 0n, numbers.slice(1)] : [1n, numbers]
  return transactions.map((_, at) => (fees[2 * at] ?? 0n) * ratio + (fees[2 * at + 1] ?? 0n))
}

function readsOf(kind: DataFeeKind, transactions: readonly PricedBytes[]): Aggregate3Call[] {
  const target = oracles[kind]
  const read = (callData: string): Aggregate3Call => ({ target, allowFailure: true, callData })
  return [
    ...(kind === 'mantle' ? [read(tokenRatioSelector)] : []),
    ...transactions.flatMap((transaction) => [
      read(
        encodeCall(
          getL1FeeSelector,
          encodeUint(wordBytes),
          encodeBytes(unsignedBytes(transaction)),
        ),
      ),
      // Not there before Isthmus, nor on other stacks: the call fails, and nothing is charged.
      read(encodeCall(getOperatorFeeSelector, encodeUint(transaction.gas))),
    ]),
  ]
}

function unsignedBytes({ to, data, value }: PricedBytes): string {
  const digits = value === 0n ? '' : value.toString(16)
  const amount = digits.length % 2 === 0 ? digits : `0${digits}`
  return `0x${scattered(fieldsBytes, 1)}${to.slice(2)}${amount}${data.slice(2)}`
}

/** Bytes without zeros or repetitions, the same every time. */
function scattered(count: number, seed: number): string {
  let state = seed * 2_654_435_761
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state >>> 24) | 1).toString(16).padStart(2, '0')
  }).join('')
}
