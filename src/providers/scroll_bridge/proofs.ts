import * as z from 'zod/mini'

import { call, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { wireHex, wireUint } from '../../http/wire.ts'
import type { ClaimCall } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { askServiceOrder, type Service } from '../kits/service.ts'
import { claimsAt } from '../kits/rollup/claims.ts'
import { listedToken } from '../kits/rollup/tokenPairs.ts'
import { scrollEther, pairOfGateways, parent } from './contracts.ts'
import { type ScrollMessage, withdrawEther, withdrawToken } from './message.ts'

// A withdrawal is claimed with its place in the tree of all withdrawals, which Scroll's history
// service computes: internal/types/schema.go of bridge-history-api,
// https://github.com/scroll-tech/scroll (2024-08, in use in 2026). Only the path is taken from it, and
// it has to lead to the root that the rollup has on ETH: WithdrawTrieVerifier.sol of
// https://github.com/scroll-tech/scroll-contracts (2026-03).

const relay =
  'function relayMessageWithProof(address from, address to, uint256 value, uint256 nonce, bytes message, (uint256 batchIndex, bytes merkleProof) proof)'

const historyWire = z.object({
  data: z.nullish(
    z.object({
      results: z.nullish(
        z.array(
          z.object({
            claim_info: z.nullish(
              z.object({
                nonce: wireUint,
                proof: z.nullish(z.object({ batch_index: wireUint, merkle_proof: wireHex })),
              }),
            ),
          }),
        ),
      ),
    }),
  ),
})

type Proof = { batchIndex: bigint; merkleProof: string }

/** `silent`: the service does not answer. */
type Found = { kind: 'proof'; proof: Proof } | { kind: 'none' } | { kind: 'silent' }

export type FindProof = (message: ScrollMessage, tools: ContractTools) => Promise<Found>

/** @param url base address of the history service */
export function proofFinder(service: Service, url: string): FindProof {
  return async (message, tools) => {
    const history = await askHistory(service, url, message, tools)
    if (history === 'silent') return { kind: 'silent' }
    if (history === null) return { kind: 'none' }
    const [finalized, root] = await tools.read('ETH', [
      view(parent.rollup, 'function isBatchFinalized(uint256 index) view returns (bool)', [
        history.batchIndex,
      ]),
      view(parent.rollup, 'function withdrawRoots(uint256 index) view returns (bytes32)', [
        history.batchIndex,
      ]),
    ])
    const isProved =
      finalized.ok &&
      finalized.value &&
      root.ok &&
      root.value.toLowerCase() === rootOf(message, history, tools)
    return isProved ? { kind: 'proof', proof: history } : { kind: 'none' }
  }
}

async function askHistory(
  service: Service,
  url: string,
  { sentBy, nonce }: ScrollMessage,
  { context }: ContractTools,
): Promise<Proof | 'silent' | null> {
  try {
    const read = (body: unknown) => historyWire.parse(body).data?.results ?? []
    const ask = { url: `${url}/txsbyhashes`, body: { txs: [sentBy] }, read }
    const results = (await askServiceOrder(service, ask, context)) ?? []
    const proof = results.find(({ claim_info: it }) => it?.nonce === nonce)?.claim_info?.proof
    if (proof == null) return null
    return { batchIndex: proof.batch_index, merkleProof: proof.merkle_proof }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return 'silent'
    throw thrown
  }
}

/** The root that a path leads to from a message's hash. */
function rootOf(
  { hash, nonce }: ScrollMessage,
  { merkleProof }: Proof,
  { packedHash }: ContractTools,
): string | null {
  const items = merkleProof.slice(2).match(/.{64}/g) ?? []
  if (merkleProof.length !== 2 + 64 * items.length) return null
  let node = hash
  let place = nonce
  for (const item of items) {
    const pair = place % 2n === 0n ? [node, `0x${item}`] : [`0x${item}`, node]
    node = packedHash(['bytes32', 'bytes32'], pair)
    place /= 2n
  }
  return node.toLowerCase()
}

/** @throws SwaprouteError UNSAFE_ROUTE where it pays a token that is not known */
export function withdrawalClaim(
  message: ScrollMessage,
  { batchIndex, merkleProof }: Proof,
  { encode }: ContractTools,
): ClaimCall {
  const token = listedToken('ETH', message.token)
  if (token === null) throw unsafeCall('Scroll', 'pays a token that is not known')
  const { from, to, value, nonce, amount, recipient: receiver } = message
  const data = encode(relay, [
    asHex(from),
    asHex(to),
    value,
    nonce,
    asHex(message.message),
    { batchIndex, merkleProof: asHex(merkleProof) },
  ])
  return { blockchain: 'ETH', to: parent.messenger, data, token, amount, receiver }
}

type Payout = ClaimTerms & { l2Token: string | null }

const payouts = [
  call(withdrawEther, ([, recipient, amount, data]): Payout => {
    refuseData(data)
    return { token: zeroAddress, l2Token: null, amount, recipient }
  }),
  call(withdrawToken, ([token, l2Token, , recipient, amount, data]): Payout => {
    refuseData(data)
    return { token, l2Token, amount, recipient }
  }),
]

function refuseData(data: string): void {
  if (data !== '0x') throw unsafeCall('Scroll', 'runs a call on arrival')
}

export const scrollClaims = claimsAt({ ETH: parent.messenger }, () => [
  call(relay, ([from, gateway, value, , message], inside): ClaimTerms => {
    const { token, l2Token, amount, recipient } = inside.call(payouts, message)
    const pair = pairOfGateways(gateway, from, token)
    const isEther = l2Token === null
    const isIts = isEther
      ? pair === scrollEther && value === amount
      : pair !== null && isSameAddress(pair.SCROLL, l2Token) && value === 0n
    if (!isIts) throw unsafeCall('Scroll', 'does more than a withdrawal')
    return { token, amount, recipient }
  }),
])
