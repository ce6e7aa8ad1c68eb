/** A key that another program of this machine has: clef's protocol, the sandbox's chains. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import { type SignerServer, startSigner } from '../support/signerServer.ts'

let sandbox: CliSandbox
const servers: SignerServer[] = []

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await sandbox.remove()
})

async function signerWith(names: readonly string[], refuses?: string): Promise<SignerServer> {
  const keys = names.map((name) => sandbox.account(name).privateKey)
  const server = await startSigner({ keys, ...(refuses === undefined ? {} : { refuses }) })
  servers.push(server)
  return server
}

const swap = ['swap', '50', 'eth:USDC', 'to', 'eth:ETH', '--sandbox', '--yes']

test('a swap with its approval is signed by the other program', async () => {
  const signer = await signerWith(['alice'])
  const { code, document } = await sandbox.json([...swap, '--signer', signer.url])
  expect([code, document.data.status.status]).toEqual([0, 'SUCCESS'])
  expect(signer.asked).toEqual([
    'account_list',
    'account_signTransaction',
    'account_signTransaction',
  ])
  expect(document.warnings.map(({ code: name }: { code: string }) => name)).toContain(
    'EXTERNAL_SIGNER',
  )
})

test('its user refuses: nothing is sent and nothing is left to resume', async () => {
  const signer = await signerWith(['bob'], 'Request denied')
  const owner = sandbox.account('bob').address
  const before = await sandbox.balance('ETH', nativeAddress, owner)
  const { code, document } = await sandbox.json([...swap, '--signer', signer.url])
  expect([code, document.error.code]).toEqual([3, 'KEY_UNAVAILABLE'])
  expect(document.error.message).toContain('Request denied')
  expect(await sandbox.balance('ETH', nativeAddress, owner)).toBe(before)
})

test('several accounts: one has to be chosen', async () => {
  const signer = await signerWith(['alice', 'bob'])
  const dry = [...swap, '--dry-run', '--signer', signer.url]
  const open = await sandbox.json(dry)
  expect([open.code, open.document.error.message]).toEqual([
    3,
    expect.stringContaining('several accounts'),
  ])
  const { address } = sandbox.account('bob')
  const chosen = await sandbox.json([...dry, '--account', address])
  expect([chosen.code, chosen.document.ok]).toEqual([0, true])
  expect(signer.asked).not.toContain('account_signTransaction')
})

test('an address of another machine is refused', async () => {
  const { code, document } = await sandbox.json([...swap, '--signer', 'http://10.0.0.1:8550'])
  expect([code, document.error.code]).toEqual([2, 'INVALID_ARGUMENT'])
})
