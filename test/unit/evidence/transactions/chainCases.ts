/** Other chains, shaped from the documents that their readers name. */
import { base58 } from '@scure/base'

import { atMs, coin, hex, type FailingCases, iso, seconds } from './caseForm.ts'
import { first } from './support.ts'

const sui = base58.encode(new Uint8Array(32).fill(7))

export const chainCases: FailingCases = {
  RIPPLE: {
    hash: hex.toUpperCase(),
    answers: {
      [`POST ${first}/`]: {
        body: {
          result: {
            status: 'success',
            hash: hex.toUpperCase(),
            validated: true,
            date: seconds - 946_684_800,
            TransactionType: 'Payment',
            Account: 'rPayer',
            Destination: 'rShop',
            meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '25000000' },
          },
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      payments: [coin(25_000_000n, 'rPayer', 'rShop')],
      kind: { is: 'transfer' },
    },
    unknown: {
      [`POST ${first}/`]: { body: { result: { error: 'txnNotFound', status: 'error' } } },
    },
    echo: (body, hash) => (body.result.hash = hash),
    fail: (body) => (body.result.meta.TransactionResult = 'tecPATH_DRY'),
  },
  STELLAR: {
    hash: hex,
    answers: {
      [`GET ${first}/transactions/${hex}`]: {
        body: {
          hash: hex,
          successful: true,
          created_at: iso,
          source_account: 'GPAYER',
          envelope_xdr: 'AAAA',
        },
      },
      [`GET ${first}/transactions/${hex}/payments?limit=100`]: {
        body: {
          _embedded: {
            records: [
              {
                type: 'payment',
                from: 'GPAYER',
                to: 'GSHOP',
                amount: '12.5000000',
                asset_type: 'native',
              },
              {
                type: 'payment',
                from: 'GPAYER',
                to: 'GSHOP',
                amount: '3.0000000',
                asset_type: 'credit_alphanum4',
                asset_code: 'USDC',
                asset_issuer: 'GISSUER',
              },
            ],
          },
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      sender: 'GPAYER',
      payments: [
        coin(125_000_000n, 'GPAYER', 'GSHOP'),
        {
          token: 'USDC-GISSUER',
          amount: 30_000_000n,
          decimals: 7,
          symbol: 'USDC',
          from: 'GPAYER',
          to: 'GSHOP',
        },
      ],
      kind: { is: 'transfer' },
    },
    unknown: {
      [`GET ${first}/transactions/${hex}`]: { status: 404, body: { title: 'Resource Missing' } },
    },
    echo: (body, hash) => {
      if (body.hash !== undefined) body.hash = hash
    },
    fail: (body) => {
      if (body.hash !== undefined) body.successful = false
    },
  },
  COSMOS: {
    hash: hex.toUpperCase(),
    answers: {
      [`GET ${first}/cosmos/tx/v1beta1/txs/${hex.toUpperCase()}`]: {
        body: {
          tx: {
            body: {
              messages: [
                {
                  '@type': '/cosmos.bank.v1beta1.MsgSend',
                  from_address: 'cosmos1payer',
                  to_address: 'cosmos1shop',
                  amount: [{ denom: 'uatom', amount: '1500000' }],
                },
              ],
            },
          },
          tx_response: { txhash: hex.toUpperCase(), code: 0, timestamp: iso },
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      sender: 'cosmos1payer',
      payments: [{ ...coin(1_500_000n, 'cosmos1payer', 'cosmos1shop'), token: 'uatom' }],
      kind: { is: 'transfer' },
    },
    unknown: {
      [`GET ${first}/cosmos/tx/v1beta1/txs/${hex.toUpperCase()}`]: {
        status: 404,
        body: { code: 5, message: 'tx not found' },
      },
    },
    echo: (body, hash) => (body.tx_response.txhash = hash),
    fail: (body) => (body.tx_response.code = 5),
  },
  CARDANO: {
    hash: hex,
    answers: {
      [`POST ${first}/tx_info`]: {
        body: [
          {
            tx_hash: hex,
            tx_timestamp: seconds,
            inputs: [{ value: '2000000', payment_addr: { bech32: 'addr1payer' } }],
            outputs: [
              { value: '1500000', payment_addr: { bech32: 'addr1shop' } },
              { value: '300000', payment_addr: { bech32: 'addr1payer' } },
            ],
            plutus_contracts: [],
          },
        ],
      },
    },
    found: { state: 'done', atMs, payments: [coin(1_500_000n, 'addr1payer', 'addr1shop')] },
    unknown: { [`POST ${first}/tx_info`]: { body: [] } },
    echo: (body, hash) => (body[0].tx_hash = hash),
    fail: (body) =>
      (body[0].plutus_contracts = [
        { script_hash: 'ab', valid_contract: true },
        { script_hash: 'cd', valid_contract: false },
      ]),
  },
  NEAR: {
    hash: sui,
    answers: {
      [`POST ${first}/v0/transactions`]: {
        body: {
          transactions: [
            {
              transaction: {
                hash: sui,
                signer_id: 'payer.near',
                receiver_id: 'shop.near',
                actions: [{ Transfer: { deposit: '1000000000000000000000000' } }],
              },
              execution_outcome: {
                block_timestamp: `${atMs}000000`,
                outcome: { status: { SuccessValue: '' } },
              },
            },
          ],
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      payments: [coin(10n ** 24n, 'payer.near', 'shop.near')],
      kind: { is: 'transfer' },
    },
    unknown: { [`POST ${first}/v0/transactions`]: { body: { transactions: [] } } },
    echo: (body, hash) => (body.transactions[0].transaction.hash = hash),
    fail: (body) => {
      const [one] = body.transactions
      one.execution_outcome.outcome.status = { SuccessReceiptId: 'r1' }
      one.receipts = [
        { execution_outcome: { id: 'r2', outcome: { status: { SuccessValue: '' } } } },
        { execution_outcome: { id: 'r1', outcome: { status: { Failure: { ActionError: {} } } } } },
      ]
    },
  },
  APTOS: {
    hash: `0x${hex}`,
    answers: {
      [`GET ${first}/transactions/by_hash/0x${hex}`]: {
        body: {
          type: 'user_transaction',
          hash: `0x${hex}`,
          success: true,
          sender: '0x1a',
          timestamp: `${atMs}000`,
          payload: { function: '0x1::aptos_account::transfer', arguments: ['0x2b', '5000'] },
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      payments: [coin(5_000n, '0x1a', '0x2b')],
      kind: { is: 'transfer' },
    },
    unknown: {
      [`GET ${first}/transactions/by_hash/0x${hex}`]: {
        status: 404,
        body: { error_code: 'transaction_not_found' },
      },
    },
    echo: (body, hash) => (body.hash = `0x${hash}`),
    fail: (body) => (body.success = false),
  },
  SUI: {
    hash: sui,
    answers: {
      [`POST ${first}`]: {
        body: {
          data: {
            transaction: {
              digest: sui,
              sender: { address: '0x1a' },
              transactionBcs: 'AAAA',
              effects: {
                status: 'SUCCESS',
                timestamp: iso,
                gasEffects: {
                  gasSummary: { computationCost: 8, storageCost: 5, storageRebate: 3 },
                },
                balanceChanges: {
                  nodes: [
                    {
                      owner: { address: '0x1a' },
                      amount: '-500',
                      coinType: { repr: '0x2::sui::SUI' },
                    },
                    {
                      owner: { address: '0x2b' },
                      amount: '490',
                      coinType: { repr: '0x2::sui::SUI' },
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      sender: '0x1a',
      payments: [
        { token: '0x2::sui::SUI', amount: 500n, from: '0x1a', to: null },
        { token: '0x2::sui::SUI', amount: 490n, from: null, to: '0x2b' },
      ],
    },
    unknown: { [`POST ${first}`]: { body: { data: { transaction: null } } } },
    echo: (body, hash) => (body.data.transaction.digest = hash),
    fail: (body) => (body.data.transaction.effects.status = 'FAILURE'),
  },
  STARKNET: {
    hash: `0x${hex.slice(2)}`,
    answers: {
      starknet_getTransactionByHash: {
        body: { transaction_hash: `0x00${hex.slice(2)}`, calldata: [] },
      },
      starknet_getTransactionReceipt: {
        body: {
          transaction_hash: `0x00${hex.slice(2)}`,
          execution_status: 'SUCCEEDED',
          finality_status: 'ACCEPTED_ON_L2',
          events: [
            {
              from_address: '0x49d3',
              keys: ['0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9'],
              data: ['0x1a', '0x2b', '0x64', '0x0'],
            },
          ],
        },
      },
    },
    found: {
      state: 'done',
      payments: [{ token: '0x49d3', amount: 100n, from: '0x1a', to: '0x2b' }],
      touched: ['0x49d3'],
    },
    unknown: {
      starknet_getTransactionByHash: { status: 29, body: 'Transaction hash not found' },
      starknet_getTransactionReceipt: { status: 29, body: 'Transaction hash not found' },
    },
    echo: (body, hash) => (body.transaction_hash = `0x${hash}`),
    fail: (body) => (body.execution_status = 'REVERTED'),
  },
}
