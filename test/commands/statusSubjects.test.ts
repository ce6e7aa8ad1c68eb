/** What people paste: with blanks, quotes, links, shortened, several at once, or something else. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dataSchemas, documentSchema } from '../../src/commands/schema/documents.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { OwnSwap } from '../../src/commands/frame/services.ts'
import type { SwapSummary } from '../../src/execution/receipts.ts'
import { receiptOf } from '../support/swapScript.ts'
import { underWay } from '../support/statusScenes.ts'
import { type CliOptions, documentOf, remaining, runCli } from '../support/runMain.ts'

const hash = `0x4123${'b'.repeat(54)}ad545e`
const other = `0x${'c'.repeat(64)}`
const ton = 'd'.repeat(64)
const pending = { status: 'PENDING', destinationTxHash: null }
const missing = { status: 'NOT_FOUND', destinationTxHash: null }
const own: OwnSwap = {
  id: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000',
  receiptId: '7c1e4f0a-1111-4222-8333-444455556666',
  srcTxHash: hash,
  srcBlockchain: 'ETH',
  dstBlockchain: 'ARBITRUM',
  provider: 'across',
  receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  order: null,
}

/** A machine whose journal has swaps with these hashes. */
function machine(...swaps: { receiptId: string; hashes: SwapSummary['hashes'] }[]) {
  const rows = swaps.map((swap) => ({ id: '', ...swap }))
  const journal = { find: () => null, history: () => rows, receipt: () => underWay() }
  return {
    journal: async () => journal as never, // only what a shortened hash is looked up in
    findSwap: async (text: string) => (text === own.receiptId ? own : null),
  }
}

const asked = async (
  words: string[],
  options: CliOptions = {},
): Promise<{ name: string; input: unknown }[]> =>
  (await runCli(['status', ...words], { status: pending, ...options })).calls

const refusal = async (words: string[], options: CliOptions = {}): Promise<unknown> => {
  const run = await runCli(['status', ...words, '--json'], { status: missing, ...options })
  const { error } = documentOf(run)
  return { exit: run.exit, ...(error as object) }
}

describe('one transaction', () => {
  test.each([
    ['blanks around it', ` ${hash} `],
    ['a line break behind it', `${hash}\n`],
    ['quotes', `"${hash}"`],
    ['typographic quotes', `“${hash}”`],
    ['a full stop behind it', `${hash}.`],
    ['brackets', `<${hash}>`],
    ['a line break in it', `${hash.slice(0, 40)}\n${hash.slice(40)}`],
  ])('with %s', async (_, text) => {
    expect(await asked([text])).toEqual([{ name: 'status', input: { srcTxHash: hash } }])
  })

  test('broken in two by the terminal', async () => {
    expect(await asked([hash.slice(0, 40), hash.slice(40)])).toEqual([
      { name: 'status', input: { srcTxHash: hash } },
    ])
  })

  test.each([
    [`https://etherscan.io/tx/${hash}`, { srcTxHash: hash, srcTokenBlockchain: 'ETH' }],
    [`https://tonviewer.com/transaction/${ton}`, { srcTxHash: ton, srcTokenBlockchain: 'TON' }],
    [`https://example.org/tx/${hash}`, { srcTxHash: hash }],
  ])('as the link %s', async (text, input) => {
    expect(await asked([text])).toEqual([{ name: 'status', input }])
  })

  test('as a link to another chain than --chain names is refused', async () => {
    const error = await refusal([`https://etherscan.io/tx/${hash}`, '--chain', 'arb'])
    expect(error).toMatchObject({
      exit: 2,
      message: 'The link is to a transaction on ETH, but --chain is ARBITRUM.',
    })
    const same = await asked([`https://etherscan.io/tx/${hash}`, '--chain', 'eth'])
    expect(same).toHaveLength(1)
  })

  test.each(['0x4123…ad545e', '0x4123...AD545E', '7c1e…6666'])('shortened as %s', async (text) => {
    const services = machine({ receiptId: own.receiptId, hashes: { approve: other, source: hash } })
    const calls = await asked([text], { services })
    expect(calls).toEqual([
      { name: 'statusExtended', input: { id: own.id, srcTxHash: hash, srcTokenBlockchain: 'ETH' } },
    ])
  })

  test.each([
    ['fits nothing', '0x9999…999999', 'No swap on this machine matches this shortened hash.'],
    ['fits two', '0x4123…ad545e', '2 swaps on this machine match this shortened hash: 1aaa, 2bbb.'],
  ])('shortened so that it %s is refused', async (_, text, message) => {
    const hashes = { source: hash }
    const services = machine({ receiptId: '1aaa', hashes }, { receiptId: '2bbb', hashes })
    expect(await refusal([text], { services })).toMatchObject({ exit: 2, message })
  })

  test('without its 0x is found in the journal', async () => {
    const findSwap = async (text: string) => (text === hash ? own : null)
    const calls = await asked([hash.slice(2)], { services: { ...machine(), findSwap } })
    expect(calls).toMatchObject([{ name: 'statusExtended' }])
  })
})

