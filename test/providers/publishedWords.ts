/**
 * The statuses that each vendor publishes, with where and when they were read. Every one of them must
 * mean something to its adapter, and the adapter knows no other word than these and those `besides`.
 */
type Published = {
  from: string
  words: readonly string[]
  /** Words of the adapter's table that the vendor does not publish, and where they were found. */
  besides?: Readonly<Record<string, string>>
  /** Published words that the adapter reads as "the vendor knows no such payment". */
  unknown?: readonly string[]
}

const bridgers: Published = {
  from: 'the order pages of the front ends of SWFT and Bridgers (orderStatus, getStatus), 2026-11',
  words: [
    'wait_deposits',
    'wait_deposit_send',
    'wait_deposit_send_fail',
    'wait_deposit_send_error',
    'wait_detect',
    'exchange',
    'wait_exchange',
    'wait_exchange_push',
    'wait_exchange_return',
    'wait_exchange_return_success',
    'trade_fail',
    'fail',
    'wait_receive_send',
    'wait_send',
    'wait_enough_send',
    'wait_receive_confirm',
    'wait_refund_send',
    'wait_refund',
    'refund_sending',
    'wait_refund_confirm',
    'refund_complete',
    'wait_for_information',
    'wait_kyc',
    'WAIT_KYC',
    'receive_complete',
    'complete',
    'partial_complete',
    'wait_partial_send',
    'wait_partial_send_confirm',
    'wait_partial_send_confirm_error',
    'wait_partial_refund',
    'wait_partial_refund_confirm',
    'wait_partial_refund_confirm_error',
    'timeout',
    'error',
    'ERROR',
  ],
}

