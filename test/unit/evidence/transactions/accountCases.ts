/** EVM, Solana and TRON, whose own tests are elsewhere: here for what a failed transaction shows. */
import { solanaHash } from '../../../providers/solanaMined.ts'
import { coin, type FailingCases, hex, seconds } from './caseForm.ts'
import { first } from './support.ts'

const evm = `0x${hex}`
const [payer, shop] = ['0x' + '1a'.repeat(20), '0x' + '2b'.repeat(20)]
const block = `0x${'cc'.repeat(32)}`
const [tronPayer, tronShop] = ['41' + '1a'.repeat(20), '41' + '2b'.repeat(20)]
const info = (): object => ({
  id: hex,
  blockNumber: 70_000_000,
  blockTimeStamp: seconds * 1000,
  receipt: { result: 'SUCCESS' },
})

export const accountCases: FailingCases = {
  ETH: {
    hash: evm,
    answers: {
      eth_getTransactionByHash: {
        body: { hash: evm, blockHash: block, from: payer, to: shop, input: '0x', value: '0x64' },
      },
      eth_getTransactionReceipt: {
        body: {
          transactionHash: evm,
          status: '0x1',
          blockNumber: '0x10',
          blockHash: block,
          from: payer,
          to: shop,
          gasUsed: '0x5208',
          logs: [],
        },
      },
      eth_getBlockByNumber: { body: { timestamp: `0x${seconds.toString(16)}` } },
    },
    found: { state: 'done', payments: [coin(100n, payer, shop)] },
    unknown: {},
    echo: () => {},
    fail: (body) => {
      if (body.status !== undefined) body.status = '0x0'
    },
  },
  SOLANA: {
    hash: solanaHash,
    answers: {
      getTransaction: {
        body: {
          blockTime: seconds,
          transaction: ['', 'base64'],
          meta: {
            err: null,
            fee: 5000,
            preBalances: [1_000_000],
            postBalances: [995_000],
            preTokenBalances: [],
            postTokenBalances: [
              {
                accountIndex: 1,
                mint: 'So11111111111111111111111111111111111111112',
                owner: 'Shop',
                uiTokenAmount: { amount: '7', decimals: 9 },
              },
            ],
          },
        },
      },
      getSignatureStatuses: { body: { value: [{ confirmationStatus: 'finalized' }] } },
    },
    found: { state: 'done' },
    unknown: {},
    echo: () => {},
    fail: (body) => {
      if (body.meta !== undefined) body.meta.err = { InstructionError: [3, { Custom: 6001 }] }
    },
  },
  TRON: {
    hash: hex,
    answers: {
      [`POST ${first}/wallet/gettransactionbyid`]: {
        body: {
          txID: hex,
          raw_data: {
            contract: [
              {
                type: 'TransferContract',
                parameter: {
                  value: { owner_address: tronPayer, to_address: tronShop, amount: 500 },
                },
              },
            ],
          },
        },
      },
      [`POST ${first}/wallet/gettransactioninfobyid`]: { body: info() },
      [`POST ${first}/walletsolidity/gettransactioninfobyid`]: { body: info() },
    },
    found: { state: 'done' },
    unknown: {},
    echo: () => {},
    fail: (body) => {
      if (body.receipt !== undefined) body.receipt.result = 'OUT_OF_ENERGY'
    },
  },
}
