/** Bitcoin and its likes; forms as public tests recorded them on 2026-09-30. */
import { first } from './support.ts'
import { atMs, coin, hex, iso, seconds, type TransactionCases } from './caseForm.ts'

export const esplora = {
  txid: hex,
  vin: [{ prevout: { scriptpubkey_address: 'bc1qpayer', value: 1000 } }, { prevout: null }],
  vout: [
    { scriptpubkey_address: 'bc1qshop', value: 700 },
    { scriptpubkey_type: 'op_return', value: 0 },
    { scriptpubkey_address: 'bc1qpayer', value: 100 },
  ],
  status: { confirmed: true, block_height: 956025, block_time: seconds },
}
const blockchair = {
  data: {
    [hex]: {
      transaction: { block_id: 3184742, hash: hex, time: iso.slice(0, 19).replace('T', ' ') },
      inputs: [{ value: 26674, recipient: 'DPayer' }],
      outputs: [
        { value: 13337, recipient: 'DShop' },
        { value: 0, recipient: 'd-nulldata', type: 'nulldata' },
      ],
    },
  },
  context: { code: 200, results: 1 },
}

export const utxoCases: TransactionCases = {
  BITCOIN: {
    hash: hex,
    answers: { [`GET ${first}/tx/${hex}`]: { body: esplora } },
    found: {
      state: 'done',
      atMs,
      sender: 'bc1qpayer',
      payments: [coin(700n, 'bc1qpayer', 'bc1qshop')],
      kind: { is: 'transfer' },
    },
    unknown: { [`GET ${first}/tx/${hex}`]: { status: 404, body: 'Transaction not found' } },
    echo: (body, hash) => (body.txid = hash),
  },
  BITCOIN_CASH: {
    hash: hex,
    answers: {
      [`GET ${first}/transaction/${hex}`]: {
        body: {
          txid: hex,
          inputs: [{ coinbase: false, address: 'bitcoincash:qpayer', value: 46858 }],
          outputs: [
            { address: 'bitcoincash:qshop', value: 40037 },
            { address: null, value: 0 },
          ],
          block: { height: 963772, position: 45 },
          time: seconds,
        },
      },
    },
    found: {
      state: 'done',
      atMs,
      payments: [coin(40_037n, 'bitcoincash:qpayer', 'bitcoincash:qshop')],
    },
    unknown: {
      [`GET ${first}/transaction/${hex}`]: {
        status: 404,
        body: { error: 'not-found-or-invalid-arg' },
      },
    },
    echo: (body, hash) => (body.txid = hash),
  },
  DOGECOIN: {
    hash: hex,
    answers: { [`GET ${first}/dashboards/transaction/${hex}`]: { body: blockchair } },
    found: { state: 'done', atMs, payments: [coin(13_337n, 'DPayer', 'DShop')] },
    unknown: {
      [`GET ${first}/dashboards/transaction/${hex}`]: {
        body: { data: [], context: { code: 200, results: 0 } },
      },
    },
    echo: (body, hash) => (body.data[hex].transaction.hash = hash),
  },
  DASH: {
    hash: hex,
    answers: {
      [`GET ${first}/tx/${hex}`]: {
        body: {
          txid: hex,
          vin: [{ addr: 'XPayer', valueSat: 2_000_000 }],
          vout: [
            { value: '0.01000000', scriptPubKey: { addresses: ['XShop'] } },
            { value: '0.00990000', scriptPubKey: { addresses: ['XPayer'] } },
          ],
          confirmations: 3,
          blocktime: seconds,
        },
      },
    },
    found: { state: 'done', atMs, payments: [coin(1_000_000n, 'XPayer', 'XShop')] },
    unknown: { [`GET ${first}/tx/${hex}`]: { status: 404, body: 'Not found' } },
    echo: (body, hash) => (body.txid = hash),
  },
  RAVENCOIN: {
    hash: hex,
    answers: {
      [`GET ${first}/tx/${hex}`]: {
        body: {
          txid: hex,
          vin: [{ addresses: ['RPayer'], isAddress: true, value: '2000000' }],
          vout: [
            { value: '2504680', addresses: ['RShop'], isAddress: true },
            { value: '0', addresses: ['OP_RETURN 00'], isAddress: false },
          ],
          blockHeight: -1,
          blockTime: seconds,
        },
      },
    },
    found: { state: 'waiting', payments: [coin(2_504_680n, 'RPayer', 'RShop')] },
    unknown: {
      [`GET ${first}/tx/${hex}`]: {
        status: 400,
        body: { error: `Transaction '${hex}' not found` },
      },
    },
    echo: (body, hash) => (body.txid = hash),
  },
}
