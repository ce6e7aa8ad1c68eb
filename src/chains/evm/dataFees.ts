import type { DataFeeKind } from '../chainWords.ts'
import { decodeUint } from './erc20.ts'
import { encodeBytes, encodeCall, encodeUint, wordBytes } from './hex.ts'
import { type Aggregate3Call, decodeAggregate3, encodeAggregate3 } from './multicall3.ts'

// What rollups charge on top of gas × price: the data of a transaction on their L1, and an operator's
// fee. Each chain's own oracle computes it; a fork of the chain changes the formula, not the calls.
// Sources, read 2026-11:
// - OP Stack: `getL1Fee(bytes)`, `getOperatorFee(uint256)` since Isthmus
//   (ethereum-optimism/optimism, packages/contracts-bedrock/src/L2/GasPriceOracle.sol); chains: viem's
//   `contracts.gasPriceOracle`, and HEMI, BOBA, BLAST's test network by their documents
// - MANTA_PACIFIC: the same before Ecotone; its SystemConfig had overhead 1100, scalar 30000 on
//   2026-08-20 (l2beat/l2beat, packages/config/src/projects/mantapacific/discovered.json)
// - XLAYER: OP Stack since 2025-10-27 (okx/xlayer-docs, contracts.mdx; l2beat, xlayer/discovered.json).
//   Its oracle speaks OKB; all scalars were 0 on 2026-07-01, and their owner may change them
// - CELO: OP Stack since 2025-03-26; "always keeping the L1 fee at zero", the base fee covers it
//   (docs.celo.org/cel2/whats-changed/op-l2). Scalars and operator fee were 0 in July 2026 (l2beat,
//   celo/discovered.json), and the oracle would return an operator fee
// - METIS: the oracle at the same address, in METIS. Since its Shanghai fork the fee is charged
//   on top of gas (MetisProtocol/mvm 79c1236, l2geth/core/state_transition.go, pull request 96); the
//   fork is active (MetisProtocol/docs, andromeda/network/faq.mdx: PUSH0). The page "Transaction
//   fees" of docs.metis.io describes the earlier rule
// - MANTLE: the same contract, whose L1 fee is in ETH and is paid in MNT at `tokenRatio()`, the
//   operator's fee in MNT (mantlenetworkio/mantle-v2, GasPriceOracle.sol; axelarnetwork/axelarjs-sdk,
//   pull request 385; @metamask/transaction-controller 66.0.1, MantleLayer1GasFeeFlow)
// - SCROLL: `getL1Fee(bytes)` of L1GasPriceOracle (scroll-tech/scroll-contracts, src/L2/predeploys)
// - MORPH: the same at its own predeploy (morph-l2/morph, contracts/l2/system/GasPriceOracle.sol)
// Rollups whose gas or gas price has their L1, so that estimates have it:
// - ARBITRUM, and GRAVITY on its stack: in gas (docs.arbitrum.io,
//   how-arbitrum-works/deep-dives/gas-and-fees; l2beat.com/scaling/projects/galxegravity)
// - ZK_SYNC, and ZK_LINK on its stack: gas for each byte (docs.zksync.io, zk-stack/concepts/fee-mechanism)
// - LINEA: in the price (docs.linea.build, network/how-to/gas-fees)
// - TAIKO: in the base fee (docs.taiko.xyz, taiko-alethia-protocol/codebase-analysis/taikol2-contract)
// - MERLIN, ZK_FAIR, on Polygon's CDK: in the price, as XLAYER before it moved
//   (bitcoinlayers.org/layers/merlin; l2beat, zkfair/zkfair.ts). Their own pages add nothing

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
 * The fields of an unsigned type 2 transaction except receiver, value and data (nonce, fees, gas,
 * lengths) in bytes that do not compress; oracles add the signature themselves.
 */
const fieldsBytes = 56
/** Words of calldata of a usual swap. */
const usualWords = 9
/** Units of a usual swap, for the operator's share. */
const usualGas = 250_000n

/** Placeholder for a swap whose transaction is not built yet: one address or amount in each word. */
export const usualCall: PricedBytes = {
  to: `0x${scattered(20, 3)}`,
  data: `0x${scattered(4, 5)}${Array.from({ length: usualWords }, (_, at) => scattered(20, 7 + at).padStart(2 * wordBytes, '0')).join('')}`,
  value: 0n,
  gas: usualGas,
}

/** What a chain needs to return its fees; `chains.ts` has it. */
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
