/**
 * What each status of each adapter means: a state such as LONG_PENDING has several, and their
 * sentences about the money differ.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { StatusMap } from '../../src/providers/kits/deposit/reading.ts'
import type * as Exchanges from '../../src/providers/kits/deposit/exchange.ts'
import type * as Bridges from '../../src/providers/kits/evm/bridge.ts'
import { publishedWords, unpublishedWords } from './publishedWords.ts'

const maps = vi.hoisted(() => new Map<string, StatusMap>())

vi.mock('../../src/providers/kits/deposit/exchange.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof Exchanges>()
  const depositExchange: typeof actual.depositExchange = (exchange) => {
    maps.set(exchange.id, exchange.statusMap)
    return actual.depositExchange(exchange)
  }
  return { ...actual, depositExchange }
})
vi.mock('../../src/providers/kits/evm/bridge.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof Bridges>()
  const evmBridge: typeof actual.evmBridge = (bridge) => {
    maps.set(`${bridge.id}, by calls`, bridge.statusMap)
    return actual.evmBridge(bridge)
  }
  return { ...actual, evmBridge }
})

// Files of one process share what they have loaded: here the adapters are loaded anew, around the
// readers of this file, and afterwards without them.
afterAll(() => {
  vi.doUnmock('../../src/providers/kits/deposit/exchange.ts')
  vi.doUnmock('../../src/providers/kits/evm/bridge.ts')
  vi.resetModules()
})

beforeAll(async () => {
  vi.resetModules()
  await import('./cases.ts')
}, 60_000)

test('every table has the words that its vendor publishes, and no others of unknown origin', () => {
  const without = Object.keys(unpublishedWords)
  const wrong = [...maps].flatMap(([named, map]) => {
    const id = named.replace(', by calls', '')
    const published = publishedWords[id]
    if (published === undefined) return without.includes(id) ? [] : [`${id}: no list, no reason`]
    const { words, besides = {}, unknown = [] } = published
    const known = [...words, ...Object.keys(besides), ...unknown]
    return [
      ...words
        .filter((word) => !unknown.includes(word) && !Object.hasOwn(map, word))
        .map((word) => `${id}: "${word}" means nothing`),
      ...Object.keys(map)
        .filter((word) => !known.includes(word))
        .map((word) => `${id}: nobody publishes "${word}"`),
    ]
  })
  expect(wrong).toEqual([])
  const ids = new Set([...maps.keys()].map((named) => named.replace(', by calls', '')))
  expect(without.filter((id) => !ids.has(id) || publishedWords[id] !== undefined)).toEqual([])
})

test('every status means what it meant', () => {
  const told = Object.fromEntries([...maps].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  expect(told).toMatchInlineSnapshot(`
    {
      "BRIDGERS, by calls": {
        "ERROR": "stopped",
        "WAIT_KYC": "on_hold",
        "complete": "done",
        "error": "stopped",
        "exchange": "exchanging",
        "fail": "stopped",
        "partial_complete": "done",
        "receive_complete": "done",
        "refund_complete": "refunded",
        "refund_sending": "refunding",
        "timeout": "stopped",
        "trade_fail": "stopped",
        "wait_deposit_send": "exchanging",
        "wait_deposit_send_error": "stopped",
        "wait_deposit_send_fail": "stopped",
        "wait_deposits": "confirming",
        "wait_detect": "confirming",
        "wait_enough_send": "sending",
        "wait_exchange": "exchanging",
        "wait_exchange_push": "exchanging",
        "wait_exchange_return": "exchanging",
        "wait_exchange_return_success": "exchanging",
        "wait_for_information": "needs_user",
        "wait_kyc": "on_hold",
        "wait_partial_refund": "refunding",
        "wait_partial_refund_confirm": "refunding",
        "wait_partial_refund_confirm_error": "stopped",
        "wait_partial_send": "sending",
        "wait_partial_send_confirm": "sending",
        "wait_partial_send_confirm_error": "stopped",
        "wait_receive_confirm": "sending",
        "wait_receive_send": "sending",
        "wait_refund": "refunding",
        "wait_refund_confirm": "refunding",
        "wait_refund_send": "refunding",
        "wait_send": "sending",
      },
      "baltex": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "failed": "failed",
        "finished": "done",
        "pending": "awaiting",
        "refunded": "refunded",
        "sending": "sending",
      },
      "bridgers, by calls": {
        "ERROR": "stopped",
        "WAIT_KYC": "on_hold",
        "complete": "done",
        "error": "stopped",
        "exchange": "exchanging",
        "fail": "stopped",
        "partial_complete": "done",
        "receive_complete": "done",
        "refund_complete": "refunded",
        "refund_sending": "refunding",
        "timeout": "stopped",
        "trade_fail": "stopped",
        "wait_deposit_send": "exchanging",
        "wait_deposit_send_error": "stopped",
        "wait_deposit_send_fail": "stopped",
        "wait_deposits": "confirming",
        "wait_detect": "confirming",
        "wait_enough_send": "sending",
        "wait_exchange": "exchanging",
        "wait_exchange_push": "exchanging",
        "wait_exchange_return": "exchanging",
        "wait_exchange_return_success": "exchanging",
        "wait_for_information": "needs_user",
        "wait_kyc": "on_hold",
        "wait_partial_refund": "refunding",
        "wait_partial_refund_confirm": "refunding",
        "wait_partial_refund_confirm_error": "stopped",
        "wait_partial_send": "sending",
        "wait_partial_send_confirm": "sending",
        "wait_partial_send_confirm_error": "stopped",
        "wait_receive_confirm": "sending",
        "wait_receive_send": "sending",
        "wait_refund": "refunding",
        "wait_refund_confirm": "refunding",
        "wait_refund_send": "refunding",
        "wait_send": "sending",
      },
      "chainflip": {
        "COMPLETED": "done",
        "FAILED": "failed",
        "RECEIVING": "confirming",
        "SENDING": "sending",
        "SENT": "sending",
        "SWAPPING": "exchanging",
        "WAITING": "awaiting",
      },
      "change_hero": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "expired": "expired",
        "failed": "failed",
        "finished": "done",
        "hold": "on_hold",
        "new": "awaiting",
        "overdue": "expired",
        "refunded": "refunded",
        "sending": "sending",
        "waiting": "awaiting",
      },
      "changelly": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "expired": "expired",
        "failed": "failed",
        "finished": "done",
        "hold": "on_hold",
        "new": "awaiting",
        "overdue": "expired",
        "refunded": "refunded",
        "sending": "sending",
        "waiting": "awaiting",
      },
      "changenow": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "expired": "expired",
        "failed": "failed",
        "finished": "done",
        "new": "awaiting",
        "refunded": "refunded",
        "sending": "sending",
        "verifying": "on_hold",
        "waiting": "awaiting",
      },
      "dln, by calls": {
        "ClaimedOrderCancel": "refunded",
        "ClaimedUnlock": "done",
        "Created": "exchanging",
        "Fulfilled": "done",
        "None": "confirming",
        "OrderCancelled": "refunding",
        "SentOrderCancel": "refunding",
        "SentUnlock": "done",
      },
      "exolix": {
        "confirmation": "confirming",
        "confirmed": "confirming",
        "deleted": "failed",
        "error": "failed",
        "exchanging": "exchanging",
        "overdue": "expired",
        "refund": "refunding",
        "refunded": "refunded",
        "sending": "sending",
        "success": "done",
        "wait": "awaiting",
      },
      "houdini": {
        "-1": "awaiting",
        "-2": "awaiting",
        "0": "awaiting",
        "1": "confirming",
        "2": "exchanging",
        "3": "exchanging",
        "4": "done",
        "5": "expired",
        "6": "failed",
        "7": "refunded",
        "8": "failed",
      },
      "lifi, by calls": {
        "DONE": "done",
        "DONE COMPLETED": "done",
        "DONE NOT_PROCESSABLE_REFUND_NEEDED": "needs_user",
        "DONE PARTIAL": "done",
        "DONE REFUNDED": "refunded",
        "FAILED": "stopped",
        "FAILED EXPIRED": "stopped",
        "FAILED INSUFFICIENT_ALLOWANCE": "stopped",
        "FAILED INSUFFICIENT_BALANCE": "stopped",
        "FAILED NOT_PROCESSABLE_REFUND_NEEDED": "needs_user",
        "FAILED OUT_OF_GAS": "stopped",
        "FAILED SLIPPAGE_EXCEEDED": "stopped",
        "FAILED UNKNOWN_ERROR": "stopped",
        "FAILED UNKNOWN_FAILED_ERROR": "stopped",
        "PENDING": "exchanging",
        "PENDING BRIDGE_NOT_AVAILABLE": "delayed",
        "PENDING CHAIN_NOT_AVAILABLE": "delayed",
        "PENDING NOT_PROCESSABLE_REFUND_NEEDED": "needs_user",
        "PENDING REFUND_IN_PROGRESS": "refunding",
        "PENDING UNKNOWN_ERROR": "delayed",
        "PENDING WAIT_DESTINATION_TRANSACTION": "exchanging",
        "PENDING WAIT_SOURCE_CONFIRMATIONS": "confirming",
      },
      "mayan, by calls": {
        "COMPLETED": "done",
        "INPROGRESS": "exchanging",
        "REFUNDED": "refunded",
      },
      "meson, by calls": {
        "BONDED": "exchanging",
        "CANCELLED": "refunded",
        "EXECUTED": "exchanging",
        "LOCKED": "exchanging",
        "PENDING": "exchanging",
        "POSTED": "exchanging",
        "RELEASED": "done",
        "UNLOCKED": "stopped",
        "expired": "stopped",
      },
      "near_intents": {
        "FAILED": "failed",
        "INCOMPLETE_DEPOSIT": "underpaid",
        "KNOWN_DEPOSIT_TX": "confirming",
        "PENDING_DEPOSIT": "awaiting",
        "PROCESSING": "exchanging",
        "REFUNDED": "refunded",
        "SUCCESS": "done",
      },
      "owl_to_bridge, by calls": {
        "0": "done",
        "908": "exchanging",
        "909": "stopped",
      },
      "quickex": {
        "AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER": "on_hold",
        "CREATION_END": "awaiting",
        "DEPOSIT_REGISTERED": "exchanging",
        "FUNDS_WITHDRAWAL_START": "sending",
        "INCOMING_FUNDS_DETECTED": "confirming",
        "REFUND_COMPLETED": "refunded",
        "REFUND_REQUESTED": "refunding",
        "WITHDRAWAL_COMPLETED": "done",
      },
      "rango, by calls": {
        "": "exchanging",
        "failed": "stopped",
        "failed MIDDLE_ASSET_IN_DEST": "stopped",
        "failed MIDDLE_ASSET_IN_SRC": "stopped",
        "failed REVERTED_TO_INPUT": "refunded",
        "running": "exchanging",
        "success": "sending",
        "success DESIRED_OUTPUT": "done",
        "success MIDDLE_ASSET_IN_DEST": "stopped",
        "success MIDDLE_ASSET_IN_SRC": "stopped",
        "success REVERTED_TO_INPUT": "refunded",
      },
      "relay": {
        "delayed": "delayed",
        "depositing": "confirming",
        "failure": "failed",
        "pending": "exchanging",
        "refund": "refunded",
        "submitted": "sending",
        "success": "done",
        "waiting": "awaiting",
      },
      "relay, by calls": {
        "delayed": "delayed",
        "depositing": "confirming",
        "failure": "failed",
        "pending": "exchanging",
        "refund": "refunded",
        "refund failed": "needs_user",
        "submitted": "sending",
        "success": "done",
        "waiting": "awaiting",
      },
      "simple_swap": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "expired": "expired",
        "failed": "failed",
        "finished": "done",
        "refunded": "refunded",
        "sending": "sending",
        "verifying": "on_hold",
        "waiting": "awaiting",
      },
      "squidrouter, by calls": {
        "destination_executed": "done",
        "destination_gateway_approved": "exchanging",
        "error": "stopped",
        "error_fetching_status": "exchanging",
        "express_executed": "done",
        "failed_on_destination": "stopped",
        "needs_gas": "stopped",
        "ongoing": "exchanging",
        "partial_success": "stopped",
        "refund": "refunded",
        "refunded": "refunded",
        "source_gateway_called": "exchanging",
        "success": "done",
      },
      "stealthex": {
        "confirming": "confirming",
        "exchanging": "exchanging",
        "expired": "expired",
        "failed": "failed",
        "finished": "done",
        "refunded": "refunded",
        "sending": "sending",
        "verifying": "on_hold",
        "waiting": "awaiting",
      },
      "symbiosis, by calls": {
        "Pending": "exchanging",
        "Reverted": "refunded",
        "Stucked": "needs_user",
        "Success": "done",
      },
      "thorchain": {},
      "wanchain_bridge, by calls": {
        "Failed": "stopped",
        "Processing": "exchanging",
        "Refund": "refunded",
        "Success": "done",
        "Trusteeship": "stopped",
      },
      "xflows, by calls": {
        "0": "exchanging",
        "1": "done",
        "2": "stopped",
        "3": "exchanging",
        "4": "refunded",
        "5": "refunded",
        "6": "stopped",
        "7": "on_hold",
      },
    }
  `)
})
