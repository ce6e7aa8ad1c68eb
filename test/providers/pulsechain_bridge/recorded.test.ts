/**
 * A message of the same contracts between GNOSIS and ETH, signed by their validators and recorded in
 * karpatkey/defi-kit (presets of 2024), which puts the receiver of its own accounts in.
 */
import { expect, test } from 'vitest'

import { headerOf, isBetweenMediators } from '../../../src/providers/pulsechain_bridge/messages.ts'
import { evm } from '../depositSupport.ts'

const receiver = evm('avatar').toLowerCase().slice(2)
const message = `0x00050000a7823d6f1e31569f51861e345b30c6bebf70ebe70000000000015a2cf6a78083ca3e2a662d6dd1703c939c8ace2e268d88ad09518695c6c3712ac10a214be5109a655671000927c00101806401272255bb000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48000000000000000000000000${receiver}00000000000000000000000000000000000000000000000000000000004c4c10`

test('a message to ETH that is signed in the manual lane', () => {
  // The manual lane sets the highest bit of the type.
  expect(message.slice(2 + 2 * 78, 2 + 2 * 79)).toBe('80')
  const header = headerOf(message)
  expect(header).toMatchObject({
    id: '0x00050000a7823d6f1e31569f51861e345b30c6bebf70ebe70000000000015a2c',
    sender: '0xf6a78083ca3e2a662d6dd1703c939c8ace2e268d',
    executor: '0x88ad09518695c6c3712ac10a214be5109a655671',
  })
  expect(header?.data.slice(0, 10)).toBe('0x272255bb')
  expect(header?.data).toHaveLength(2 + 2 * (4 + 3 * 32))
  if (header === null) return
  expect(isBetweenMediators(header, 'PULSECHAIN')).toBe(false)
})
