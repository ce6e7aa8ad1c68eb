/**
 * Deposits from the command line to the end: ordered, paid by the sandbox's script, delivered on
 * the local chain; and payments that go wrong, in words a user understands.
 */
import { EventEmitter, once } from 'node:events'
import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChain } from '../support/chainReader.ts'
import { type CliHome, createCliHome, type Document } from '../support/cliHome.ts'
import { lyingProxy } from '../support/lyingProxy.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const strangersBitcoin = 'bc1q3t9y7dnhf7p2vlzs0juujenefqhze3m8jk9q45'
const bitcoin = 'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej'

let home: CliHome
let chain: ReturnType<typeof readChain>

beforeAll(async () => {
  home = createCliHome()
  const started = await home.json(['sandbox', 'start'])
  expect(started.code).toBe(0)
  const { chains } = started.document.data
  const [eth] = chains.filter((one: { blockchain: string }) => one.blockchain === 'ETH')
  chain = readChain(eth.rpcUrl)
})

afterAll(() => home.remove())

const words = (line: string): string[] => line.split(' ')

async function order(line: string, from: CliHome = home, where = '--sandbox'): Promise<Document> {
  const argv = `deposit ${line} --receiver ${receiver} --yes ${where} --force`
  const { code, document } = await from.json(words(argv))
  expect([code, document.error]).toEqual([0, undefined])
  return document
}

/** Plays the user's payment of an order. */
async function pay(receiptId: string, flags = ''): Promise<void> {
  const argv = `sandbox deposit pay ${receiptId} ${flags}`.trimEnd()
  const { code, document } = await home.json(words(argv))
  expect([code, document.error]).toEqual([0, undefined])
}

type Line = { type: string; status?: { status: string; subStatus?: string } }

