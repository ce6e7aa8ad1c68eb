/**
 * A swap through a remote backend that turns hostile after its quote: refused with the right code,
 * nothing signed. The quote and the chains are honest; what is to become the transaction is not.
 * All 48 behaviours of a hostile backend are played by the campaign's first row.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put, textAt } from '../support/bodies.ts'
import { hiddenCalls, replaceWord } from '../campaign/01-hostile/kit/evmCalls.ts'
import type { Lie } from '../campaign/01-hostile/kit/server.ts'
import { openStage, type Run, type Stage } from '../campaign/01-hostile/kit/stage.ts'
import { bend, claim } from '../campaign/01-hostile/kit/wire.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const mallory = '0x00000000000000000000000000000000DeaDBeef'
const arbitrumInTheSandbox = 13_370_003n
const polygonInTheSandbox = 13_370_002n

const coins = 'swap 0.01 eth:ETH to arb:ETH'
const tokens = 'swap 10 eth:USDC to arb:USDC'

type Asked = { front: string; call: string }
const isBuilt = ({ front, call }: Asked): boolean =>
  front === 'remote' && call === '/api/routes/swap'
const isQuoted = ({ front, call }: Asked): boolean =>
  front === 'remote' && call.startsWith('/api/routes/quote')

const transaction = (members: Record<string, unknown>): Lie =>
  claim(
    isBuilt,
    Object.fromEntries(Object.entries(members).map(([name, to]) => [`transaction.${name}`, to])),
  )
/** Words of Across' `deposit`: 1 is the receiver, 5 the least to arrive, 6 the chain to pay out on. */
const inTheCall = (word: number, change: (body: unknown) => string | bigint): Lie =>
  bend(isBuilt, (body) => {
    const data = textAt(body, 'transaction.data')
    put(body, 'transaction.data', replaceWord(data, word, change(body)))
  })
const leastOf = (body: unknown): bigint => BigInt(textAt(body, 'estimate.destinationWeiMinAmount'))

const hostile: [what: string, check: string, line: string, lie: Lie][] = [
  ['a foreign spender', 'E3', tokens, transaction({ approvalAddress: mallory })],
  ['a foreign contract', 'E2', coins, transaction({ to: mallory })],
  ['a foreign receiver in the call', 'E8', coins, inTheCall(1, () => mallory)],
  ['another destination chain in the call', 'E8', coins, inTheCall(6, () => polygonInTheSandbox)],
  ['a smaller minimum in the call', 'E9', coins, inTheCall(5, (body) => leastOf(body) - 1n)],
  [
    'a smaller minimum in answer and call',
    'E9',
    coins,
    bend(isBuilt, (body) => {
      const least = String(leastOf(body) / 2n)
      put(body, 'estimate.destinationWeiMinAmount', least)
      put(body, 'estimate.destinationWeiAmount', least)
      put(body, 'transaction.data', replaceWord(textAt(body, 'transaction.data'), 5, least))
    }),
  ],
  ['one unit more of the coin', 'E5', coins, transaction({ value: '10000000000000001' })],
  ['a coin beside the token', 'E5', tokens, transaction({ value: '1' })],
  [
    'an approval in place of the swap',
    'E4',
    tokens,
    transaction({ to: usdc, data: hiddenCalls(mallory).approve, value: '0' }),
  ],
]

/** The same places, bent without harm. */
const harmless: [what: string, line: string, payments: number, lie: Lie][] = [
  ['an honest answer', coins, 1, () => undefined],
  ['an honest answer', tokens, 2, () => undefined],
  [
    'the spender in small letters',
    tokens,
    2,
    transaction({ approvalAddress: spokePool.toLowerCase() }),
  ],
  ['the contract in small letters', coins, 1, transaction({ to: spokePool.toLowerCase() })],
  ['the receiver and the chain written again', coins, 1, inTheCall(6, () => arbitrumInTheSandbox)],
  ['one unit more as the minimum', coins, 1, inTheCall(5, (body) => leastOf(body) + 1n)],
  ['the value in hex', coins, 1, transaction({ value: '0x2386f26fc10000' })],
]

