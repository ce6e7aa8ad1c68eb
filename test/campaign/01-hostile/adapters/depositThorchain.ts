/**
 * THORChain: nothing is ordered, a vault and a memo are asked for twice, and a person pays them from
 * a chain without a local wallet. What is compared is what that person is shown.
 */
import type { DepositWire } from '../../../providers/depositWire.ts'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { Cell, Cells, Facts, HostileAdapter } from '../kit/adapter.ts'
import { at, isRecord, put } from '../../../support/bodies.ts'
import { cellsWith, evil, extraClaims, falseEnd } from '../kit/cells.ts'
import type { Lie } from '../kit/server.ts'
import type { Run, Stage } from '../kit/stage.ts'
import { bend, claim, together, type Where, withStatus } from '../kit/wire.ts'
import { depositCells, noOffer } from './depositCells.ts'

const id = 'thorchain'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'
const strangersBitcoin = 'bc1q3t9y7dnhf7p2vlzs0juujenefqhze3m8jk9q45'
const litecoin = 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'
const burned = '1BitcoinEaterAddressDontSendf59kuE'
const foreignHash = 'AB'.repeat(32)

const order =
  `deposit 0.01 btc:BTC to eth:USDC -r ${receiver} --provider ${id} --yes --no-wait`.split(' ')

/** Three quotes make an order: the estimate, and vault and memo asked for twice. */
const quote =
  (hasReceiver: boolean, number?: number): Where =>
  ({ front, call, count, request }) =>
    front === id &&
    call.endsWith('/quote/swap') &&
    request.path.includes('destination=') === hasReceiver &&
    (number === undefined || count === number)
const [quoted, ordered, again] = [quote(false), quote(true, 2), quote(true, 3)]
const vaults: Where = ({ front, call }) => front === id && call.endsWith('/inbound_addresses')
const state: Where = ({ front, call }) => front === id && call.includes('/tx/status/')

const wire: DepositWire<Where> = {
  pair: [],
  quoted,
  created: ordered,
  echo: again,
  state,
  out: {
    quoted: ['expected_amount_out'],
    created: ['expected_amount_out'],
    echo: ['expected_amount_out'],
  },
  address: { created: 'inbound_address', echo: 'inbound_address' },
  amount: { created: null, echo: '' },
  receiver: '',
  refund: null,
  srcCoin: {},
  dstCoin: {},
  dstChain: {},
  otherOrder: {},
  deadline: { expiry: 1_600_000_000 },
  done: (hash) => ended(hash, { memo: null }),
  refunded: (hash) => returned(hash, 'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej'),
  unknown: { stages: { abracadabra: { completed: true } }, out_txs: null, planned_out_txs: null },
}

export function thorchainAdapter(sandbox: CliSandbox): HostileAdapter {
  const status = ({ prepared }: Facts, name: string): string[] => [
    'status',
    prepared[`${name}Hash`] ?? '',
    '--chain',
    'btc',
  ]
  return {
    id,
    providers: [id],
    scenes: {
      pay: { kind: 'unsigned', words: () => order },
      slow: { kind: 'unsigned', words: () => [...order, '--timeout', '2'] },
      status: { kind: 'follow', state: 'stalled', words: (facts) => status(facts, 'stalled') },
      delivered: { kind: 'follow', state: 'paid', words: (facts) => status(facts, 'paid') },
    },
    prepare: (stage) => preparePayments(stage, sandbox),
    cells,
    essence: shown,
  }
}

/** What a person would pay: address, amount, memo. */
function shown({ document }: Run): unknown {
  const { depositAddress, amountToSend, extraFields } = document.data?.transaction ?? {}
  return { depositAddress, amountToSend, extraFields }
}

/** Two orders paid by script: one is delivered, any end reported of the other is a lie. */
async function preparePayments(stage: Stage, sandbox: CliSandbox): Promise<Record<string, string>> {
  const run = async (words: readonly string[]): Promise<Run['document']['data']> => {
    const { document } = await stage.run(words, undefined, { forwards: true })
    if (!document.ok) throw new Error(`${words.join(' ')}: ${JSON.stringify(document.error)}`)
    return document.data
  }
  const pay = async (name: string): Promise<Record<string, string>> => {
    const { receiptId } = await run([...order, '--force'])
    const { hash } = await run(['sandbox', 'deposit', 'pay', receiptId])
    stage.keep(name)
    return { [`${name}Receipt`]: receiptId, [`${name}Hash`]: hash }
  }
  stage.restore(null)
  const paid = await pay('paid')
  const told = await run(['status', paid['paidHash'] ?? '', '--chain', 'btc', '--wait=18s'])
  const payout: unknown = told?.destinationTxHash
  if (typeof payout !== 'string') throw new Error(`nothing came: ${JSON.stringify(told)}`)
  await sandbox.fault(id, 'stall')
  return { ...paid, payout, ...(await pay('stalled')) }
}