/** A run whose lines are read as they come; `done` returns how it ended, and the steps it saw. */
function watch(line: string): {
  says(text: string): Promise<string>
  done: Promise<{ code: number | null; steps: string[]; result: Document }>
} {
  const child = home.start(words(line))
  child.stdin?.end()
  let output = ''
  const told = new EventEmitter()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    told.emit('more')
  })
  const done = once(child, 'close').then(() => {
    told.emit('more')
    const lines = output.trimEnd().split('\n')
    const steps = lines
      .map((text): Line => JSON.parse(text))
      .flatMap(({ type, status }) =>
        type === 'status' && status !== undefined ? [status.subStatus ?? status.status] : [],
      )
    const result: Document = JSON.parse(lines.at(-1) ?? '')
    return { code: child.exitCode, steps: [...new Set(steps)], result }
  })
  return {
    done,
    says: async (text) => {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended without ${text}:\n${output}`)
        await once(told, 'more')
      }
      return output
    },
  }
}

test('0.01 BTC become USDC: the address, every step in order, a delivery on the chain', async () => {
  const before = await chain.token(usdc, receiver)
  const line = `0.01 btc:BTC to eth:USDC -r ${receiver} --provider exolix --yes`
  const following = watch(`deposit ${line} --ndjson --sandbox`)
  const output = await following.says('"AWAITING_DEPOSIT"')
  const receiptId = /"receiptId":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? ''
  const address = /"depositAddress":"(bcrt1[a-z0-9]+)"/.exec(output)?.[1] ?? 'none'
  expect(output.indexOf(address)).toBeLessThan(output.indexOf('"AWAITING_DEPOSIT"'))
  expect((await home.json(words(`deposit ${line} --sandbox`))).code).toBe(9)
  await pay(receiptId)
  const { code, steps, result } = await following.done
  expect([code, result.funds, steps]).toEqual([
    0,
    'delivered',
    ['AWAITING_DEPOSIT', 'CONFIRMING', 'EXCHANGING', 'SENDING'],
  ])
  const { hashes, received } = result.data
  const receipt = await chain.client.getTransactionReceipt({ hash: hashes.destination })
  expect(receipt.status).toBe('success')
  const gained = (await chain.token(usdc, receiver)) - before
  expect(gained).toBeGreaterThan(0n)
  expect(gained).toBe(BigInt(received.weiAmount))
  for (const name of [hashes.source, address, result.data.order.exchangeId]) {
    const [kept, asked] = await Promise.all([
      home.json(words(`receipt ${name} --sandbox`)),
      home.json(words(`status ${name} --sandbox`)),
    ])
    expect(kept.document.data).toMatchObject({ receiptId, status: 'SUCCESS', hashes })
    expect(asked.document.data.destinationTxHash).toBe(hashes.destination)
  }
})

test('a chain with memos shows the memo first', async () => {
  const line = `deposit 50 xrp:XRP to eth:USDC -r ${receiver} --provider exolix --yes --sandbox --no-wait`
  const { stdout } = await home.run(words(`${line} --qr always`))
  const at = (text: string): number => stdout.indexOf(text)
  expect(at('destination tag:')).toBeGreaterThan(-1)
  expect(at('destination tag:')).toBeLessThan(at('Send exactly'))
  expect(at('Send exactly')).toBeLessThan(at('To address'))
  expect(stdout).toContain('none: it could not carry the destination tag')
})

test('before an order may be paid it is on disk where both of its chains are', async () => {
  const line = `arb:USDC to eth:USDC -r ${receiver} --refund-to ${stranger}`
  const argv = `deposit 100 ${line} --provider exolix --yes --sandbox --no-wait`
  const { document } = await home.json(words(argv))
  const told = await home.json(words(`receipt ${document.data.receiptId} --sandbox`))
  const texts = told.document.data.events.map(({ text }: { text: string }) => text)
  const [arrival, refund, shown] = [
    `Read the balance of ${receiver} on ETH before the payment`,
    `Read the balance of ${stranger} on ARBITRUM before the payment`,
    'Showed where to pay',
  ].map((text) => texts.indexOf(text))
  expect(arrival).toBeGreaterThan(0)
  expect(refund).toBe((arrival ?? 0) + 1)
  expect(shown).toBe((refund ?? 0) + 1)
})

/** What becomes of payments that are not as the order wants them, by the providers' sheets. */
const mishaps: [what: string, line: string, flags: string, said: RegExp][] = [
  [
    'a wrong memo',
    '50 xrp:XRP to eth:USDC --provider exolix',
    '--memo 7',
    /FAIL.*Do not pay again.*ask the provider’s support with the order number.*order expired.*cannot read its address on RIPPLE/s,
  ],
  [
    'too little',
    `0.01 btc:BTC to eth:USDC --provider near_intents --refund-to ${bitcoin}`,
    '--amount 0.004',
    /REVERTED.*the payment was returned.*Refund +BITCOIN/s,
  ],
  [
    'too late',
    `0.01 btc:BTC to eth:USDC --provider near_intents --refund-to ${bitcoin}`,
    '--late',
    /REVERTED.*the payment was returned.*Refund +BITCOIN.*came back on BITCOIN/s,
  ],
]

test.concurrent.each(mishaps)('%s ends as the sheet describes', async (_, line, flags, said) => {
  const ordered = await order(line)
  await pay(ordered.data.receiptId, flags)
  const status = `status ${ordered.data.receiptId} --wait=40s --sandbox`
  const { stdout } = await home.run(words(status))
  const told = stdout.replace(/\n│ +/g, ' ')
  expect(told).toMatch(said)
  // The payment address is stored as a record; a run that goes on or reports it shows no address (D7).
  const { depositAddress } = ordered.data.transaction
  expect(told.split(depositAddress)).toHaveLength(2)
  expect(told).toMatch(
    new RegExp(`Deposit to +${depositAddress}.* For the record only\\. Do not pay to it again\\.`),
  )
  const id = ordered.data.receiptId
  const [end = 'no end'] = /FAIL|REVERTED/.exec(told) ?? []
  for (const argv of ['history', `status ${id} --report`, `status ${id} --json`, `resume ${id}`]) {
    const run = await home.run(words(`${argv} --sandbox`))
    expect(run.stdout).toContain(end)
    expect(run.stdout + run.stderr).not.toContain(depositAddress)
  }
})

test('swap pays the order of a deposit route, on EVM and on TON with the memo as its comment', async () => {
  const flags = '--deposits only --provider exolix --account alice --yes --sandbox'
  const before = await chain.token(usdc, receiver)
  const [evm, ton] = await Promise.all([
    // Fixed fees take more than 3% of so little, which a person confirms (P9).
    home.json(words(`swap 50 eth:USDC to btc:BTC -r ${bitcoin} ${flags} --confirm-amount 50`)),
    home.json(words(`swap 5 ton:TON to eth:USDC -r ${receiver} ${flags} --confirm-amount 5`)),
  ])
  for (const { code, document } of [evm, ton]) {
    expect(document.error).toBeUndefined()
    expect([code, document.funds, document.data.order.payment]).toEqual([0, 'delivered', 'signed'])
  }
  expect(evm.document.data.spent.weiAmount).toBe('50000000')
  const { source } = evm.document.data.hashes
  const receipt = await chain.client.getTransactionReceipt({ hash: source })
  expect([receipt.status, receipt.to?.toLowerCase()]).toEqual(['success', usdc.toLowerCase()])
  const gained = (await chain.token(usdc, receiver)) - before
  expect(gained).toBe(BigInt(ton.document.data.received.weiAmount))
})

describe('a service of our own', () => {
  let server: ServeProgram
  let other: CliHome
  let remote: string

  beforeAll(async () => {
    server = await serveProgram(home, ['--sandbox'])
    other = createCliHome()
    mkdirSync(join(other.folder, 'state'))
    symlinkSync(join(home.folder, 'state/sandbox'), join(other.folder, 'state/sandbox'))
    remote = `--sandbox --backend remote --url ${server.url}`
  })

  afterAll(async () => {
    unlinkSync(join(other.folder, 'state/sandbox'))
    await other.remove()
    await server.stop()
  })

  test('lists the same deposit routes', async () => {
    const line = `deposit 0.01 btc:BTC to eth:USDC -r ${receiver}`
    const [near, far] = await Promise.all([
      home.json(words(`${line} --sandbox`)),
      other.json(words(`${line} ${remote}`)),
    ])
    const routes = ({ document }: { document: Document }): unknown[] =>
      document.data.routes.map((route: Record<string, unknown>) => ({ ...route, id: '' }))
    expect(far.document.data.quote).toEqual(near.document.data.quote)
    expect(routes(far)).toEqual(routes(near))
    expect(routes(far).length).toBeGreaterThan(1)
  })

  test('orders, reads back and reports the status as the embedded one does', async () => {
    const line = '0.01 btc:BTC to eth:USDC --provider quickex'
    const [far, near] = await Promise.all([order(line, other, remote), order(line)])
    expect(Object.keys(far.data)).toEqual(Object.keys(near.data))
    expect(Object.keys(far.data.transaction)).toEqual(Object.keys(near.data.transaction))
    const { exchangeId } = far.data.transaction
    const [again, asked] = await Promise.all([
      other.json(words(`resume ${far.data.receiptId} --no-wait ${remote}`)),
      other.json(words(`status ${exchangeId} ${remote}`)),
    ])
    expect(again.document.data.transaction).toEqual(far.data.transaction)
    expect(asked.document.data).toMatchObject({
      subStatus: 'AWAITING_DEPOSIT',
      provider: 'quickex',
    })
  })

  test('a service that names its own address is found out, and nothing is shown or paid', async () => {
    let address = stranger
    const liar = await lyingProxy(server.url, () => address)
    const where = `--sandbox --backend remote --url ${liar.url}`
    try {
      const before = await chain.token(usdc, stranger)
      // Enough that fixed fees leave the price within what a remote service may ask (P9).
      const signed = `swap 300 eth:USDC to btc:BTC -r ${bitcoin} --deposits only --account alice`
      const paid = await other.json(
        words(`${signed} --provider exolix --yes --confirm-amount 300 ${where}`),
      )
      address = strangersBitcoin
      const line = `deposit 0.01 btc:BTC to eth:USDC -r ${receiver} --refund-to ${bitcoin} --yes --force`
      const shown = await Promise.all(
        ['exolix', 'chainflip'].map((provider) =>
          other.json(words(`${line} --provider ${provider} --no-wait ${where}`)),
        ),
      )
      for (const { code, document, stdout, stderr } of [paid, ...shown]) {
        expect([code, document.error.code, document.funds]).toEqual([
          6,
          'UNSAFE_ROUTE',
          'none_moved',
        ])
        expect(document.error.details).toMatchObject({ check: 'D3' })
        expect(stdout + stderr).not.toContain(address)
      }
      expect(await chain.token(usdc, stranger)).toBe(before)
    } finally {
      await liar.close()
    }
  })
})
