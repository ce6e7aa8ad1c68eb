import { expect, test } from 'vitest'
import type { Account } from '../../src/wallet/types.ts'
import { runCli } from '../support/runMain.ts'
import { alice, importing, swapServices } from '../support/swapScript.ts'

test.each([
  ['evm', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'private key is public'],
  ['ton', 'UQDBIyMigbN87svcBt6cqi2PbX799JkAk-NFIY4oMTP9qUzI', 'private key is public'],
  ['evm', alice, null],
] as const)(
  'wallet import of the %s account %s says what is never paid',
  async (kind, address, why) => {
    const account: Account = { name: 'dev', kind, address, source: '/a/dev.json' }
    const services = { ...swapServices().services, wallet: importing(account) }
    const run = await runCli(['wallet', 'import', 'dev', '--key-stdin'], { services, stdin: 'x' })
    const said =
      why === null
        ? ''
        : `! ${address} is an account whose ${why}. No swap outside the sandbox pays to it.`
    expect([run.exit, run.stderr.replace(/\s+/g, ' ').trim()]).toEqual([0, said])
  },
)