export const publishedWords: Readonly<Record<string, Published>> = {
  bridgers,
  BRIDGERS: bridgers,
  meson: {
    from: 'https://meson.dev/api/endpoints/check-swap-from-hash, members of the answer, 2026-11',
    words: [
      'expired',
      'POSTED',
      'BONDED',
      'CANCELLED',
      'LOCKED',
      'UNLOCKED',
      'EXECUTED',
      'RELEASED',
    ],
    besides: { PENDING: 'none of them yet, as skalenetwork/portal calls it (2026-03)' },
  },
  symbiosis: {
    from: 'https://api.symbiosis.finance/crosschain/docs, status of GET /v2/tx, 2026-11',
    words: ['Pending', 'Success', 'Stucked', 'Reverted'],
  },
  squidrouter: {
    from: 'SquidTransactionStatus of 0xsquid/squid-types, src/status/index.ts, 2026-07-31',
    words: [
      'success',
      'needs_gas',
      'ongoing',
      'partial_success',
      'not_found',
      'failed_on_destination',
      'refunded',
    ],
    unknown: ['not_found'],
    besides: {
      refund: 'a public client of v2 (getSquidRoute, "approved-target validation"), 2026-10',
      source_gateway_called: 'Axelar, GMPStatus of its SDK',
      destination_gateway_approved: 'Axelar, GMPStatus of its SDK',
      error_fetching_status: 'Axelar, GMPStatus of its SDK',
      destination_executed: 'gemwalletcom/core testdata/squid/status_response.json',
      express_executed: 'Axelar, GMPStatus of its SDK',
      error: 'Axelar, GMPStatus of its SDK',
    },
  },
  mayan: {
    from: 'docs.mayan.finance, clientStatus of GET /v3/swap/trx, 2026-11',
    words: ['INPROGRESS', 'COMPLETED', 'REFUNDED'],
  },
  lifi: {
    from: '@lifi/types, src/api.ts: StatusMessage and Substatus, 2026-11',
    words: [
      'PENDING',
      ...['WAIT_SOURCE_CONFIRMATIONS', 'WAIT_DESTINATION_TRANSACTION', 'BRIDGE_NOT_AVAILABLE'].map(
        (word) => `PENDING ${word}`,
      ),
      'PENDING CHAIN_NOT_AVAILABLE',
      'PENDING REFUND_IN_PROGRESS',
      'PENDING UNKNOWN_ERROR',
      'PENDING NOT_PROCESSABLE_REFUND_NEEDED',
      'DONE',
      'DONE COMPLETED',
      'DONE PARTIAL',
      'DONE REFUNDED',
      'DONE NOT_PROCESSABLE_REFUND_NEEDED',
      'FAILED',
      'FAILED NOT_PROCESSABLE_REFUND_NEEDED',
      'FAILED INSUFFICIENT_ALLOWANCE',
      'FAILED INSUFFICIENT_BALANCE',
      'FAILED OUT_OF_GAS',
      'FAILED EXPIRED',
      'FAILED SLIPPAGE_EXCEEDED',
      'FAILED UNKNOWN_FAILED_ERROR',
    ],
    besides: { 'FAILED UNKNOWN_ERROR': 'in docs.li.fi, for UNKNOWN_FAILED_ERROR' },
  },
  rango: {
    from: 'rango-sdk-basic: TransactionStatus and StatusOutput, 2026-11',
    words: [
      'running',
      'success',
      'failed',
      ...['success', 'failed'].flatMap((status) =>
        ['MIDDLE_ASSET_IN_SRC', 'MIDDLE_ASSET_IN_DEST', 'REVERTED_TO_INPUT'].map(
          (type) => `${status} ${type}`,
        ),
      ),
      'success DESIRED_OUTPUT',
    ],
    besides: { '': 'docs.rango.exchange: no status is the same as running' },
  },
  dln: {
    from: 'docs.debridge.com, order states of the DLN API, 2026-11',
    words: [
      'None',
      'Created',
      'Fulfilled',
      'SentUnlock',
      'ClaimedUnlock',
      'OrderCancelled',
      'SentOrderCancel',
      'ClaimedOrderCancel',
    ],
  },
  near_intents: {
    from: '@defuse-protocol/one-click-sdk-typescript, GetExecutionStatusResponse, 2026-11',
    words: [
      'KNOWN_DEPOSIT_TX',
      'PENDING_DEPOSIT',
      'INCOMPLETE_DEPOSIT',
      'PROCESSING',
      'SUCCESS',
      'REFUNDED',
      'FAILED',
    ],
  },
  relay: {
    from: 'docs.relay.link, GET /intents/status/v3, 2026-11',
    words: [
      'waiting',
      'depositing',
      'pending',
      'submitted',
      'success',
      'delayed',
      'refund',
      'failure',
    ],
    besides: { 'refund failed': 'of two fields: failure or refund, with refundFailReason' },
  },
  changelly: {
    from: 'docs.changelly.com/transaction-statuses, 2026-11',
    words: [
      'new',
      'waiting',
      'confirming',
      'exchanging',
      'sending',
      'finished',
      'failed',
      'refunded',
      'hold',
      'overdue',
      'expired',
    ],
  },
  changenow: {
    from: 'ChangeNOW API v2, "Transaction status" (documenter.getpostman.com/view/8180765/SVfTPnM8), 2026-11',
    words: [
      'new',
      'waiting',
      'confirming',
      'exchanging',
      'sending',
      'finished',
      'failed',
      'refunded',
      'verifying',
    ],
    besides: { expired: 'in orders of 2026, by the reports server of Edge' },
  },
  quickex: {
    from: 'order events, as the wallet P.CASH reads them (TransactionQuickexStatus.kt), 2026-11',
    words: [
      'CREATION_END',
      'INCOMING_FUNDS_DETECTED',
      'DEPOSIT_REGISTERED',
      'FUNDS_WITHDRAWAL_START',
      'WITHDRAWAL_COMPLETED',
      'AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER',
      'REFUND_REQUESTED',
      'REFUND_COMPLETED',
    ],
  },
  exolix: {
    from: 'exolix.com/developers, transaction statuses, 2026-11',
    words: [
      'wait',
      'confirmation',
      'confirmed',
      'exchanging',
      'sending',
      'success',
      'overdue',
      'refund',
      'refunded',
    ],
    besides: { deleted: 'in older clients', error: 'in older clients' },
  },
  chainflip: {
    from: 'chainflip-io/chainflip-sdk-monorepo, packages/swap/src/routes/v2/swap.ts: StateV2, 2026-08',
    words: ['WAITING', 'RECEIVING', 'SWAPPING', 'SENDING', 'SENT', 'COMPLETED', 'FAILED'],
  },
  simple_swap: {
    from: 'Cryptorubic/rubic-app, SIMPLE_SWAP_TX_STATUS of API v3, 2026-07',
    words: [
      'waiting',
      'confirming',
      'exchanging',
      'sending',
      'verifying',
      'finished',
      'failed',
      'refunded',
      'expired',
    ],
  },
  stealthex: {
    from: 'StealthEX-io/widget-library, src/widget.ts: Status, and API v4, exchange status, 2026-11',
    words: [
      'waiting',
      'confirming',
      'exchanging',
      'sending',
      'verifying',
      'finished',
      'failed',
      'refunded',
      'expired',
    ],
  },
  houdini: {
    from: 'docs.houdiniswap.com/api-reference/orders/get-order-details, 2026-11',
    words: ['-2', '-1', '0', '1', '2', '3', '4', '5', '6', '7', '8'],
  },
  across: {
    from: 'across-protocol/indexer, RelayHashInfo.ts: RelayStatus, and docs.across.to, 2026-11',
    words: [
      'pending',
      'unfilled',
      'filled',
      'slowFillRequested',
      'slowFilled',
      'expired',
      'refunded',
    ],
  },
  owl_to_bridge: {
    from: 'docs.owlto.finance/integration-guides/api/get_receipt, 2026-11',
    words: ['0', '901', '907', '908', '909'],
    unknown: ['901', '907'],
  },
  wanchain_bridge: {
    from: 'docs.wanchain.org/developers/wanbridge-api/4.-status-query, 2026-11',
    words: ['NotFound', 'Success', 'Processing', 'Trusteeship', 'Refund'],
    besides: { Failed: 'in clients of the bridge' },
    unknown: ['NotFound'],
  },
  xflows: {
    from: 'docs.wanchain.org/developers/xflows-api/1.6-status-query, 2026-11',
    words: ['0', '1', '2', '3', '4', '5', '7'],
    besides: { '6': 'in clients of the bridge, a transfer that needs its support' },
  },
}

/** Adapters with a table of words whose vendor publishes no list, and what was looked through. */
export const unpublishedWords: Readonly<Record<string, string>> = {
  baltex:
    'the words of its documentation "Cross Chain" are examples; Baltexio/baltex-api-nodejs types the status as text; one client of 2026 knows the words of the table and no other (2026-11)',
  change_hero:
    'no public documentation; the plugins and the reports server of Edge know "finished" and "expired" alone; the API has the form of Changelly, whose words the table has (2026-11)',
  thorchain:
    'no words: a node tells the stages of a transaction, which are read one by one (dev.thorchain.org, 2026-11)',
}
