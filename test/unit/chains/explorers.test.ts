import { describe, expect, test } from 'vitest'
import { allChains } from '../../../src/chains/chains.ts'
import { readExplorerPage } from '../../../src/chains/explorers.ts'

const hash = `0x${'ab'.repeat(32)}`
const bare = 'cd'.repeat(32)
const base64 = 'm6hrSGX6VnTNbG3dWyOyKfw7dZ2MJNKXyZC5dXqmFOo='

describe('a link that was copied from an explorer', () => {
  const own = allChains().flatMap(({ id, explorerTx }) =>
    explorerTx === null ? [] : [[id, explorerTx] as const],
  )

  test.each(own)('of %s: %s', (id, template) => {
    expect(readExplorerPage(template.replace('{hash}', hash))).toEqual({
      kind: 'transaction',
      blockchain: id,
      value: hash,
    })
  })

  const addresses = allChains().flatMap(({ id, explorerAddress, explorerTx }) =>
    explorerAddress === null || explorerAddress.replace('{address}', '{hash}') === explorerTx
      ? []
      : [[id, explorerAddress] as const],
  )

  test.each(addresses)('of an address of %s: %s', (id, template) => {
    expect(readExplorerPage(template.replace('{address}', 'X1'))).toEqual({
      kind: 'address',
      blockchain: id,
      value: 'X1',
    })
  })

  test.each([
    [`https://etherscan.io/tx/${hash}#eventlog`, 'ETH', hash],
    [`http://www.etherscan.io/tx/${hash}?a=b`, 'ETH', hash],
    [`ETHERSCAN.IO/tx/${hash}/`, 'ETH', hash],
    [`https://tonscan.org/tx/${bare}`, 'TON', bare],
    [`https://tonviewer.com/transaction/${bare}`, 'TON', bare],
    [`https://tonviewer.com/transaction/${encodeURIComponent(base64)}`, 'TON', base64],
    ['https://solscan.io/tx/5j7sQ?cluster=x', 'SOLANA', '5j7sQ'],
    ['https://solana.fm/tx/5j7sQ?cluster=mainnet-solanafmbeta', 'SOLANA', '5j7sQ'],
    ['https://litecoinspace.org/tx/ab12', 'LITECOIN', 'ab12'],
    ['https://www.blockchain.com/explorer/transactions/btc/ab12', 'BITCOIN', 'ab12'],
    [`https://layerzeroscan.com/tx/0x${'ab'.repeat(32)}`, null, `0x${'ab'.repeat(32)}`],
    [`https://scan.li.fi/tx/0x${'ab'.repeat(32)}`, null, `0x${'ab'.repeat(32)}`],
    [`https://explorer.mayan.finance/tx/${'5Kq'.repeat(29)}`, null, '5Kq'.repeat(29)],
    [`https://mempool.space/tx/${bare}`, 'BITCOIN', bare],
    [`https://some.new.explorer/chain/tx/${hash}?tab=logs`, null, hash],
    [`https://some.new.explorer/t/%zz/${bare}`, null, bare],
  ])('%s', (text, blockchain, value) => {
    expect(readExplorerPage(text)).toEqual({ kind: 'transaction', blockchain, value })
  })

  test.each([
    'https://etherscan.io/tx/',
    'https://example.org/about',
    'ex141898e55f560d',
    base64,
    'ab/cd',
    hash,
    `https://example.org/${hash}0`,
  ])('%s is not recognized', (text) => {
    expect(readExplorerPage(text)).toBeNull()
  })
})
