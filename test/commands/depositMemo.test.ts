/** The memo of a receiver at an exchange: written, asked for, confirmed, and never lost on the way. */
import { describe, expect, test } from 'vitest'
import { countLines } from '../../src/format/routeCounts.ts'
import { btc, evm, ton, xAddress, xrp } from '../providers/depositSupport.ts'
import { type Answer, answering } from '../support/answering.ts'
import { createDepositWorld } from '../support/depositCli.ts'
import { documentOf } from '../support/runMain.ts'

const back = `--refund-to ${btc('refund')}`
const toXrp = (receiver: string): string => `deposit 0.001 btc to xrp -r ${receiver} ${back} --best`
const requestOf = (world: ReturnType<typeof createDepositWorld>): unknown =>
  world.exchange.orders.at(-1)?.quote.request

describe('is read', () => {
  test.each([
    ['from its flag', `${xrp('me')} --receiver-memo 12345`],
    ['behind the address', `${xrp('me')}:12345`],
    ['as a query', `${xrp('me')}?dt=12345`],
    ['from an X-address', xAddress('me', 12345)],
    ['twice where it is the same', `${xrp('me')}:12345 --receiver-memo 12345`],
  ])('%s, and goes into the order', async (_, receiver) => {
    const world = createDepositWorld()
    const run = await world.cli(`${toXrp(receiver)} --yes --json`)
    expect(documentOf(run)).toMatchObject({
      ok: true,
      data: { quote: { receiver: xrp('me'), receiverMemo: '12345' } },
    })
    expect(requestOf(world)).toMatchObject({ receiver: xrp('me'), receiverMemo: '12345' })
  })

  test.each([
    ['two different ones', toXrp(`${xrp('me')}:1 --receiver-memo 2`)],
    ['a tag above 4294967295', toXrp(`${xrp('me')} --receiver-memo 4294967296`)],
    ['a tag with a leading zero', toXrp(`${xrp('me')}:007`)],
    ['a tag that is a word', toXrp(`${xrp('me')} --receiver-memo memo`)],
    ['no receiver to go with it', 'deposit 0.001 btc to xrp --receiver-memo 1 --best'],
    [
      'a comment that TON cannot carry',
      `deposit 0.001 btc to ton -r ${ton('me')} --receiver-memo ${'x'.repeat(121)} --best`,
    ],
    [
      'a chain without memos',
      `deposit 0.001 btc to eth:USDC -r ${evm('me')} --receiver-memo 1 --best`,
    ],
  ])('%s is refused before any request', async (_, argv) => {
    const world = createDepositWorld()
    const run = await world.cli(`${argv} --yes --json`)
    expect(run.exit).toBe(2)
    expect(documentOf(run)).toMatchObject({ funds: 'none_moved' })
    expect(world.exchange.orders).toEqual([])
  })
})

