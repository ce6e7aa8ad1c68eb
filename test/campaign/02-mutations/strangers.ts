import { blockchainIds } from '../../../src/core/blockchainIds.ts'
import {
  btc,
  cosmos,
  evm,
  hash,
  plainHash,
  ton,
  tokenOf,
  tron,
  xrp,
} from '../../providers/depositSupport.ts'

/** Forms that values of answers have, and others of the same form: strangers, tokens, chains. */
export const strangers: readonly { form: RegExp; others: readonly string[] }[] = [
  {
    form: /^0x[0-9a-fA-F]{40}$/,
    others: [
      evm('stranger'),
      evm('stranger').toLowerCase(),
      tokenOf('ETH', 'USDT').address,
      tokenOf('ETH', 'DAI').address,
      tokenOf('ETH', 'USDC').address,
      tokenOf('POLYGON', 'USDC').address,
      `0x${'0'.repeat(40)}`,
      '0x000000000000000000000000000000000000dEaD',
      '0x0000000000000000000000000000000000000001',
    ],
  },
  { form: /^0x[0-9a-fA-F]{64}$/, others: [hash('stranger'), hash('swap'), `0x${'0'.repeat(64)}`] },
  { form: /^[0-9a-fA-F]{64}$/, others: [plainHash('stranger'), plainHash('in'), '0'.repeat(64)] },
  {
    form: /^bc1q/,
    others: [
      btc('stranger'),
      btc('receiver'),
      btc('deposit'),
      '1BitcoinEaterAddressDontSendf59kuE',
      btc('stranger', 'tb'),
      'bc1qnonsense',
    ],
  },
  {
    form: /^[EU]Q[A-Za-z0-9_-]{46}$/,
    others: [
      ton('stranger'),
      ton('stranger', true),
      ton('mallory'),
      tokenOf('TON', 'USDT').address,
      tokenOf('TON', 'NOT').address,
    ],
  },
  {
    form: /^-?[01]:[0-9a-f]{64}$/,
    others: [`0:${plainHash('stranger')}`, `-1:${plainHash('stranger')}`, `0:${'0'.repeat(64)}`],
  },
  { form: /^T[1-9A-HJ-NP-Za-km-z]{33}$/, others: [tron('stranger')] },
  { form: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, others: [xrp('stranger')] },
  { form: /^cosmos1/, others: [cosmos('stranger')] },
  {
    form: /^(?:btc|eth|usdc|usdt|xrp|ltc|dai|ton|trx|matic)$/,
    others: ['btc', 'eth', 'usdc', 'usdt', 'ltc', 'bsc', 'trx'],
  },
  {
    form: /^(?:BTC|ETH|USDC|USDT|XRP|LTC|DAI|TON|TRX|MATIC)$/,
    others: ['BTC', 'ETH', 'USDC', 'USDT', 'LTC', 'BSC', 'TRX'],
  },
  { form: /^[A-Z_]{3,20}$/, others: blockchainIds.slice(0, 20) },
  {
    form: /^\d{4}-\d\d-\d\dT/,
    others: [
      '1970-01-01T00:00:00.000Z',
      '2099-12-31T23:59:59Z',
      '+275760-09-13T00:00:00.000Z',
      '2026-11-20',
      '2026-02-31T00:00:00Z',
    ],
  },
]
