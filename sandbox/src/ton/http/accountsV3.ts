import { showTonAddress } from '../../../../src/chains/ton/address.ts'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import type { TonCodes } from '../codes.ts'
import { toBase64 } from '../follow.ts'
import type { TonChain } from '../tonChain.ts'
import { toBase64Hash } from './hashText.ts'
import { addressOf, cut, type Query } from './queryV3.ts'
import { upper } from './transactionV3.ts'
import { jettonWalletFacts, walletFacts } from './walletFacts.ts'

export type Get = (path: string, answer: (chain: TonChain, query: Query) => unknown) => void

/** Accounts and jettons in version 3. */
export function accountsOfV3(get: Get, codes: TonCodes): void {
  const jettonCode = readBoc(codes('TonJettonWallet')).hash
  get('/walletInformation', ({ state }, query) => {
    const address = addressOf(query.one('address') ?? '')
    const view = state.view(address)
    const facts = walletFacts(view)
    return {
      balance: view.balance.toString(),
      ...(facts === null
        ? {}
        : { wallet_type: facts.type, seqno: facts.seqno, wallet_id: facts.walletId }),
      last_transaction_lt: view.lastLt.toString(),
      last_transaction_hash: toBase64Hash(view.lastHash),
      status: statusWord(view.status),
    }
  })
  get('/addressInformation', ({ state }, query) => {
    const view = state.view(addressOf(query.one('address') ?? ''))
    return {
      balance: view.balance.toString(),
      code: view.code === null ? null : toBase64(view.code),
      data: view.data === null ? null : toBase64(view.data),
      last_transaction_lt: view.lastLt.toString(),
      last_transaction_hash: toBase64Hash(view.lastHash),
      frozen_hash: null,
      status: statusWord(view.status),
    }
  })
  get('/accountStates', (found, query) => {
    const addresses = query.all('address').map(addressOf)
    const withBoc = query.one('include_boc') !== 'false'
    return {
      accounts: addresses.map((address) => {
        const view = found.state.view(address)
        const { code, data } = view
        return {
          address: upper(address),
          balance: view.balance.toString(),
          status: statusWord(view.status),
          code_hash: code?.hash().toString('base64') ?? null,
          data_hash: data?.hash().toString('base64') ?? null,
          last_transaction_hash: toBase64Hash(view.lastHash),
          last_transaction_lt: view.lastLt.toString(),
          ...(withBoc
            ? {
                code_boc: code === null ? null : toBase64(code),
                data_boc: data === null ? null : toBase64(data),
              }
            : {}),
        }
      }),
      address_book: Object.fromEntries(addresses.map((one) => [upper(one), bookEntry(found, one)])),
      metadata: {},
    }
  })
  get('/jetton/wallets', ({ state }, query) => {
    const owners = query.all('owner_address').map(addressOf)
    const masters = query.all('jetton_address').map(addressOf)
    const addresses = query.all('address').map(addressOf)
    const skipsEmpty = query.one('exclude_zero_balance') === 'true'
    const found = (addresses.length > 0 ? addresses : state.addresses()).flatMap((address) => {
      const view = state.view(address)
      const facts = jettonWalletFacts(view, jettonCode)
      if (facts === null) return []
      const { balance, owner, master } = facts
      if (owners.length > 0 && !owners.includes(owner)) return []
      if (masters.length > 0 && !masters.includes(master)) return []
      if (skipsEmpty && balance === 0n) return []
      return [
        {
          address: upper(address),
          balance: balance.toString(),
          owner: upper(owner),
          jetton: upper(master),
          last_transaction_lt: view.lastLt.toString(),
          code_hash: view.code?.hash().toString('base64') ?? '',
          data_hash: view.data?.hash().toString('base64') ?? '',
        },
      ]
    })
    return { jetton_wallets: cut(found, query), address_book: {}, metadata: {} }
  })
}

/** How people know an account. */
export function bookEntry({ state }: TonChain, address: string): unknown {
  const isWallet = walletFacts(state.view(address)) !== null
  return {
    user_friendly: showTonAddress(address, isWallet ? 'wallet' : 'contract'),
    domain: null,
    interfaces: [],
  }
}

function statusWord(status: 'active' | 'uninitialized' | 'frozen'): string {
  return status === 'uninitialized' ? 'uninit' : status
}