function cells(facts: Facts): Cells {
  const { prepared } = facts
  const well = claim(state, { somethingMore: { note: 'all is well' } })
  const follow = (lies: readonly Lie[]): Cell => falseEnd(lies, well, { scenes: ['status'] })
  const memo = (where: Where, change: (text: string) => string): Lie =>
    bend(where, (body) => put(body, 'memo', change(String(at(body, 'memo')))))
  const memos = (change: (text: string) => string): readonly Lie[] => [
    memo(again, change),
    memo(ordered, change),
  ]
  const vault = (address: string): Lie => bend(vaults, (body) => ofBitcoin(body, { address }))
  const everywhere = (address: string): Lie =>
    together(
      vault(address),
      ...[ordered, again].map((one) => claim(one, { inbound_address: address })),
    )
  // Our own memo is made of what was asked: of theirs only the receiver's spelling may differ.
  const lowerCase = memo(again, (text) => text.replace(receiver, receiver.toLowerCase()))
  const cell = cellsWith(lowerCase)
  const upperAddress = bend(again, (body) =>
    put(body, 'inbound_address', String(at(body, 'inbound_address')).toUpperCase()),
  )
  return {
    ...depositCells(wire, facts),
    'foreign-target': cell(
      [
        claim(again, { inbound_address: strangersBitcoin }),
        claim(ordered, { inbound_address: strangersBitcoin }),
        vault(strangersBitcoin),
      ],
      ['D3'],
      upperAddress,
    ),
    'target-without-code': cell(
      [everywhere(burned), everywhere('1111111111111111111114oLvT2')],
      ['D4'],
      upperAddress,
    ),
    'token-as-target': cell(
      [everywhere('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'), everywhere(receiver)],
      ['D4'],
      upperAddress,
    ),
    'wrong-chain': cell(
      [claim(again, { inbound_address: litecoin }), claim(ordered, { inbound_address: litecoin })],
      ['D3'],
      upperAddress,
    ),
    'foreign-receiver': cell(
      memos((text) => text.replace(receiver, evil)),
      'D3',
    ),
    'receiver-at-the-tail': cell(
      memos((text) => text.replace(receiver, `${receiver}${evil.slice(2)}`)),
      'D3',
    ),
    'foreign-refund': cell(
      memos((text) => text.replace(receiver, `${receiver}/${strangersBitcoin}`)),
      'D3',
    ),
    'wrong-destination-chain': cell(
      memos((text) => text.replace(/^=:[^:]*/, '=:BASE.ETH')),
      'D3',
    ),
    'other-tokens': cell(
      memos((text) => text.replace(/^=:[^:]*/, '=:ETH.ETH')),
      'D3',
    ),
    'altered-order': cell(
      [
        ...memos((text) => `${text}:mallory:1000`),
        ...memos((text) => text.replace(/^=/, '+')),
        claim(again, { memo: null }),
      ],
      ['D3', 'D5'],
      memo(again, (text) => text.replace(/^=/, 'SWAP')),
    ),
    'other-amount': extraClaims('pay', ordered, { amount: '99999999', amount_in: '1' }),
    'fee-grown': extraClaims('pay', ordered, { 'fees.affiliate': '999999', 'fees.total': '999' }),
    'minimum-zero': cell(
      [...memos((text) => text.replace(/(:[^:]*:[^:]*).*$/, '$1:0')), claim(quoted, nothing)],
      ['ignored', ...noOffer],
      lowerCase,
    ),
    'expired-quote': cell(
      [claim(again, over), claim(ordered, over), claim(quoted, over)],
      ['UPSTREAM_FAILED', 'NO_ROUTE'],
      bend(again, (body) => put(body, 'expiry', Number(at(body, 'expiry')) - 60)),
    ),
    'success-of-another-swap': follow([
      // The index mixes two swaps up: the payout names its own swap.
      claim(state, ended(prepared['payout'] ?? '', { memo: `OUT:${prepared['paidHash']}` })),
    ]),
    'success-with-foreign-hash': follow([
      claim(state, wire.done(foreignHash)),
      claim(state, wire.done(prepared['stalledHash'] ?? '')),
    ]),
    'success-without-hash': follow([claim(state, wire.done(null))]),
    'refund-elsewhere': follow([
      claim(state, returned(foreignHash, strangersBitcoin)),
      claim(state, returned(prepared['stalledHash'] ?? '', null)),
      claim(state, returned(null, null)),
    ]),
    'false-failure': follow([
      claim(state, wire.unknown),
      withStatus(state, 500, { error: 'failed' }),
    ]),
    'unknown-word': follow([
      claim(state, wire.unknown),
      withStatus(state, 404, { error: 'not found' }),
    ]),
  }
}

const nothing = { expected_amount_out: '0' }
const over = { expiry: 1_600_000_000 }

const completed = { completed: true }
const stages = {
  inbound_observed: { started: true, completed: true },
  inbound_confirmation_counted: completed,
  inbound_finalised: completed,
  swap_status: { pending: false },
  swap_finalised: completed,
  outbound_delay: completed,
  outbound_signed: completed,
}

function ended(hash: string | null, { memo }: { memo: string | null }): Record<string, unknown> {
  const coin = { asset: usdc, amount: '59000000000' }
  const payout = { id: plain(hash), chain: 'ETH', to_address: receiver, coins: [coin], memo }
  return {
    stages,
    planned_out_txs: [{ chain: 'ETH', to_address: receiver, coin, refund: false }],
    out_txs: hash === null ? [] : [payout],
  }
}

/** @param to null: no account is named */
function returned(hash: string | null, to: string | null): Record<string, unknown> {
  const coin = { asset: 'BTC.BTC', amount: '990000' }
  const refund = { id: plain(hash), chain: 'BTC', to_address: to, coins: [coin], memo: null }
  return {
    stages,
    planned_out_txs: [{ chain: 'BTC', to_address: to, coin, refund: true }],
    out_txs: hash === null ? [] : [refund],
  }
}

function plain(hash: string | null): string {
  return (hash ?? '').replace(/^0x/i, '').toUpperCase()
}

function ofBitcoin(body: unknown, values: Record<string, unknown>): void {
  const rows: unknown[] = Array.isArray(body) ? body : []
  for (const row of rows) {
    if (isRecord(row) && row['chain'] === 'BTC') Object.assign(row, values)
  }
}
