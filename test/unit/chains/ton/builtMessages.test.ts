/**
 * What is built besides the messages of adapters, by the hash of its cell. The hashes were recorded
 * in November 2026 from this project's own code for building cells, before @ton/core replaced it.
 */
import { describe, expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { commentBody, jettonTransferBody } from '../../../../src/chains/ton/build/bodies.ts'
import {
  type UnsignedTransfer,
  unsignedTransferBoc,
} from '../../../../src/chains/ton/build/walletMessage.ts'
import { readJettonTransfer } from '../../../../src/chains/ton/jettons.ts'
import { readComment } from '../../../../src/chains/ton/message.ts'
import { type TonWalletVersion, walletAddress } from '../../../../src/chains/ton/wallets.ts'
import { decodeSignedTon } from '../../../../src/wallet/decodeTon.ts'

const raw = (byte: number): string => `0:${Buffer.alloc(32, byte).toString('hex')}`

test.each([
  ['', '3fe93897158698e4d473b74414d7493716b0fc3a70310934873f0019daaccab4'],
  ['memo-1', '7a4c6af3f2dd5f2d16e3b0ed57e919229f03aa1591e8d6628ebec47a2dd330f9'],
  ['Überweisung 🚀', '1bd9e4cc20ab6ec999a0785f46bddf3b9de379496b3ede561de2b99cc923668d'],
  ['x'.repeat(123), 'aa3ba6061fab5db9f5a2ce177f444d4ae5efd41c7ae6cb56984883736d0e4050'],
  ['x'.repeat(124), 'b210ff519f1dafcd9fd359bb407f960c7ff1210a7433243a0cef9ae45eba4fb3'],
  ['é'.repeat(600), '425a2ee36e020b0148fc243581b6e15156ce87896c4e6d34e2a80c6efc0bfbe3'],
])('the comment %#', (text, hash) => {
  const body = readBoc(commentBody(text))
  expect(body.hash).toBe(hash)
  expect(readComment(body)).toBe(text)
})

test.each([
  [null, 'c9a1bb082e9901352d4b57d3716dc26a40f8c558afb223c010232c6fc789ce99'],
  ['memo-1', '4a776f453b61325dea16f62a29db30396ef8d833a0e55f378739e0cee1bff43a'],
  ['é'.repeat(600), 'e4a235e83508bf48c93f8fe60bc5d2842408d57831375464f764ccef5a814fa9'],
])('the jetton transfer %#', (text, hash) => {
  const order = {
    queryId: 9n,
    amount: 5_000_000n,
    destination: raw(0x22),
    responseDestination: raw(0x11),
    forwardAmount: 1n,
  }
  const comment = text === null ? null : commentBody(text)
  const body = readBoc(jettonTransferBody({ ...order, comment }))
  expect(body.hash).toBe(hash)
  const read = readJettonTransfer(body)
  expect(read).toMatchObject({ ...order, hasCustomPayload: false })
  expect(read === null ? undefined : readComment(read.forwardPayload)).toBe(text)
})

const publicKey = Buffer.alloc(32, 7)
const networkId = -239
/** A comment. */
const payload = 'te6cckEBAQEACwAAEgAAAABoZWxsb5oNank='
/** Code and data of a byte each. */
const stateInit = 'te6cckEBAwEACwACATQBAgACAQACAoN/wQo='
const plain = { to: raw(1), value: 5n, bounce: true, payload: null, stateInit: null }
const loaded = { ...plain, to: raw(2), value: 10n ** 18n, bounce: false, payload }
const deploying = { ...loaded, to: raw(3), value: 0n, stateInit }

describe.each<[version: TonWalletVersion, hashes: string[]]>([
  [
    'v4r2',
    [
      'c0b3bb7a389a51fb47b4aaaee4187af1b6b479d7121685ded9305aa30e0c4e69',
      'ff02cbcebb2a97898b2ce2d98d6dffef4577f500bce04f4e42d717df1ff14f48',
      '669c85787f03b4b662cfa2d39b61360e6f7cf54030cfeed7b576695c3e5380d6',
      '4a9ef26be39334d88678840f500c3332dc142615a7daf9a73acebd73acd2a564',
      'e1aa9b0f548412b6c95343e4391898d3e0186d33d95df2c11789237f646b52b9',
    ],
  ],
  [
    'v5r1',
    [
      '920829f26187cc6a0b14c2f9b54e7a3685e9ea898a5c500d93f0ea0dce20383c',
      '62d058ac753989ce576c7a323c67dfdf135d6a8f8527c5eb849a46c83028ac2c',
      '81916e08344351eebf62812b95d6b769a2aedfb28292ea295d625eeaadb20edf',
      'af1af062c621fd99ce39b935d59ada209898293fe8360a69c46886a03b2a5f0a',
      'dde44cb63c32b885288eb976d30db2cb279acd7b31dedf61f3d76e4179c3d4e9',
    ],
  ],
])('the message to a wallet %s', (walletVersion, hashes) => {
  const from = walletAddress(walletVersion, publicKey, networkId)

  test.each<[index: number, seqno: number, isFirst: boolean, UnsignedTransfer['messages']]>([
    [0, 3, false, [plain]],
    [1, 4, false, [loaded]],
    [2, 5, false, [deploying]],
    [3, 0xffff_fffe, false, [plain, loaded, deploying, plain]],
    [4, 0, true, [plain]],
  ])('%i', (index, seqno, isFirst, messages) => {
    const validUntilSeconds = 1_800_000_360
    const order = { walletVersion, networkId, from, seqno, validUntilSeconds, messages }
    const boc = unsignedTransferBoc({ ...order, sendMode: 3 }, isFirst ? publicKey : null)
    expect(readBoc(boc).hash).toBe(hashes[index])
    const decoded = decodeSignedTon(boc, walletVersion)
    expect(decoded).toMatchObject({ walletVersion, from, seqno, validUntilSeconds })
    expect(decoded.deploys).toBe(isFirst)
    expect(decoded.messages.map(({ to }) => to)).toEqual(messages.map(({ to }) => to))
    expect(decoded.messages.map(({ value }) => value)).toEqual(messages.map(({ value }) => value))
  })
})
