/** The 48 behaviours as a node can show them. */
import type { Cell, Cells, Facts } from '../kit/adapter.ts'
import { at, put } from '../../../support/bodies.ts'
import {
  approvalTransactions,
  cellsWith,
  evil,
  extraClaims,
  signatureRequests,
  transport,
  urlsToFetch,
} from '../kit/cells.ts'
import { dai, usdc, wrapped } from '../kit/contracts.ts'
import { hiddenCalls } from '../kit/evmCalls.ts'
import {
  answers,
  balanceAfter,
  callsOf,
  failure,
  from,
  quotes,
  result,
  soleCall,
  withLog,
} from '../kit/rpcLies.ts'
import type { Lie } from '../kit/server.ts'
import { claim, rewrite, terminalTexts, together, withStatus } from '../kit/wire.ts'
import { onchainEnds } from './onchainEnds.ts'
import { logsOf } from './onchainLogs.ts'
import { node, otherContract, router } from './onchainNames.ts'

const unlimited = (1n << 256n) - 1n
/** Answered alone, once before each plan. */
const code = soleCall(node, 'eth_getCode')
const unharmed = claim(code, { note: 'nothing' })

export function onchainCells(facts: Facts, owner: string): Cells {
  const { trapUrl } = facts
  const cell = cellsWith(unharmed)
  const log = logsOf(owner)
  const inPayment = (entry: object): Lie => withLog(node, router, entry)
  /** A log that approves nothing of ours, beside one that does. */
  const approving = (...entries: object[]): Cell =>
    cell(entries.map(inPayment), 'E10', inPayment(log.approvalOf(evil, usdc, evil, 1n)))
  const token = (address: string) => (to: string) => to.toLowerCase() === address.toLowerCase()
  const nativeReader = (to: string): boolean => to.toLowerCase().startsWith('0x53776170526f757465')
  const extra = (claims: Record<string, unknown>): Cell => extraClaims('pay', code, claims)
  const calls = hiddenCalls(evil)
  const other = hiddenCall(owner)
  const allowance = (value: bigint): Lie =>
    answers(
      node,
      'eth_call',
      ({ answer }) => (answer['result'] = word(value)),
      callsOf('0xdd62ed3e'),
    )
  const balance = (value: bigint): Lie =>
    answers(
      node,
      'eth_call',
      ({ answer }) => (answer['result'] = word(value)),
      callsOf('0x70a08231'),
    )
  const fees = (factor: bigint): Lie =>
    together(
      answers(
        node,
        'eth_gasPrice',
        ({ answer }) => (answer['result'] = times(answer['result'], factor)),
      ),
      answers(
        node,
        'eth_maxPriorityFeePerGas',
        ({ answer }) => (answer['result'] = times(answer['result'], factor)),
      ),
      answers(node, 'eth_feeHistory', ({ answer }) => feeHistory(answer, factor)),
      answers(node, 'eth_getBlockByNumber', ({ answer }) =>
        put(answer, 'result.baseFeePerGas', times(at0(answer, 'baseFeePerGas'), factor)),
      ),
    )
  const tips = (wei: bigint): Lie => {
    const told = `0x${wei.toString(16)}`
    return together(
      result(node, 'eth_gasPrice', told),
      result(node, 'eth_maxPriorityFeePerGas', told),
      answers(node, 'eth_feeHistory', ({ answer }) => {
        const rewards = at(answer, 'result.reward')
        if (Array.isArray(rewards))
          put(
            answer,
            'result.reward',
            rewards.map(() => [told]),
          )
      }),
    )
  }
  const time = (seconds: number): Lie =>
    answers(node, 'eth_getBlockByNumber', ({ answer }) =>
      put(answer, 'result.timestamp', `0x${seconds.toString(16)}`),
    )
  const said = (message: string, data: string | null = null): Record<string, unknown> => ({
    code: 3,
    message: `execution reverted: ${message}`,
    data: data ?? revertData(message),
  })
  const prices = ['NO_ROUTE', 'SIMULATION_FAILED', 'E10', 'PRICE_MOVED', 'CONFIRMATION_REQUIRED']
  return {
    'foreign-spender': approving(log.approval(usdc, evil, 1n), log.approval(dai, evil, unlimited)),
    'spender-of-another-provider': approving(log.approval(usdc, otherContract, 10_000_000n)),
    'unlimited-approval-data': cell(
      [allowance(unlimited), allowance(0n), allowance(9_999_999n), balance(unlimited)],
      'ignored',
      allowance(9_000_000n),
      'token',
    ),
    'wrong-approval-token': approving(
      log.approval(dai, router, 1n),
      log.approval(wrapped, router, unlimited),
    ),
    'foreign-target': extra({ ...approvalTransactions(usdc), to: evil, result2: evil }),
    'target-without-code': cell(
      [result(node, 'eth_getCode', '0x')],
      'E2',
      result(node, 'eth_getCode', '0x60'),
    ),
    'token-as-target': extra({ to: usdc, target: wrapped, data: calls.approve }),
    'foreign-receiver': cell(
      [balanceAfter(node, token(dai), (before) => before)],
      'E10',
      balanceAfter(node, token(dai), (_before, after) => after + 1n),
    ),
    'receiver-at-the-tail': extra({ data: `${evil}${owner.slice(2)}`, receiver: evil }),
    'foreign-refund': extra({ refundTo: evil, from: evil }),
    'wrong-chain': cell(
      ['0x1', '0xcc0292', '0x0'].map((id) => result(node, 'eth_chainId', id)),
      'E1',
      result(node, 'eth_chainId', '0xCC0291'),
    ),
    'wrong-destination-chain': cell(
      [from(node, 'eth_chainId', 2, result(node, 'eth_chainId', '0xcc0293'))],
      'E1',
      from(node, 'eth_chainId', 2, result(node, 'eth_chainId', '0xCC0291')),
    ),
    'other-amount': cell(
      [
        balanceAfter(node, token(usdc), (before) => before - 10_000_001n),
        balanceAfter(node, token(usdc), () => 0n),
      ],
      'E10',
      balanceAfter(node, token(usdc), (before) => before - 9_999_999n),
    ),
    'value-too-high': cell(
      [
        // Besides the gas, which the run takes like the payment.
        balanceAfter(node, nativeReader, (_before, after) => after - 1n),
        balanceAfter(node, nativeReader, () => 0n),
      ],
      'E10',
      balanceAfter(node, nativeReader, (_before, after) => after + 1n),
    ),
    'fee-grown': cell(
      [
        fees(100_000n),
        from(node, 'eth_feeHistory', 2, fees(100_000n)),
        result(node, 'eth_estimateGas', '0x1c9c381'),
        // 500 gwei of tip, by all words of the node: within its own history, and dear.
        tips(500n * 10n ** 9n),
        from(node, 'eth_feeHistory', 2, tips(500n * 10n ** 9n)),
      ],
      ['E11', 'P2', 'CONFIRMATION_REQUIRED'],
      // What it would like to be paid bounds the tip, and no more.
      answers(
        node,
        'eth_gasPrice',
        ({ answer }) => (answer['result'] = times(answer['result'], 2n)),
      ),
    ),
    'less-in-the-call': cell(
      [balanceAfter(node, token(dai), (before) => before + 1n)],
      'E10',
      balanceAfter(node, token(dai), (_before, after) => after + 10n ** 15n),
    ),
    'minimum-zero': cell(
      [quotes(node, () => 0n)],
      ['NO_ROUTE'],
      quotes(node, (amount) => amount + 3n),
      'pay',
      'other',
    ),
    'less-than-quoted': cell(
      [balanceAfter(node, token(dai), (before, after) => before + ((after - before) * 99n) / 100n)],
      'E10',
    ),
    'other-tokens': cell(
      [
        together(
          balanceAfter(node, token(dai), (before) => before),
          inPayment(log.transfer(evil, evil, owner, 10n ** 19n)),
        ),
      ],
      'E10',
      inPayment(log.transfer(evil, evil, owner, 10n ** 19n)),
    ),
    'altered-order': cell(
      [
        result(node, 'eth_sendRawTransaction', `0x${'ab'.repeat(32)}`),
        result(node, 'eth_sendRawTransaction', null),
        result(node, 'eth_sendRawTransaction', `0x${'\u001b'.repeat(3)}`),
        failure(node, 'eth_sendRawTransaction', { code: -32000, message: 'nonce too low' }),
        failure(node, 'eth_sendRawTransaction', { code: -32000, message: 'already known' }),
        failure(node, 'eth_sendRawTransaction', { code: -32000, message: 'insufficient funds' }),
        nonce('0x0'),
        nonce('0x1f'),
      ],
      'ignored',
      claim(soleCall(node, 'eth_sendRawTransaction'), { note: 'taken' }),
    ),
    'expired-quote': cell(
      [time(1_000_000_000), time(0), time(4_000_000_000)],
      ['ignored', 'E8', 'E10'],
      claim(soleCall(node, 'eth_getBlockByNumber'), { 'result.note': 'now' }),
    ),
    'approve-call': approving(log.approval(usdc, evil, unlimited)),
    'increase-allowance-call': approving(log.approval(usdc, router, 10_000_001n)),
    'transfer-from-call': cell(
      [
        together(
          inPayment(log.transfer(wrapped, owner, evil, 1n)),
          balanceAfter(node, token(wrapped), (before) => before - 1n),
        ),
      ],
      'E10',
      inPayment(log.transfer(wrapped, evil, evil, 1n)),
    ),
    'approval-for-all-call': approving(log.approvalForAll(dai, evil)),
    'permit-call': approving(log.permit(usdc, evil)),
    'permit2-call': approving(log.permit2(usdc, evil)),
    'signature-request': extra({ ...signatureRequests, ...other }),
    'price-tenfold': cell(
      [quotes(node, (amount) => amount * 10n)],
      prices,
      quotes(node, (amount) => amount + 1n),
      'pay',
      'other',
    ),
    'price-millionfold': cell(
      [quotes(node, (amount) => amount * 1_000_000n), quotes(node, () => unlimited)],
      prices,
      quotes(node, (amount) => amount + 2n),
      'pay',
      'other',
    ),
    'ruinous-price': cell(
      [
        quotes(node, (amount) => amount / 3n),
        // Another token's answer: 10 USDC in ETH.
        quotes(node, () => 3_333_333_333_333_333n),
        quotes(node, () => 1n),
      ],
      ['P2', 'NO_ROUTE', 'CONFIRMATION_REQUIRED'],
      quotes(node, (amount) => amount - 10n ** 14n),
      'pay',
      'other',
    ),
    ...onchainEnds(facts),
    'terminal-text': cell(
      terminalTexts.flatMap((text) => [
        failure(node, 'eth_simulateV1', said(text)),
        failure(node, 'eth_estimateGas', said(text)),
        failure(node, 'eth_call', { code: -32000, message: text }),
        failure(node, 'eth_sendRawTransaction', { code: -32000, message: text }),
        failure(node, 'eth_getCode', { code: -32000, message: text }),
      ]),
      [
        'ignored',
        'NO_ROUTE',
        'CHAIN_UNAVAILABLE',
        'SIMULATION_FAILED',
        'E10',
        'CONFIRMATION_REQUIRED',
      ],
      claim(code, { note: 'Zürich 東京 €' }),
    ),
    'look-alike-symbol': extra({ symbol: 'UЅDC', name: 'USD Coin (official)', decimals: 0 }),
    ...transport('pay', code, trapUrl, 'slow'),
    'url-to-fetch': urlsToFetch('pay', code, trapUrl),
    'odd-numbers': cell(
      [
        result(node, 'eth_chainId', 13_370_001),
        result(node, 'eth_chainId', '0x1e999'),
        result(node, 'eth_chainId', `0x${'f'.repeat(64)}`),
        result(node, 'eth_estimateGas', `0x${'f'.repeat(64)}`),
        result(node, 'eth_estimateGas', '-0x1'),
        result(node, 'eth_estimateGas', '0x0'),
        result(node, 'eth_gasPrice', '0x'),
        result(node, 'eth_getBalance', `0x${'f'.repeat(65)}`),
        nonce(`0x${'f'.repeat(16)}`),
        nonce(1.5),
        rewrite(code, (text) => text.replace(/"id":1\b/, '"id":1e999')),
      ],
      ['CHAIN_UNAVAILABLE', 'E1', 'E11', 'NO_ROUTE'],
    ),
    'error-in-2xx': cell(
      [
        failure(node, 'eth_getCode', { code: -32000, message: 'header not found' }),
        withStatus(code, 200, { error: 'rate limited' }),
        withStatus(code, 200, { jsonrpc: '2.0', id: 1 }),
        withStatus(code, 200, { jsonrpc: '2.0', id: 7, result: '0x60' }),
      ],
      'CHAIN_UNAVAILABLE',
      claim(code, { error: null }),
    ),
  }
}

function nonce(value: unknown): Lie {
  return answers(node, 'eth_getTransactionCount', ({ answer }) => (answer['result'] = value))
}

function hiddenCall(owner: string): Record<string, unknown> {
  return { method: 'eth_signTypedData_v4', params: [owner, '{}'] }
}

function word(value: bigint): string {
  return `0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`
}

function times(value: unknown, factor: bigint): string {
  return `0x${(BigInt(String(value)) * factor).toString(16)}`
}

function at0(answer: Record<string, unknown>, name: string): unknown {
  const { result: block } = answer
  return typeof block === 'object' && block !== null ? Reflect.get(block, name) : undefined
}

function feeHistory(answer: Record<string, unknown>, factor: bigint): void {
  const bases = at0(answer, 'baseFeePerGas')
  if (Array.isArray(bases))
    put(
      answer,
      'result.baseFeePerGas',
      bases.map((one) => times(one, factor)),
    )
}

/** `Error(string)`. */
function revertData(message: string): string {
  const text = Buffer.from(message)
  const padded = text.toString('hex').padEnd(Math.ceil(text.length / 32) * 64, '0')
  return `0x08c379a0${word(32n).slice(2)}${word(BigInt(text.length)).slice(2)}${padded}`
}
