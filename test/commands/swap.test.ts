import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import type { Services } from '../../src/commands/frame/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ExecutionEvent } from '../../src/execution/context.ts'
import { routeItem } from '../support/fakeApi.ts'
import {
  type CliOptions,
  type CliRun,
  documentOf,
  fixedNowMs,
  remaining,
  runCli,
} from '../support/runMain.ts'
import {
  alice,
  hashes,
  receiptId,
  step,
  type SwapScript,
  swapServices,
  usdc,
  usdcOnArbitrum,
} from '../support/swapScript.ts'
import { requestFor } from '../support/requests.ts'
import { readRouteItem } from '../../src/api/route.ts'

const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [routeItem('across', '249.71234')]
const sure = ['--yes', '--confirm-amount', '250']
const events: ExecutionEvent[] = [
  step('approve', 'sent', 'Approval sent', hashes.approve),
  step('approve', 'done', 'Approval confirmed', hashes.approve),
  step('pay', 'sent', 'Payment sent', hashes.source),
  step('deliver', 'waiting', 'Waiting for the delivery', null),
  { type: 'status', status: { status: 'PENDING', destinationTxHash: null }, elapsedMs: 900 },
]
const folder = mkdtempSync(join(tmpdir(), 'swaproute-swap-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Run = CliRun & { asked: ReturnType<typeof swapServices>['asked'] }

async function swap(
  argv: string[],
  script: SwapScript = {},
  options: CliOptions = {},
): Promise<Run> {
  const { services, asked } = swapServices(script)
  const run = await runCli(argv, {
    routes,
    ...options,
    services: { ...services, ...options.services },
  })
  return { ...run, asked }
}

describe('a swap that arrives', () => {
  test('shows the card, what was sent, and a receipt', async () => {
    const run = await swap([...line, ...sure], { events }, { columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stdout).toMatchSnapshot('stdout')
    expect(remaining(run.stderr)).toMatchSnapshot('stderr')
  })

  test('asks for a route of the paying account and its own receiver', async () => {
    const { calls, asked } = await swap([...line, ...sure])
    expect(calls).toEqual([
      {
        name: 'quoteBest',
        input: expect.objectContaining({ fromAddress: alice, receiver: alice }),
      },
    ])
    expect(asked.orders[0]).toMatchObject({
      request: {
        srcToken: { address: usdc.address, decimals: 6, listed: true },
        srcAmount: 250_000_000n,
      },
      fromAddress: alice,
      receiver: alice,
      quotedAtMs: fixedNowMs,
      minReceive: null,
      maxFeeUsdE18: null,
      idempotencyKey: null,
      force: false,
    })
    expect(asked.executed).toEqual([{ wait: true }])
  })

  test('hands over every term of the command line', async () => {
    const { asked } = await swap([
      ...line,
      ...sure,
      ...'--min-receive 249.5 --max-fee-usd 2.25 --idempotency-key k1 --force --no-wait'.split(' '),
    ])
    expect(asked.orders[0]).toMatchObject({
      minReceive: 249_500_000n,
      maxFeeUsdE18: 2_250_000_000_000_000_000n,
      idempotencyKey: 'k1',
      force: true,
    })
    expect(asked.executed).toEqual([{ wait: false }])
  })

  test('is one document for machines', async () => {
    const run = await swap([...line, ...sure, '--json'], { events })
    expect(run.stderr).toBe('')
    expect(documentOf(run)).toMatchObject({
      ok: true,
      funds: 'delivered',
      data: {
        id: routes[0]?.id,
        receiptId,
        hashes,
        status: { status: 'SUCCESS', destinationTxHash: hashes.destination },
        spent: { amount: '250', weiAmount: '250000000', symbol: 'USDC', blockchain: 'ETH' },
        received: { amount: '249.71234', weiAmount: '249712340', blockchain: 'ARBITRUM' },
        allowanceLeft: '0',
      },
    })
  })

  test('or a line per event', async () => {
    const { stdout } = await swap([...line, ...sure, '--ndjson'], { events })
    const parsed = stdout
      .trimEnd()
      .split('\n')
      .map((text): { type: string } => JSON.parse(text))
    expect(parsed.map(({ type }) => type).join(' ')).toBe(
      'progress route progress progress progress progress progress status result',
    )
    expect(parsed).toContainEqual(
      expect.objectContaining({
        type: 'progress',
        step: 'pay',
        state: 'sent',
        hash: hashes.source,
      }),
    )
  })

  test('--plain', async () => {
    expect((await swap([...line, ...sure, '--plain'])).stdout).toMatchInlineSnapshot(`
      "receiptId	id	status	provider	sent	sentSymbol	received	receivedSymbol	source	destination	createdAt
      7c1e4f0a-1111-4222-8333-444455556666	2f6c1c38-93a7-4a0f-8d5c-acaaaa000000	SUCCESS	across	250	USDC	249.71234	USDC	0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb	0xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc	
      "
    `)
  })
})

describe('confirmation', () => {
  const small = { card: { send: { token: usdc, amount: 50_000_000n, usdE18: 50n * 10n ** 18n } } }
  const typed = {
    card: { typedReasons: [{ code: 'value' as const, text: 'The value is above 500 USD.' }] },
  }

  test.each<[string, SwapScript, string[], string]>([
    ['nothing given', {}, [], '--yes --confirm-amount 250'],
    ['only --yes above 100 USD', {}, ['--yes'], '--yes --confirm-amount 250'],
    ['nothing given below it', small, [], '--yes'],
    ['only --yes where the amount is typed', typed, ['--yes'], '--yes --confirm-amount 250'],
  ])('%s: exit 10, the preview and the flag', async (_, script, flags, answer) => {
    const person = await swap([...line, ...flags], script)
    expect(person.exit).toBe(10)
    expect(person.stdout).toBe('')
    expect(person.stderr).toContain('Review this swap')
    expect(person.stderr.replace(/\n +/g, ' ')).toContain(`Add ${answer} to send it.`)
    expect(person.asked.executed).toEqual([])
    const machine = documentOf(await swap([...line, ...flags, '--json'], script))
    expect(machine).toMatchObject({
      ok: false,
      funds: 'none_moved',
      error: {
        code: 'CONFIRMATION_REQUIRED',
        details: { flags: answer, preview: { receiver: alice, spender: expect.any(String) } },
      },
    })
  })

  test.each([
    ['--yes up to 100 USD', small, ['--yes']],
    ['the amount', {}, sure],
    ['the amount written otherwise', {}, ['--yes', '--confirm-amount', '250.00']],
    ['the amount with its symbol', {}, ['--yes', '--confirm-amount', '250 USDC']],
    ['the amount where it is typed', typed, sure],
  ])('%s is enough', async (_, script, flags) => {
    const { exit, asked } = await swap([...line, ...flags], script)
    expect({ exit, reviews: asked.reviews }).toEqual({ exit: 0, reviews: 1 })
  })

  test.each(['25', '2500', '250.000001', 'all', '-250'])(
    '--confirm-amount %s is not the amount',
    async (amount) => {
      const { exit, asked, stderr } = await swap([...line, '--yes', '--confirm-amount', amount])
      expect({ exit, executed: asked.executed }).toEqual({ exit: 10, executed: [] })
      expect(stderr).toContain('not the amount that would be sent')
    },
  )

  test('--quiet hides everything but what is needed before the answer', async () => {
    const asked = await swap([...line, '--quiet'])
    expect(asked.stderr).toContain('Review this swap')
    const answered = await swap([...line, ...sure, '--quiet'], { events })
    expect({ exit: answered.exit, stderr: answered.stderr }).toEqual({ exit: 0, stderr: '' })
  })

  test('what --yes cannot answer needs a person', async () => {
    const card = { yesBlockedBy: 'The node cannot simulate.' }
    const { exit, stderr } = await swap([...line, ...sure], { card })
    expect(exit).toBe(10)
    expect(stderr).toContain('has to be confirmed by a person')
    expect(stderr.replace(/\n +/g, ' ')).toContain('The node cannot simulate. Run it in a terminal')
  })

  test.each(['--json', '--ndjson', '--no-input'])(
    '%s never asks, even on a terminal',
    async (flag) => {
      const { exit } = await swap([...line, flag], {}, { columns: 80, stdinTerminal: true })
      expect(exit).toBe(10)
    },
  )

  test('nor does CI, nor a terminal on one side only', async () => {
    const ci = { columns: 80, stdinTerminal: true, env: { CI: 'true' } }
    expect((await swap(line, {}, ci)).exit).toBe(10)
    expect((await swap(line, {}, { columns: 80 })).exit).toBe(10)
    expect((await swap(line, {}, { stdinTerminal: true })).exit).toBe(10)
  })

  test.each([
    ['yes', small, 'y\r', 0],
    ['no', small, 'n\r', 11],
    ['the amount typed out', typed, '250 USDC\r', 0],
    ['another amount', typed, '25 USDC\r', 11],
    ['a yes where the amount is wanted', typed, 'y\r', 11],
    ['Ctrl-C', small, '\u0003', 130],
  ])('a terminal is asked: %s', async (_, script, keys, exit) => {
    const stdin = new PassThrough()
    const run = swap(line, script, {
      columns: 80,
      stdinTerminal: true,
      stdinStream: stdin,
      onStderr: (text) => {
        if (/Send 50 USDC\?|Type "250 USDC"/.test(text)) setImmediate(() => stdin.write(keys))
      },
    })
    expect((await run).exit).toBe(exit)
    expect((await run).asked.executed).toHaveLength(exit === 0 ? 1 : 0)
  })
})

describe('a plan only', () => {
  test('--dry-run shows the card and needs no key', async () => {
    const noKey = async (): Promise<never> => {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'There is none.')
    }
    const argv = [...line, '--dry-run', '--from-address', alice]
    const run = await swap(argv, {}, { columns: 80, services: { payer: noKey } })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('Dry run: nothing was signed or sent.')
    const json = documentOf(await swap([...argv, '--json'], {}, { services: { payer: noKey } }))
    expect(json).toMatchObject({
      funds: 'none_moved',
      data: { hashes: {}, status: null, review: { receiver: alice }, transaction: { value: '0' } },
    })
  })

  test('--unsigned prints the transactions in order', async () => {
    const run = await swap([...line, '--unsigned'], {}, { columns: 80 })
    expect(run.stdout).toMatch(/1\. approve on ETH[\s\S]*2\. pay on ETH[\s\S]*data {2}0xabcdef01/)
    expect(run.asked.executed).toEqual([])
    const json = documentOf(await swap([...line, '--unsigned', '--json']))
    expect(json).toMatchObject({
      data: {
        unsigned: [
          { leg: 'approve', gasLimit: '60000' },
          { leg: 'pay', gasLimit: null },
        ],
      },
    })
    const plain = await swap([...line, '--unsigned', '--plain'])
    expect(plain.stdout.split('\n')[0]).toBe(
      'leg\tblockchain\tchainId\tfrom\tto\tvalue\tgasLimit\tdata',
    )
  })
})

describe('an earlier quote', () => {
  const quoted = routes[0]
  const request = requestFor(
    { srcToken: usdc, dstToken: usdcOnArbitrum, srcAmount: 250_000_000n },
    { referrer: 'swaproute', slippage: 0.01 },
  )
  const findQuote: Services['findQuote'] = async () => {
    if (quoted === undefined) throw new Error('no route')
    return { request, route: readRouteItem(quoted), quotedAtMs: 12_345 }
  }
  const known = { services: { findQuote } }

  test('by its id keeps request, route and age', async () => {
    const { asked, calls, exit } = await swap(
      ['swap', '--id', String(quoted?.id), ...sure],
      {},
      known,
    )
    expect({ exit, calls }).toEqual({ exit: 0, calls: [] })
    expect(asked.orders[0]).toMatchObject({
      request,
      route: { item: quoted },
      quotedAtMs: 12_345,
      receiver: alice,
    })
  })

  test('may be repeated beside the sentence, but not contradicted', async () => {
    const id = ['--id', String(quoted?.id)]
    expect((await swap([...line, ...id, ...sure], {}, known)).exit).toBe(0)
    const other = await swap(['swap', '251', 'eth:USDC', 'arb:USDC', ...id, ...sure], {}, known)
    expect(other.exit).toBe(6)
    expect(other.stderr).toContain('QUOTE_MISMATCH')
    expect(other.asked.orders).toEqual([])
  })

  test('keeps its slippage, and takes the refund address that it lacked', async () => {
    const words = ['swap', '--id', String(quoted?.id), ...sure]
    expect((await swap([...words, '--slippage', '1%'], {}, known)).exit).toBe(0)
    const other = await swap([...words, '--slippage', '0.5%'], {}, known)
    expect(other.exit).toBe(6)
    expect(other.stderr).toContain('quoted with a slippage of 1%, not of 0.5%')
    const refundTo = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const refund = await swap([...words, '--refund-to', refundTo], {}, known)
    expect(refund.asked.orders).toMatchObject([{ refundAddress: refundTo }])
  })

  test('exits with 6 and the number of the contract when its id is unknown', async () => {
    const run = await swap(['swap', '--id', 'x', ...sure, '--json'])
    expect(run.exit).toBe(6)
    expect(documentOf(run)['error']).toMatchObject({ code: 'QUOTE_EXPIRED', serviceCode: 1004 })
  })

  test.each(['quote', 'best'])('comes from the document of %s by pipe or file', async (command) => {
    const { stdout } = await runCli([command, ...line.slice(1), '--json'], { routes })
    const piped = await swap([...line, '--quote', '-', ...sure], {}, { stdin: stdout })
    const path = join(folder, `${command}.json`)
    writeFileSync(path, stdout)
    const filed = await swap([...line, '--quote', path, ...sure])
    for (const { exit, asked } of [piped, filed]) {
      expect(exit).toBe(0)
      expect(asked.orders[0]).toMatchObject({
        quotedAtMs: fixedNowMs,
        request: {
          srcAmount: 250_000_000n,
          referrer: 'swaproute',
          srcAmountText: '250',
        },
      })
      expect(asked.orders[0]?.route.id).toBe(quoted?.id)
    }
  })

  test.each([
    ['no JSON', '{', /not JSON/],
    ['a failure', '{"schema":"swaproute/v1","ok":false}', /error document/],
    ['no route', '{"schema":"swaproute/v1","ok":true,"data":{"routes":[]}}', /no route/],
    ['another shape', '[1,2]', /no route/],
  ])('%s is refused', async (_, stdin, says) => {
    const run = await swap(['swap', '--quote', '-', ...sure], {}, { stdin })
    expect(run.exit).toBe(2)
    expect(run.stderr).toMatch(says)
  })

  test('key and quote cannot share standard input', async () => {
    const { exit, stderr } = await swap(['swap', '--quote', '-', '--key-stdin', ...sure])
    expect(exit).toBe(2)
    expect(stderr).toContain('both the key and the quote')
  })
})
