import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../src/commands/frame/services.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, documentOf, remaining, runCli } from '../support/runMain.ts'
import { answer, delivered, hash } from '../support/statusScenes.ts'
import { hashes, receiptOf, swapServices } from '../support/swapScript.ts'

const foreign = { srcTxUrl: 'https://evil.example/a', destinationTxUrl: 'https://evil.example/b' }

/** An opener that only notes what it is given. */
function openerOf(opens = true) {
  const opened: string[] = []
  const openPage: Services['openPage'] = async (blockchain, transaction) => {
    opened.push(`${blockchain} ${transaction}`)
    return opens
  }
  return { opened, services: { openPage } }
}

describe('status --open', () => {
  const destination = `0x${'c'.repeat(64)}`
  const paid = answer('PENDING', { sourceNetworkTitle: 'ETH', destinationNetworkTitle: 'ARBITRUM' })
  const back = { ...delivered, status: 'REVERTED', destinationNetworkTitle: 'ETH' }

  test.each([
    ['the delivery', delivered, [`ARBITRUM ${destination}`], 'Opened the delivery on Arbitrum One'],
    ['a refund', back, [`ETH ${destination}`], 'Opened the refund on Ethereum'],
    ['before it, the payment', paid, [`ETH ${hash}`], 'Opened the payment on Ethereum'],
    ['no chain', answer('PENDING'), [], 'Nothing to open: no transaction is known yet.'],
  ])('opens %s', async (_case, status, pages, text) => {
    const { opened, services } = openerOf()
    const told = { ...status, ...foreign }
    const run = await runCli(['status', hash, '--open'], { status: told, services, columns: 80 })
    expect([run.exit, opened]).toEqual([0, pages])
    expect(run.stderr).toContain(text)
    expect(run.stderr + run.stdout).not.toContain('evil.example')
  })

  test('without an opener the link is printed, and the exit code stays', async () => {
    const { services } = openerOf(false)
    const run = await runCli(['status', hash, '--open'], {
      status: delivered,
      services,
      columns: 80,
    })
    expect(run.exit).toBe(0)
    expect(remaining(run.stderr)).toMatchInlineSnapshot(`
      "
      No browser can be opened here.
      The page of the delivery on Arbitrum One:
      https://arbiscan.io/tx/0xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
      "
    `)
  })

  test('opens with --json too, and the document is the same', async () => {
    const { opened, services } = openerOf()
    const options = { status: delivered, services }
    const [plain, open] = [
      await runCli(['status', hash, '--json'], options),
      await runCli(['status', hash, '--json', '--open'], options),
    ]
    expect(opened).toHaveLength(1)
    expect(documentOf(open)).toEqual(documentOf(plain))
    expect(open.stderr).toBe('')
  })

  test.each([
    [[hash, destination], '--open shows one swap.'],
    [['0x8ba1f109551bD432803012645Ac136ddd64DBA72'], '--open shows one swap.'],
  ])('%j is refused before anyone is asked', async (words, reason) => {
    const { services } = swapServices()
    const run = await runCli(['status', ...words, '--open'], { services, columns: 80 })
    expect([run.exit, run.calls]).toEqual([2, []])
    expect(run.stderr).toContain(reason)
  })
})

describe('o while status --watch runs', () => {
  test('opens what is known so far, and other keys nothing', async () => {
    const { opened, services } = openerOf()
    const stdinStream = new PassThrough()
    const keys = ['x', 'o']
    const run = await runCli(['status', hash, '--watch'], {
      status: [
        answer('PENDING', { sourceNetworkTitle: 'ETH', destinationNetworkTitle: 'ARBITRUM' }),
        answer('PENDING', { sourceNetworkTitle: 'ETH', destinationNetworkTitle: 'ARBITRUM' }),
        delivered,
      ],
      services: {
        ...services,
        sleep: async () => {
          stdinStream.write(keys.shift() ?? '')
          await new Promise((resolve) => setImmediate(resolve))
        },
      },
      stdinStream,
      stdinTerminal: true,
      columns: 80,
    })
    expect([run.exit, opened]).toEqual([0, [`ETH ${hash}`]])
    expect(run.stderr).toContain('o opens the explorer · Ctrl-C stops watching')
    expect(run.stderr).toContain(`https://etherscan.io/tx/${hash}`)
  })

  test('is not offered where no key can be read', async () => {
    const run = await runCli(['status', hash, '--watch'], { status: delivered, columns: 80 })
    expect(run.stderr).not.toContain('o opens')
  })
})

describe('--open of the commands that end with a receipt', () => {
  const swap = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--yes', '--confirm-amount', '250']
  const routes = [routeItem('across', '249.71234')]

  async function open(argv: readonly string[], options: CliOptions) {
    const { opened, services } = openerOf()
    const run = await runCli([...argv, '--open'], {
      ...options,
      services: { ...options.services, ...services },
    })
    return { opened, run }
  }

  test.each([
    ['receipt', ['receipt', '7c1e'], [`ARBITRUM ${hashes.destination}`]],
    ['swap', swap, [`ARBITRUM ${hashes.destination}`]],
    ['resume', ['resume', '7c1e'], [`ARBITRUM ${hashes.destination}`]],
  ])('%s opens the delivery', async (_command, argv, pages) => {
    const { services } = swapServices()
    const { opened, run } = await open(argv, { routes, services, columns: 80 })
    expect([run.exit, opened]).toEqual([0, pages])
  })

  test('receipt opens the payment of a swap under way', async () => {
    const { services } = swapServices()
    const journal = await services.journal?.()
    const { destination: _later, ...sent } = hashes
    const own = {
      journal: async () => ({ ...journal!, receipt: () => receiptOf({ hashes: sent }) }),
    }
    const { opened } = await open(['receipt', '7c1e'], { services: { ...services, ...own } })
    expect(opened).toEqual([`ETH ${hashes.source}`])
  })

  test.each(['--dry-run', '--unsigned'])('swap %s has nothing to open', async (flag) => {
    const { run } = await open([...swap.slice(0, 5), flag], { columns: 80 })
    expect(run.exit).toBe(2)
    expect(run.stderr).toContain(`--open and ${flag} exclude each other.`)
  })
})
