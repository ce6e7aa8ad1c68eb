import { internal, toNano } from '@ton/ton'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizedHashOfBoc } from '../../src/chains/ton/message.ts'
import {
  offered,
  ownClient,
  signed,
  startTonSandbox,
  type TonPayerWallet,
  type TonSandbox,
  vendorClient,
  vendorWallet,
} from './support/tonSandbox.ts'

const options = { signal: AbortSignal.timeout(60_000) }

let sandbox: TonSandbox

beforeAll(async () => {
  sandbox = await startTonSandbox()
  // The first transfer of a wallet that does not exist yet is another matter.
  const bob = await vendorWallet(client(), 'bob')
  const first = await signed(client(), bob, [internal({ to: bob.address, value: 1n })], 0)
  await own().sendBoc(first, options)
})
afterAll(() => sandbox.close())

const client = () => vendorClient(sandbox.node)
const own = () => ownClient(sandbox.node)

describe('a message that its wallet would not take is refused with the reason', () => {
  test.each([
    ['alice', 133, 136, 135],
    ['bob', 33, 36, 35],
  ] as const)('%s', async (name, seqnoCode, expiredCode, signatureCode) => {
    const payer = await vendorWallet(client(), name)
    const seqno = await payer.wallet.getSeqno()
    const message = [internal({ to: payer.address, value: 1n })]
    const stranger = await vendorWallet(client(), name === 'bob' ? 'alice' : 'bob')
    for (const [boc, code] of [
      [await signed(client(), payer, message, seqno + 1), seqnoCode],
      [await signed(client(), payer, message, seqno, 1_700_000_000), expiredCode],
      [await signed(client(), { ...payer, key: stranger.key }, message, seqno), signatureCode],
    ] as const) {
      const { status, text } = await offered(sandbox.node, boc)
      expect(status).toBe(500)
      expect(text).toContain('External message was not accepted')
      expect(text).toContain(`exitcode=${code}`)
    }
    await expect(own().sendBoc('AAAA', options)).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' })
    expect(await payer.wallet.getSeqno()).toBe(seqno)
  })
})

describe('faults', () => {
  const transfer = async (
    payer: TonPayerWallet,
  ): Promise<{ boc: string; hash: string; seqno: number }> => {
    const seqno = await payer.wallet.getSeqno()
    const boc = await signed(client(), payer, [internal({ to: payer.address, value: 5n })], seqno)
    return { boc, seqno, hash: normalizedHashOfBoc(boc) }
  }
  const pending = async (hash: string): Promise<unknown[]> => {
    const query = encodeURIComponent(Buffer.from(hash, 'hex').toString('base64'))
    const url = `${sandbox.node.baseUrl}/v3/pendingTraces?ext_msg_hash=${query}`
    const body: unknown = await (await fetch(url)).json()
    return typeof body === 'object' &&
      body !== null &&
      'traces' in body &&
      Array.isArray(body.traces)
      ? body.traces
      : []
  }

  test('a message that waits is shown as pending and included when the fault is over', async () => {
    const bob = await vendorWallet(client(), 'bob')
    const { boc, hash, seqno } = await transfer(bob)
    sandbox.faults.set('TON', 'pending', null)
    expect((await own().sendBoc(boc, options)).normalizedHash).toBe(hash)
    expect(await own().transactionsByMessage(hash, options)).toEqual([])
    expect(await pending(hash)).toMatchObject([{ is_incomplete: true }])
    sandbox.faults.clear()
    await sandbox.node.release()
    expect(await own().transactionsByMessage(hash, options)).toHaveLength(1)
    expect(await pending(hash)).toEqual([])
    expect(await bob.wallet.getSeqno()).toBe(seqno + 1)
  })

  test('a lost one is gone, and expires when the clock is set forward', async () => {
    const bob = await vendorWallet(client(), 'bob')
    const { boc, hash, seqno } = await transfer(bob)
    sandbox.faults.set('TON', 'lost', null)
    await own().sendBoc(boc, options)
    sandbox.faults.clear()
    await sandbox.node.release()
    expect(await own().transactionsByMessage(hash, options)).toEqual([])
    const before = await own().chainTime(options)
    await sandbox.node.happen('advance', 400)
    expect(await own().chainTime(options)).toBeGreaterThanOrEqual(before + 400)
    expect((await offered(sandbox.node, boc)).text).toContain('exitcode=36')
    expect(await bob.wallet.getSeqno()).toBe(seqno)
  })

  test('an empty wallet counts its message and sends nothing on', async () => {
    const alice = await vendorWallet(client(), 'alice')
    const seqno = await alice.wallet.getSeqno()
    const before = await client().getBalance(alice.address)
    const timeout = (await own().chainTime(options)) + 60
    const message = internal({ to: alice.address, value: toNano('1') })
    const boc = await signed(client(), alice, [message], seqno, timeout)
    sandbox.faults.set('TON', 'no-funds', null)
    await own().sendBoc(boc, options)
    sandbox.faults.clear()
    const [taken] = await own().transactionsByMessage(normalizedHashOfBoc(boc), options)
    expect(taken).toMatchObject({ outMessages: [], action: { skippedActions: 1 } })
    expect(await alice.wallet.getSeqno()).toBe(seqno + 1)
    const lost = before - (await client().getBalance(alice.address))
    expect(lost).toBeLessThan(toNano('0.01'))
  })

  test('too many questions', async () => {
    sandbox.faults.set('toncenter', 'rate-limit', null)
    const answer = await fetch(`${sandbox.node.baseUrl}/v2/getMasterchainInfo`)
    sandbox.faults.clear()
    expect(answer.status).toBe(429)
    expect(await answer.json()).toEqual({ ok: false, result: 'Ratelimit exceed', code: 429 })
  })
})
