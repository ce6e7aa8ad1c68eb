/** Row 12: what imitates a known address at both ends is refused wherever it would be paid. */
import { expect } from 'vitest'
import { checkReceiver } from '../../../src/chains/addresses.ts'
import { formatTonAddress } from '../../../src/chains/addresses/ton.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import { routeItem } from '../../support/fakeApi.ts'
import { runCli } from '../../support/runMain.ts'
import { alice, swapServices } from '../../support/swapScript.ts'
import type { Random } from '../support/random.ts'
import { defineRow, type Row } from '../support/row.ts'

const shownDigits = 4

defineRow(
  { number: 12, title: 'poisoned addresses', cases: { fast: 400, full: 20_000 } },
  async (row) => {
    const total = row.sized({ fast: 400, full: 20_000 })
    for (let index = 0; index < total; index += 1) {
      const known = randomDigits(row.random, 40)
      const copy = imitation(row.random, known)
      const other = randomDigits(row.random, 40)
      await row.check(`0x${copy} for 0x${known}`, () => {
        expect(() => receive(copy, [known])).toThrow('begins and ends like your known address')
      })
      if (index % 10 === 0) {
        await row.twin(`0x${other} beside 0x${known}`, () => {
          expect(receive(other, [known])).toBe(toChecksumAddress(`0x${other}`))
          expect(receive(known, [copy, known])).toBe(toChecksumAddress(`0x${known}`))
        })
      }
    }
    await throughTheProgram(row, row.sized({ fast: 4, full: 40 }))
    await tonForms(row)
  },
)

/** `swap --yes` signs nothing for a near-copy of an earlier receiver; the receiver itself is paid. */
async function throughTheProgram(row: Row, runs: number): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    const known = toChecksumAddress(`0x${randomDigits(row.random, 40)}`)
    const copy = `0x${imitation(row.random, known.slice(2).toLowerCase())}`
    const flag = run % 2 === 0 ? '--receiver' : '--refund-to'
    const swapTo = async (address: string): Promise<{ exit: number; executed: number }> => {
      const { services, asked } = swapServices()
      const argv = ['swap', '250', 'eth:USDC', 'arb:USDC', '--yes', flag, address]
      const { exit } = await runCli([...argv, '--confirm-amount', '250'], {
        routes: [routeItem('across', '249.71234')],
        services: { ...services, knownAddresses: async () => [alice, known] },
      })
      return { exit, executed: asked.executed.length }
    }
    await row.check(`${flag} ${copy}`, async () => {
      expect(await swapTo(copy)).toEqual({ exit: 2, executed: 0 })
    })
    await row.twin(`${flag} ${known}`, async () => {
      expect(await swapTo(known)).toEqual({ exit: 0, executed: 1 })
    })
  }
}

/** One account in all its forms is itself; the ends of another one of the same beginning differ. */
async function tonForms(row: Row): Promise<void> {
  const chain = chainById('TON')
  for (let index = 0; index < 20; index += 1) {
    const hash = Uint8Array.from(Buffer.from(randomDigits(row.random, 64), 'hex'))
    const account = { workchain: 0, hash, bounceable: null, testOnly: false }
    const known = formatTonAddress(account, true)
    await row.twin(known, () => {
      const wallet = formatTonAddress(account, false)
      expect(checkReceiver(chain, wallet, { knownAddresses: [known] }).address).toBe(wallet)
    })
  }
}

function receive(digits: string, known: readonly string[]): string {
  const knownAddresses = known.map((text) => toChecksumAddress(`0x${text}`))
  return checkReceiver(chainById('ETH'), `0x${digits}`, { knownAddresses }).address
}

/** Other digits between the same ends. */
function imitation(random: Random, digits: string): string {
  const middle = randomDigits(random, digits.length - 2 * shownDigits)
  return digits.slice(0, shownDigits) + middle + digits.slice(-shownDigits)
}

function randomDigits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(16).toString(16)).join('')
}