describe('other texts than a transaction hash', () => {
  test.each([
    [hash.slice(0, -2), 62],
    [`${hash}ab`, 66],
    [hash.slice(2, -2), 62],
    [`${ton}ab`, 66],
  ])('reports that %s has %i digits', async (text, digits) => {
    expect(await refusal([text])).toMatchObject({
      exit: 2,
      code: 'INVALID_ARGUMENT',
      message: `A transaction hash has 64 digits; this has ${digits}.`,
    })
  })

  test('accepts a short hash of Starknet', async () => {
    expect(await asked([hash.slice(0, -1), '--chain', 'starknet'])).toHaveLength(1)
  })

  test.each([
    own.receiver,
    'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej',
    `https://etherscan.io/address/${own.receiver}`,
  ])('%s of no swap here is an address', async (text) => {
    const error = await refusal([text], { services: machine() })
    expect(error).toMatchObject({ exit: 2, message: 'This is an address, not a transaction.' })
  })

  describe('an address with swaps of this machine', () => {
    const [newer, older] = ['9aaa1111-1111-4222-8333-444455556666', own.receiptId]
    const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const swaps = [
      underWay({ receiptId: newer, receiver: own.receiver }),
      receiptOf({ receiptId: older, fromAddress: own.receiver }),
      receiptOf({ receiptId: 'another', fromAddress: stranger, receiver: stranger }),
    ]
    const journal = {
      find: () => null,
      history: () => swaps,
      receipt: (id: string) => swaps.find(({ receiptId }) => receiptId === id),
    }
    const services = { journal: async () => journal as never } // only what names its swaps

    test.each([
      own.receiver,
      own.receiver.toLowerCase(),
      `https://etherscan.io/address/${own.receiver}`,
    ])('%s lists them, newest first, and makes no request', async (text) => {
      const run = await runCli(['status', text, '--json'], { services })
      const document = documentOf(run)
      expect(() =>
        documentSchema('status', dataSchemas['status'] ?? z.never()).parse(document),
      ).not.toThrow()
      expect([run.calls, document]).toMatchObject([
        [],
        {
          ok: true,
          funds: 'unknown',
          data: [
            { receiptId: newer, status: 'PENDING' },
            { receiptId: older, status: 'SUCCESS' },
          ],
        },
      ])
      expect(document['data']).toHaveLength(2)
    })

    test('as a table', async () => {
      const { stdout } = await runCli(['status', own.receiver], { services, columns: 100 })
      expect(stdout).toMatchInlineSnapshot(`
        "2 swaps of this machine with 0x8ba1f109551bD432803012645Ac136ddd64DBA72, newest first:

        Receipt   State    When (UTC)            Sent          Received  Chains          Provider
        9aaa1111  PENDING  2026-11-21 14:00  250 USDC  (249.71234 USDC)  ETH → ARBITRUM  across
        7c1e4f0a  SUCCESS  2026-11-21 14:00  250 USDC    249.71234 USDC  ETH → ARBITRUM  across

        Hidden at this width: Payment.
        \`swaproute status 9aaa1111\` shows all details of the first.
        "
      `)
    })

    test('among others has a row for each', async () => {
      const argv = ['status', hash, own.receiver, '--json']
      const { data } = documentOf(await runCli(argv, { services, status: pending }))
      expect(data).toMatchObject([
        { asked: hash, status: 'PENDING' },
        { asked: own.receiver, receiptId: newer },
        { asked: own.receiver, receiptId: older },
      ])
    })
  })

  test.each([
    ['https://exolix.com/transaction/exc2d52b651b9007', 'exc2d52b651b9007'],
    ['https://changenow.io/exchange?id=a1b2c3d4e5f6', 'a1b2c3d4e5f6'],
  ])('the page of an order, %s, is its number', async (text, number) => {
    expect(await asked([text])).toEqual([{ name: 'status', input: { srcTxHash: number } }])
  })

  test('the beginning of several ids names them', async () => {
    const hashes = { source: hash }
    const services = machine({ receiptId: '7c1e1aaa', hashes }, { receiptId: '7c1e2bbb', hashes })
    expect(await refusal(['7c1e'], { services })).toMatchObject({
      exit: 2,
      hint: '2 swaps of this machine begin with it: 7c1e1aaa, 7c1e2bbb.',
    })
  })

  test('an address that an order is paid to finds the order', async () => {
    const run = await runCli(['status', own.receiver, '--json'], {
      services: machine(),
      status: { ...pending, provider: 'near_intents' },
    })
    expect(documentOf(run)).toMatchObject({ ok: true, data: { provider: 'near_intents' } })
  })

  describe('32 bytes in base58, an address of SOLANA or a hash of SUI and NEAR,', () => {
    const text = 'FvQ9WtxYSpQJvWyYpgKNM4Yp6ZFBmBLmoqcgUYQSNEAR'

    test('is what the chains say', async () => {
      const known = { ...missing, transactionKind: 'call', sourceNetworkTitle: 'SUI' }
      const run = await runCli(['status', text, '--json'], { services: machine(), status: known })
      expect(documentOf(run)).toMatchObject({ ok: true, data: known })
      expect(await refusal([text], { services: machine() })).toMatchObject({
        message: 'This is an address, not a transaction.',
      })
    })

    test('is not called an address while one of them is silent', async () => {
      const status = () => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'SUI is silent.'))
      expect(await refusal([text], { services: machine(), api: { status } })).toMatchObject({
        code: 'CHAIN_UNAVAILABLE',
        exit: 5,
      })
    })

    test('is a hash where its chain is named', async () => {
      const run = await runCli(['status', text, '--chain', 'sui', '--json'], { status: missing })
      expect(documentOf(run)).toMatchObject({ ok: true, data: missing })
    })
  })
})

