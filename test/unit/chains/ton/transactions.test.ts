import {
  Address,
  beginCell,
  comment,
  Dictionary,
  internal,
  SendMode,
  storeMessage,
  external,
  type Transaction,
  type TransactionDescriptionGeneric,
} from '@ton/core'
import { keyPairFromSeed } from '@ton/crypto'
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton'
import { describe, expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { writeBoc } from '../../../../src/chains/ton/writeBoc.ts'
import { normalizedHashOfBoc } from '../../../../src/chains/ton/message.ts'
import { readTonTransaction } from '../../../../src/chains/ton/transaction.ts'
import {
  firstData,
  readWalletContent,
  walletAddress,
  walletId,
} from '../../../../src/chains/ton/wallets.ts'
import { createTonWorld, type TonWorld } from '../../../support/tonWorld.ts'
import { randomSource } from '../support/random.ts'

const { signal } = new AbortController()
const mainNetwork = -239
const keys = keyPairFromSeed(Buffer.alloc(32, 3))
const receiver = `0:${'2b'.repeat(32)}`

const versions = [
  ['v4r2', WalletContractV4],
  ['v5r1', WalletContractV5R1],
] as const

describe.each(versions)('wallet %s', (version, Contract) => {
  const open = Contract.create({ workchain: 0, publicKey: keys.publicKey })

  test('has the address that the library gives it', () => {
    const random = randomSource(7)
    for (let round = 0; round < 50; round += 1) {
      const publicKey = Buffer.from(random.bytes(32))
      const theirs = Contract.create({ workchain: 0, publicKey })
      expect(walletAddress(version, publicKey, mainNetwork)).toBe(theirs.address.toRawString())
    }
  })

  test('begins with the data that the library gives it', () => {
    const { hash } = firstData(version, keys.publicKey, mainNetwork)
    expect(hash).toBe(open.init.data.hash().toString('hex'))
  })

  test('shows its owner in its state', () => {
    const content = readWalletContent(
      open.init.code.toBoc().toString('base64'),
      open.init.data.toBoc().toString('base64'),
    )
    expect(content).toEqual({
      version,
      walletId: walletId(version, mainNetwork),
      seqno: 0,
      publicKey: keys.publicKey.toString('hex'),
      takesSignatures: true,
    })
  })

  test('its transactions are read as the library reads them', async () => {
    const world = await createTonWorld()
    await world.fund(open.address.toRawString(), 10_000_000_000n)
    const messages = [
      internal({ to: Address.parseRaw(receiver), value: 1_000_000n, bounce: false, body: 'one' }),
      internal({ to: Address.parseRaw(receiver), value: 2_000_000n, body: comment('two') }),
      internal({ to: open.address, value: 3_000_000n }),
      // More than there is: with the ignore-errors mode this one is skipped.
      internal({ to: open.address, value: 3_000_000_000_000n }),
    ]
    const { first, boc } = await transfer(world, messages, 0)
    const account = open.address.toRawString()
    const raw = first.raw.toBoc().toString('base64')
    const read = readTonTransaction(raw, account)
    const description = genericOf(first)
    expect(read).toMatchObject({
      account,
      hash: first.hash().toString('hex'),
      lt: first.lt,
      atSeconds: first.now,
      aborted: false,
      compute: { success: true, exitCode: 0 },
      action: { success: true, resultCode: 0, skippedActions: 1 },
      totalFees: first.totalFees.coins,
    })
    expect(read.action?.skippedActions).toBe(description.actionPhase?.skippedActions)
    expect(read.inMessage).toMatchObject({
      source: null,
      destination: account,
      normalizedHash: normalizedHashOfBoc(boc),
    })
    expect(read.outMessages.map(({ hash }) => hash)).toEqual(outMessageHashes(first))
    expect(
      read.outMessages.map(({ destination, value, opcode, source }) => [
        source,
        destination,
        value,
        opcode,
      ]),
    ).toEqual([
      [account, receiver, 1_000_000n, 0],
      [account, receiver, 2_000_000n, 0],
      [account, account, 3_000_000n, null],
    ])
    expect(read.outMessages[2]?.body).toBeNull()

    const content = await world.ton.accountState(account, { signal })
    expect(readWalletContent(content.code ?? '', content.data ?? '')?.seqno).toBe(1)
  })

  test('a bounce, and a transaction without code', async () => {
    const world = await createTonWorld()
    await world.fund(open.address.toRawString(), 10_000_000_000n)
    const message = internal({
      to: Address.parseRaw(receiver),
      value: 1_000_000_000n,
      bounce: true,
    })
    await transfer(world, [message], 0)
    const [, atReceiver, back] = world.transactions.slice(-3)
    expect(atReceiver).toMatchObject({ account: receiver, aborted: true, compute: null })
    expect(back?.inMessage).toMatchObject({ bounced: true, source: receiver })
  })

  async function transfer(
    world: TonWorld,
    messages: ReturnType<typeof internal>[],
    seqno: number,
  ): Promise<{ first: Transaction; boc: string }> {
    const args = {
      seqno,
      secretKey: keys.secretKey,
      messages,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      timeout: world.now() + 60,
    }
    const body =
      open instanceof WalletContractV4 ? open.createTransfer(args) : open.createTransfer(args)
    const init = seqno === 0 ? open.init : null
    const cell = beginCell()
      .store(storeMessage(external({ to: open.address, init, body })))
      .endCell()
    const message = { info: external({ to: open.address }).info, init, body }
    const [first] = await world.send(message)
    if (first === undefined) throw new Error('no transaction')
    return { first, boc: cell.toBoc().toString('base64') }
  }
})

describe('cells that do not hold a transaction of the account', () => {
  test('are refused', async () => {
    const world = await createTonWorld()
    await world.fund(receiver, 1_000_000_000n)
    const [stored] = await world.ton.rawTransactions(receiver, 1, null, { signal })
    const boc = stored?.boc ?? ''
    expect(readTonTransaction(boc, receiver).hash).toBe(stored?.hash)
    expect(() => readTonTransaction(boc, `0:${'2c'.repeat(32)}`)).toThrow(RangeError)
    const root = readBoc(boc)
    for (const ref of root.refs) {
      expect(() => readTonTransaction(writeBoc(ref), receiver)).toThrow(RangeError)
    }
  })
})

/** From the cell itself: the library writes messages anew when it is asked for them. */
function outMessageHashes({ raw }: Transaction): string[] {
  const messages = raw.beginParse().loadRef().beginParse()
  messages.loadMaybeRef()
  return messages
    .loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell())
    .values()
    .map((cell) => cell.hash().toString('hex'))
}

function genericOf({ description }: Transaction): TransactionDescriptionGeneric {
  if (description.type !== 'generic') throw new Error('not a generic transaction')
  return description
}
