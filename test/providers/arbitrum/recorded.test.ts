/**
 * Transactions of the live bridge, recorded in OffchainLabs/arbitrum-sdk
 * (packages/sdk/tests/fixtures/tracing/{deposit,retryable,withdraw}.json, 2026-02-23).
 */
import { expect, test } from 'vitest'

import { hashOf, packedHash } from '../../../src/chains/evm/codec.ts'
import { readCall } from '../../../src/chains/evm/readCall.ts'
import { createArbitrumProvider } from '../../../src/providers/arbitrum/arbitrum.ts'
import ticket from './ticket.json' with { type: 'json' }

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const outbox = '0x0B9857ae2D4A3DBe74ffE1d7DF045bb7F96E4840'

test('the hash of a deposit of coins', () => {
  const hash = hashOf(0x64, [
    42_161,
    word(0x5129n),
    '0xaeb7413b16281c9270268f3f5b826c8c59d8c142',
    '0x9da6413b16281c9270268f3f5b826c8c59d8b031',
    0x13101ebdfc1004en,
  ])
  expect(hash).toBe('0x6071e5f7d054487a4c9498dc4b7bc30c62d52b630ec4e46936899d470b64b943')
})

test('the hash of a ticket', () => {
  const word_ = (index: number): string => ticket.input.slice(10 + 64 * index, 74 + 64 * index)
  const number = (index: number): bigint => BigInt(`0x${word_(index)}`)
  const address = (index: number): string => `0x${word_(index).slice(24)}`
  // submitRetryable(requestId, l1BaseFee, deposit, callvalue, gasFeeCap, gasLimit,
  // maxSubmissionFee, feeRefundAddress, beneficiary, retryTo, retryData)
  const call = ticket.input.slice(10 + 64 * 12, 10 + 64 * 12 + 2 * Number(number(11)))
  const hash = hashOf(0x69, [
    42_161,
    `0x${word_(0)}`,
    ticket.from,
    number(1),
    number(2),
    number(4),
    number(5),
    address(9),
    number(3),
    address(8),
    number(6),
    address(7),
    `0x${call}`,
  ])
  expect(hash).toBe(ticket.ticketId)
})

test('the hash of a message', () => {
  const own = '0xce50d864327aee4ec2dde85a7fda202358a80189'
  const hash = packedHash(
    ['address', 'address', 'uint256', 'uint256', 'uint256', 'uint256', 'bytes'],
    [own, own, 22_328_388n, 15_452_650n, 1_662_032_178n, 0x3782dace9d90000n, '0x'],
  )
  expect(hash).toBe('0x6af44214007740e2fb5194b78f87ab39d985178b7cd7345fd64ed8ab6ee5e80e')
})

test('the call of a claim, and what it pays', () => {
  const words = [
    '0000000000000000000000000000000000000000000000000000000000000120',
    '0000000000000000000000000000000000000000000000000000000000000079',
    '000000000000000000000000ce50d864327aee4ec2dde85a7fda202358a80189',
    '000000000000000000000000ce50d864327aee4ec2dde85a7fda202358a80189',
    '000000000000000000000000000000000000000000000000000000000154b444',
    '0000000000000000000000000000000000000000000000000000000000ebc9ea',
    '0000000000000000000000000000000000000000000000000000000063109932',
    '00000000000000000000000000000000000000000000000003782dace9d90000',
    '0000000000000000000000000000000000000000000000000000000000000240',
    '0000000000000000000000000000000000000000000000000000000000000008',
    '4366350fcd126f2f1b965f0d3c23afd437f419b47fbf5b3297a24fe4113b224a',
    '9ca6d5e64bb49c5a63b0c657a838ffafb4e033d3e0a4318f8c355886d9adbd06',
    '714993f9bccd1b3b9bd9811ebf3ffb35feab7a7e3b26d5a370084e75cb95979a',
    'c37ba8d5d195a13ea053e861ac1895d79182d91554b1f288813b9b7fbdd8cca4',
    '01a49cf36fb2c55a6c4b45040ae256d26bcad9fe5cd0280ce672563025d9e581',
    'eab8fa112f790e2a4a3e78d34cce48497d30df23131a9bf1f99510c0865afe3d',
    '742bba1c69303f49b43ab8148a1a4c2cbc05683764efe59153404d40a7967daf',
    'e7da7fdccdd6e6f610c2a89420c1d98775747f966bc57ea6f9fd47d59d05feca',
    '0000000000000000000000000000000000000000000000000000000000000000',
  ]
  const data = `0x08635a95${words.join('')}`
  const { claims } = createArbitrumProvider()
  const site = { blockchain: 'ETH', to: outbox, chainOf: () => null } as const
  const { token, amount, recipient } = readCall('it', claims?.calls(site) ?? [], data)
  expect(claims?.contracts('ETH')).toEqual([outbox])
  expect(amount).toBe(0x3782dace9d90000n)
  expect(recipient).toBe('0xce50d864327aee4ec2dde85a7fda202358a80189')
  expect(BigInt(token)).toBe(0n)
})
