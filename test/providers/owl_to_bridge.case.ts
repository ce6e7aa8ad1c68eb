import { createOwltoProvider } from '../../src/providers/owl_to_bridge.ts'
import { zeroAddress } from '../../src/core/token.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'

// Shapes: an answer of get_build_tx of 2024 as a public client holds it, and the vendor's documents.

const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const maker = '0x74F665BE90ffcd9ce9dcA68cB5875570B711CEca'
const usdc = tokenOf('BASE', 'USDC')
const signature =
  'function deposit(string target, address token, address maker, uint256 amount, uint256 destination, uint256 channel) payable'

type Side = { blockchain: 'BASE' | 'ETH' | 'LINEA' | 'SCROLL'; name: string; code: bigint }
const base: Side = { blockchain: 'BASE', name: 'BaseMainnet', code: 12n }
const eth: Side = { blockchain: 'ETH', name: 'EthereumMainnet', code: 1n }
const linea: Side = { blockchain: 'LINEA', name: 'LineaMainnet', code: 7n }
const scroll: Side = { blockchain: 'SCROLL', name: 'ScrollMainnet', code: 6n }

const amount = 5n * 10n ** 16n
const valueOf = (raw: string, ui: string) => ({ raw_value: raw, ui_value: ui, decimals: 18 })

function swapOf(src: Side, dst: Side, depositor: string): Pick<CallSwap, 'request' | 'honest'> {
  const answer = (receiver: string): Body => ({
    status: { code: 0, message: '' },
    data: {
      network_type: 1,
      token_name: 'ETH',
      from_chain_name: src.name,
      to_chain_name: dst.name,
      input_value: valueOf('50000000000000000', '0.05'),
      send_value: valueOf('50000000000000000', '0.05'),
      receive_value: valueOf('49600000000000000', '0.0496'),
      gas_fee: valueOf('300000000000000', '0.0003'),
      bridge_fee: valueOf('100000000000000', '1e-4'),
      min_value: valueOf('1000000000000000', '0.001'),
      max_value: valueOf('10000000000000000000', '10'),
      txs: {
        approve_body: null,
        transfer_body: {
          from: alice,
          to: depositor,
          value: '50000000000000000',
          data: encodeCall(signature, [
            receiver,
            zeroAddress,
            maker,
            amount,
            dst.code,
            98_675_412n,
          ]),
        },
      },
    },
  })
  const asked = (receiver: string): Exchange => ({
    method: 'POST',
    path: '/get_build_tx',
    request: {
      token_name: 'ETH',
      from_chain_name: src.name,
      to_chain_name: dst.name,
      ui_value: '0.05',
      from_address: alice,
      to_address: receiver,
      value_include_gas_fee: true,
    },
    body: answer(receiver),
  })
  const [sold, bought] = [tokenOf(src.blockchain, 'ETH'), tokenOf(dst.blockchain, 'ETH')]
  return {
    request: { ...requestOf(sold, bought, amount), fromAddress: alice, receiver: bob },
    honest: [asked(alice), asked(bob)],
  }
}

const put = (name: string, rule: string, change: (args: Body) => unknown): HostileCall => {
  return [name, rule, ({ args }) => change(args)]
}
const refused = (code: number, message: string): Body => ({ status: { code, message }, data: null })
const elsewhere = (selector: string): Body => ({
  status: { code: 0, message: '' },
  data: { txs: { approve_body: null, transfer_body: { to: mallory, data: selector, value: '1' } } },
})

export const callCase: CallCase = {
  source: { kind: 'shaped', from: 'docs.owlto.finance/integration-guides/api', date: '2026-11' },
  create: (baseUrl) => createOwltoProvider({ baseUrl }),
  ...swapOf(base, eth, '0xB5CeDAF172425BdeA4c186f6fCF30b367273DA19'),
  wire: {
    quotedOut: ['data.receive_value.raw_value'],
    builtOut: ['data.receive_value.raw_value'],
    srcAmount: 'data.send_value.raw_value',
    srcToken: null,
    dstToken: null,
    to: 'data.txs.transfer_body.to',
    data: 'data.txs.transfer_body.data',
    value: 'data.txs.transfer_body.value',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['0'],
    srcToken: ['1'],
    dstToken: [],
    srcAmount: ['3'],
    minimum: '',
    dstChain: '4',
    otherChain: 4n,
    free: {
      5: 'a number by which Owlto counts where a deposit came from; the contract only emits it',
    },
  },
  hostile: [
    put('an older maker', 'E8', (args) => (args[2] = '0x5e809A85Aa182A9921EDD10a4163745bb3e36284')),
    put('another maker', 'E8', (args) => (args[2] = mallory)),
    put('a token whose payout nothing names', 'E8', (args) => (args[1] = usdc.address)),
    put('an unknown chain', 'E8', (args) => (args[4] = 73n)),
    put('a receiver with a space', 'E8', (args) => (args[0] = `${args[0]} `)),
    put('a receiver without its first digits', 'E8', (args) => (args[0] = args[0].slice(2))),
    put('a receiver on STARKNET', 'E8', (args) => (args[0] = `0x${'12'.repeat(32)}`)),
    [
      'the Depositor of another chain',
      'E2',
      ({ body }) => (body.data.txs.transfer_body.to = '0x0e83DEd9f80e1C92549615D96842F5cB64A08762'),
    ],
  ],
  refusals: [
    [200, refused(903, 'pair not found'), 'NO_ROUTE'],
    [200, refused(904, 'value out of range'), 'NO_ROUTE'],
    [200, refused(906, 'build tx error'), 'UPSTREAM_REFUSED'],
    [200, elsewhere('0x2a0b3013'), 'NO_ROUTE'],
    [200, elsewhere('0x5e3bd9e9'), 'NO_ROUTE'],
  ],
  orders: {
    told: (word, { payout } = {}) => [
      {
        method: 'POST',
        path: '/get_receipt',
        body: {
          status: { code: /^\d+$/.test(word) ? Number(word) : word, message: '' },
          data: {
            from_chain_token_address: zeroAddress,
            to_chain_token_address: zeroAddress,
            to_chain_hash: payout ?? '',
          },
        },
      },
    ],
    words: [
      ['908', 'PENDING'],
      ['909', 'LONG_PENDING'],
    ],
    done: '0',
    foreign: [['another payout', (body) => (body.data.to_chain_hash = hash('other'))]],
  },
  more: {
    'to LINEA': swapOf(base, linea, '0xB5CeDAF172425BdeA4c186f6fCF30b367273DA19'),
    'from LINEA': swapOf(linea, scroll, '0xA562e2510ECDACAa1DB482fd287454AD2B979fa6'),
  },
}
