import { concatHex, encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'

import {
  type ChainFacts,
  type ContractCase,
  type LogFact,
  logOf,
  payment,
  type ViewFact,
} from '../contractCase.ts'
import { type Body, evm, hash } from '../depositSupport.ts'

// Messages of the bridge and how they end: scroll-tech/scroll-contracts. The answer of the history
// service: bridge-history-api/internal/types/schema.go of scroll-tech/scroll.

const alice = evm('alice')
export const parent = {
  blockchain: 'ETH',
  router: '0xF8B1378579659D8F7EE5f3C929c2f3E332E41Fd6',
  messenger: '0x6774Bcbd5ceCeF1336b5300fb5186a12DDD8b367',
} as const
export const child = {
  blockchain: 'SCROLL',
  router: '0x4C0926FF5252A435FD19e10ED15e5a249Ba19d79',
  messenger: '0x781e90f1c8Fc4611c9b7497C3B47F99Ef6969CbC',
} as const
const rollup = '0xa13BAF47339d63B743e7Da8741db5456DAc1E556'
export const nonce = 333_667n

function callOf(signature: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: parseAbi([signature]), args } as never)
}

export type Message = { from: string; to: string; value: bigint; message: Hex }

export const sent = (
  { messenger }: { messenger: string },
  { from, to, value, message }: Message,
): LogFact =>
  logOf(
    messenger,
    'event SentMessage(address indexed sender, address indexed target, uint256 value, uint256 messageNonce, uint256 gasLimit, bytes message)',
    { sender: from, target: to, value, messageNonce: nonce, gasLimit: 0n, message },
  )

function hashOf({ from, to, value, message }: Message): Hex {
  const call =
    'function relayMessage(address from, address to, uint256 value, uint256 nonce, bytes message)'
  return keccak256(callOf(call, [from, to, value, nonce, message]))
}

export const tokenCall = (
  name: string,
  l1: string,
  l2: string,
  to: string,
  amount: bigint,
  data: Hex,
): Hex =>
  callOf(
    `function ${name}(address l1Token, address l2Token, address from, address to, uint256 amount, bytes data) payable`,
    [l1, l2, alice, to, amount, data],
  )
export const etherCall = (name: string, to: string, amount: bigint, data: Hex = '0x'): Hex =>
  callOf(`function ${name}(address from, address to, uint256 amount, bytes data) payable`, [
    alice,
    to,
    amount,
    data,
  ])

const executed = (
  { blockchain, messenger }: typeof parent | typeof child,
  message: Message,
  returns: boolean,
): ViewFact => ({
  blockchain,
  to: messenger,
  signature: `function ${blockchain === 'ETH' ? 'isL2MessageExecuted' : 'isL1MessageExecuted'}(bytes32 hash) view returns (bool)`,
  args: [hashOf(message)],
  returns,
})
const shown = (
  { blockchain, messenger }: typeof parent | typeof child,
  name: string,
  message: Message,
): NonNullable<ChainFacts['mined']> => [
  {
    blockchain,
    hash: hash('delivery'),
    from: evm('relayer'),
    to: messenger,
    logs: [
      logOf(messenger, `event ${name}(bytes32 indexed messageHash)`, {
        messageHash: hashOf(message),
      }),
    ],
  },
]

export function depositStates(message: Message): ContractCase['states'] {
  const not = executed(child, message, false)
  return [
    [
      'a deposit that was carried out',
      'SUCCESS',
      { views: [executed(child, message, true)], mined: shown(child, 'RelayedMessage', message) },
    ],
    ['a deposit on its way', 'PENDING', { views: [not] }],
    [
      'a deposit that failed on SCROLL',
      'REVERT',
      { views: [not], mined: shown(child, 'FailedRelayedMessage', message) },
    ],
  ]
}

const path = [hash('left'), hash('middle'), hash('right')].map((item): Hex => `0x${item.slice(2)}`)
export const batch = 58_524n

/** As WithdrawTrieVerifier.sol: by the digits of the nonce. */
function rootOf(message: Message): Hex {
  let [node, place] = [hashOf(message), nonce]
  for (const item of path) {
    node = keccak256(concatHex(place % 2n === 0n ? [node, item] : [item, node]))
    place /= 2n
  }
  return node
}

export const proof = concatHex(path)

function history(info: Body): NonNullable<ChainFacts['exchanges']> {
  const result = {
    hash: payment,
    message_hash: hash('message'),
    token_type: 2,
    token_ids: null,
    token_amounts: ['1'],
    message_type: 2,
    tx_status: 0,
    counterpart_chain_tx: { hash: '', block_number: 0 },
    claim_info: info,
    block_timestamp: 1_763_629_200,
  }
  const body = { errcode: 0, errmsg: '', data: { results: [result], total: 1 } }
  return [{ method: 'POST', path: '/txsbyhashes', request: { txs: [payment] }, body }]
}

export function proved(
  message: Message,
  more: { root?: string; finalized?: boolean } = {},
): ChainFacts {
  const { root = rootOf(message), finalized = true } = more
  const at = { blockchain: 'ETH', to: rollup, args: [batch] } as const
  const { from, to, value, message: data } = message
  const place = { batch_index: String(batch), merkle_proof: proof }
  return {
    views: [
      executed(parent, message, false),
      {
        ...at,
        signature: 'function isBatchFinalized(uint256 index) view returns (bool)',
        returns: finalized,
      },
      {
        ...at,
        signature: 'function withdrawRoots(uint256 index) view returns (bytes32)',
        returns: root,
      },
    ],
    exchanges: history({
      from,
      to,
      value: String(value),
      nonce: String(nonce),
      message: data,
      proof: place,
      claimable: true,
    }),
  }
}

export function withdrawalStates(message: Message): ContractCase['states'] {
  const not = executed(parent, message, false)
  return [
    [
      'a withdrawal that was claimed',
      'SUCCESS',
      { views: [executed(parent, message, true)], mined: shown(parent, 'RelayedMessage', message) },
    ],
    ['a withdrawal to be claimed', 'READY_TO_CLAIM', proved(message)],
    ['a withdrawal without a proof', 'PENDING', { views: [not], exchanges: history(null) }],
    ['a history that does not know it', 'PENDING', { views: [not] }],
    ['a batch that is not final', 'PENDING', proved(message, { finalized: false })],
    ['a proof of another root', 'PENDING', proved(message, { root: hash('other') })],
  ]
}