describe('is stored', () => {
  test('on the card of the order, on the receipt and in its data', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${toXrp(`${xrp('me')}:12345`)} --yes --no-wait`, { columns: 80 })
    const cardOf = (text: string): string[] =>
      text.split('\n').filter((one) => one.includes('with the destination tag'))
    expect(cardOf(run.stdout)).toMatchInlineSnapshot(`
      [
        "│                with the destination tag 12345",
      ]
    `)
    const id = /swaproute resume ([0-9a-f-]+)/.exec(run.stdout)?.[1] ?? ''
    expect(cardOf((await world.cli(`receipt ${id}`)).stdout)).toHaveLength(1)
    expect(documentOf(await world.cli(`receipt ${id} --json`))).toMatchObject({
      data: { receiverMemo: { name: 'destination tag', value: '12345' } },
    })
    await world.cli(`resume ${id} --no-wait --json`)
    expect(world.exchange.orders).toHaveLength(1)
  })

  test('in the line that orders one of the routes, as one word of a shell', async () => {
    const world = createDepositWorld()
    const argv = ['deposit', '0.001', 'btc', 'to', 'ton', '-r', ton('me')]
    const run = await world.cli([...argv, '--receiver-memo', 'a7'].join(' '), { columns: 120 })
    expect(run.stdout).toContain('--receiver-memo a7 ')
  })

  test('for the route of a quote: another memo needs another quote', async () => {
    const world = createDepositWorld()
    const { data } = documentOf(
      await world.cli(`${toXrp(xrp('me')).replace(' --best', '')} --json`),
    )
    const { routes } = data as { routes: { id: string }[] }
    const argv = `deposit --id ${routes[0]?.id} -r ${xrp('me')}:7 --yes --json`
    expect(documentOf(await world.cli(argv))).toMatchObject({ error: { code: 'QUOTE_MISMATCH' } })
    expect(world.exchange.orders).toEqual([])
  })
})

describe('cannot be dropped', () => {
  test('a provider that cannot send one is left out by name', async () => {
    const world = createDepositWorld()
    const { provider } = world.exchange
    Object.assign(provider.capabilities, { receiverMemo: false })
    const run = await world.cli(`${toXrp(`${xrp('me')}:12345`)} --yes --json`)
    expect(run.exit).toBe(4)
    expect(documentOf(run)).toMatchObject({
      error: {
        code: 'NO_ROUTE',
        details: { failed: [{ reason: 'exolix cannot send a memo to the receiver.' }] },
      },
    })
    expect((await world.cli(`${toXrp(xrp('me'))} --yes --json`)).exit).toBe(0)
  })

  test.each([
    [
      ['exolix', 'quickex'],
      'Left out because they cannot send the receiver’s memo: exolix, quickex.',
    ],
    [['exolix'], 'Left out because it cannot send the receiver’s memo: exolix.'],
  ])('the list of routes names %j', (ids, line) => {
    const failed = ids.map((providerType) => ({
      providerType,
      data: { code: 3006, reason: '', data: { asked: false } },
    }))
    expect(countLines({ routes: [], failed, showFailed: false, preferred: null })).toEqual([
      '0 routes · 0 providers asked · 0 answered.',
      line,
    ])
  })
})

describe('at a terminal', () => {
  const asked = 'Destination tag from the receiver'
  const run = async (
    answers: readonly Answer[],
    more = '',
  ): Promise<{ world: ReturnType<typeof createDepositWorld>; stderr: string }> => {
    const world = createDepositWorld()
    const argv = `${toXrp(xrp('me'))} --no-wait${more}`
    const { stderr } = await world.cli(argv, answering(...answers))
    return { world, stderr }
  }

  test('it is asked for before any route is ordered', async () => {
    const { world, stderr } = await run([
      [asked, '12345\r'],
      ['at exolix?', 'y\r'],
    ])
    expect(requestOf(world)).toMatchObject({ receiverMemo: '12345' })
    expect(stderr).toContain('with the destination tag 12345')
    expect(stderr).not.toContain('it needs a destination tag: add it')
  })

  test('Enter means no memo, and the card explains that before the order is opened', async () => {
    const { world, stderr } = await run([
      [asked, '\r'],
      ['at exolix?', 'y\r'],
    ])
    expect(requestOf(world)).not.toHaveProperty('receiverMemo')
    const text = stderr.replaceAll(/[│\s]+/g, ' ')
    const note = text.indexOf('it needs a destination tag: add it with --receiver-memo')
    expect(note).toBeGreaterThan(-1)
    expect(note).toBeLessThan(text.indexOf('Open this order for'))
    expect(text.slice(text.indexOf('at exolix?'))).not.toContain('add it with --receiver-memo')
  })

  test('`--receiver-memo none` answers in advance', async () => {
    const { world, stderr } = await run([['at exolix?', 'y\r']], ' --receiver-memo none')
    expect(stderr).not.toContain(asked)
    expect(requestOf(world)).not.toHaveProperty('receiverMemo')
  })
})