describe('a swap through a remote backend that turns hostile after its quote', () => {
  let sandbox: CliSandbox
  let server: ServeProgram
  let stage: Stage
  const kept = mkdtempSync(join(tmpdir(), 'swaproute-kept-'))

  beforeAll(async () => {
    sandbox = await startCliSandbox()
    server = await serveProgram(sandbox, ['--sandbox'])
    stage = await openStage({ sandbox, providers: [], remoteUrl: server.url, kept })
  })

  afterAll(async () => {
    await stage.close()
    await server.stop()
    await sandbox.remove()
    rmSync(kept, { recursive: true, force: true })
  })

  /** What is signed reaches the chain, were anything signed. */
  async function play(line: string, lie: Lie): Promise<Run & { asked: Asked[] }> {
    const url = stage.kit.fronts.find(({ name }) => name === 'remote')?.url ?? ''
    const words = ['--provider', 'across', '--account', 'alice', '--yes', '--no-wait']
    const asked: Asked[] = []
    stage.restore(null)
    const run = await stage.run(
      [...line.split(' '), ...words, '--backend', 'remote', '--url', url],
      (exchange) => {
        asked.push({ front: exchange.front, call: exchange.call })
        lie(exchange)
      },
      { forwards: true },
    )
    return { ...run, asked }
  }

  /** Of the account that pays, read from the chains themselves. */
  async function standing(): Promise<{
    nonces: number[]
    eth: bigint
    usdc: bigint
    allowed: bigint
  }> {
    const { address } = sandbox.account('alice')
    const chains = sandbox.info.chains.filter(({ blockchain }) => blockchain !== 'TON')
    const eth = sandbox.reader('ETH')
    return {
      nonces: await Promise.all(
        chains.map(({ blockchain }) =>
          sandbox.reader(blockchain).client.getTransactionCount({ address, blockTag: 'pending' }),
        ),
      ),
      eth: await eth.native(address),
      usdc: await eth.token(usdc, address),
      allowed: await eth.allowance(usdc, address, spokePool),
    }
  }

  test.each(hostile)('%s is refused with %s, nothing is signed', async (_, check, line, lie) => {
    const before = await standing()
    const { code, document, sent, signed, asked } = await play(line, lie)

    expect([code, document.error]).toMatchObject([6, { code: 'UNSAFE_ROUTE', details: { check } }])
    expect(document.funds).toBe('none_moved')
    // It was quoted, and refused only once the backend was asked for the transaction.
    expect([asked.some(isQuoted), asked.some(isBuilt)]).toEqual([true, true])
    // No bytes went to any chain, the journal has no signature, the account is as it was.
    expect([sent, signed]).toEqual([[], 0])
    expect(await standing()).toEqual(before)
  })

  test.each(harmless)('%s is accepted: "%s" is paid, once', async (_, line, payments, lie) => {
    const before = await standing()
    const { code, document, sent, signed } = await play(line, lie)

    expect([code, document.error]).toEqual([0, undefined])
    expect(['sent', 'delivered']).toContain(document.funds)
    expect([sent.length, signed]).toEqual([payments, payments])
    const after = await standing()
    const isNew = after.nonces.map((nonce, index) => nonce - (before.nonces[index] ?? 0))
    expect(isNew.toSorted((a, b) => b - a)).toEqual([payments, 0, 0, 0])
    expect(before.usdc - after.usdc).toBe(line === tokens ? 10_000_000n : 0n)
    expect(after.allowed).toBe(0n)
  })

  test('a chain of its own named beside the transaction changes nothing: it is signed for ours', async () => {
    const lie = claim(isBuilt, { 'transaction.chainId': 1, 'quote.srcTokenBlockchain': 'POLYGON' })
    const { code, sent } = await play(coins, lie)
    expect(code).toBe(0)
    const [raw = ''] = sent
    const { chainId, to, value } = parseTransaction(`0x02${raw.slice(4)}`)
    expect([sent.length, chainId, to, value]).toEqual([
      1,
      13_370_001,
      spokePool.toLowerCase(),
      10n ** 16n,
    ])
  })
})