describe('several at once', () => {
  const answers: CliOptions = {
    api: {
      status: async ({ srcTxHash }) => {
        if (srcTxHash === ton) throw new SwaprouteError('CHAIN_UNAVAILABLE', 'TON did not answer.')
        return { status: srcTxHash === hash ? 'SUCCESS' : 'FAIL', destinationTxHash: null }
      },
    },
  }
  const lines: [how: string, words: string[]][] = [
    ['words', [hash, ton, other]],
    ['lines of one word', [`${hash}\n${ton}\n${other}\n`]],
    ['a list', [`${hash}, ${ton},${other};`]],
  ]

  test.each(lines)('as %s are all answered in one document, in their order', async (_, words) => {
    const run = await runCli(['status', ...words, '--json'], answers)
    expect(documentOf(run)).toMatchObject({
      ok: true,
      data: [
        { asked: hash, status: 'SUCCESS', srcTxHash: hash },
        { asked: ton, error: { code: 'CHAIN_UNAVAILABLE', retry: 'later' } },
        { asked: other, status: 'FAIL' },
      ],
    })
    expect(run.exit).toBe(5)
    const schema = documentSchema('status', dataSchemas['status'] ?? z.never())
    expect(schema.safeParse(JSON.parse(run.stdout)).error).toBeUndefined()
  })

  test('end with the first exit status that is not 0', async () => {
    const exitOf = async (...words: string[]): Promise<number> =>
      (await runCli(['status', ...words, '--exit-status'], answers)).exit
    expect(await exitOf(hash, other)).toBe(7)
    expect(await exitOf(other, ton)).toBe(7)
    expect(await exitOf(hash, hash)).toBe(0)
  })

  test('are cards one under the other, or rows', async () => {
    const { stdout } = await runCli(['status', hash, ton, other], { ...answers, columns: 80 })
    expect(stdout.match(/╭─ \w+|✗ \w+/g)).toEqual(['╭─ SUCCESS', '✗ CHAIN_UNAVAILABLE', '╭─ FAIL'])
    const rows = await runCli(['status', hash, ton, other, '--plain'], answers)
    const first = rows.stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0])
    expect(first).toEqual(['status', 'SUCCESS', 'CHAIN_UNAVAILABLE', 'FAIL'])
  })

  test('given twice are asked for once', async () => {
    const { calls, stdout } = await runCli(['status', hash, hash, '--json'], { status: pending })
    expect(calls).toHaveLength(1)
    expect(JSON.parse(stdout).data).toMatchObject({ status: 'PENDING' })
  })
})

describe('on a terminal', () => {
  test.each<[words: string[], options: CliOptions, text: string]>([
    [[hash], {}, 'Asking every chain and provider'],
    [[hash, '--chain', 'eth'], {}, 'Asking ETH and the providers'],
    [[hash, '--backend', 'remote', '--url', 'http://127.0.0.1:9'], {}, 'Asking 127.0.0.1:9'],
    [[own.receiptId], { services: machine() }, 'Asking across and the chains'],
    [[hash, other], {}, 'Asking about 2 swaps, 2 left'],
  ])(
    '%j shows at once who is asked, and leaves nothing on the screen',
    async (words, options, text) => {
      const run = await runCli(['status', ...words], { status: pending, columns: 80, ...options })
      const first = run.stderr.indexOf('Looking it up on this machine')
      expect(first).toBeGreaterThan(-1)
      expect(run.stderr.indexOf(text)).toBeGreaterThan(first)
      expect(remaining(run.stderr)).toBe('')
    },
  )

  test('nothing is drawn for a pipe', async () => {
    expect((await runCli(['status', hash], { status: pending })).stderr).toBe('')
  })
})
