import { Hono } from 'hono'
import { showTonAddress } from '../../../../src/chains/ton/address.ts'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { isRecord } from '../../../../src/core/json.ts'
import { jettonWalletFacts, walletFacts } from '../addresses.ts'
import type { TonCodes } from '../codes.ts'
import { type TonEntry, toBase64 } from '../follow.ts'
import { readStack, stackOfV3 } from './stack.ts'
import { pendingTraceOfV3, traceOfV3, transactionOfV3, upper } from './transactionV3.ts'
import { failureText } from './v2.ts'
import {
  blockHash,
  blockNumberAt,
  toBase64Hash,
  addressOf,
  BadQueryError,
  cut,
  hashIn,
  type Query,
} from './wire.ts'
import type { TonChain } from '../tonChain.ts'

// toncenter's version 3: what only an index knows, as REST.
// https://toncenter.com/api/v3/ and ton-index-go (read 2026-11)

export function createV3(chain: () => Promise<TonChain>, codes: TonCodes): Hono {
  const app = new Hono()
  const get: Get = (path, answer) => {
    app.get(path, async (context) => {
      const query: Query = {
        one: (name) => context.req.query(name) ?? null,
        all: (name) => (context.req.queries(name) ?? []).flatMap((text) => text.split(',')),
      }
      return context.json(answer(await chain(), query))
    })
  }

  app.post('/message', async (context) => {
    const { boc } = bodyOf(await context.req.json())
    if (typeof boc !== 'string') throw new BadQueryError('boc is missing')
    const { hash, normalizedHash } = await (await chain()).send(boc)
    return context.json({
      message_hash: toBase64Hash(hash),
      message_hash_norm: toBase64Hash(normalizedHash),
    })
  })
  app.post('/runGetMethod', async (context) => {
    const { address, method, stack } = bodyOf(await context.req.json())
    if (typeof address !== 'string' || typeof method !== 'string')
      throw new BadQueryError('no method')
    const { state } = await chain()
    const items = readStack(state.machine.core, stack ?? [])
    const result = await state.get(addressOf(address), method, items)
    return context.json({
      gas_used: Number(result.gasUsed),
      exit_code: result.exitCode,
      stack: stackOfV3(result.stack),
    })
  })
  get('/masterchainInfo', ({ state }) => {
    const block = (seqno: number): unknown => ({
      workchain: -1,
      shard: '8000000000000000',
      seqno,
      root_hash: blockHash('root', seqno),
      file_hash: blockHash('file', seqno),
      gen_utime: state.seconds().toString(),
    })
    return { last: block(blockNumberAt(state.seconds())), first: block(1) }
  })
  get('/transactions', (found, query) =>
    listed(found, inOrder(matching(found, query), query), query),
  )
  get('/transactionsByMessage', (found, query) => {
    const hash = hashIn(query, 'msg_hash')
    if (hash === null) throw new BadQueryError('msg_hash is missing')
    const direction = query.one('direction')
    const { ledger } = found.state
    const ways: readonly ('in' | 'out')[] =
      direction === 'in' || direction === 'out' ? [direction] : ['in', 'out']
    return listed(
      found,
      ways.flatMap((way) => ledger.byMessage(hash, way)),
      query,
    )
  })
  get('/pendingTransactions', (found, query) => {
    const accounts = query.all('account').map(addressOf)
    const entries = found
      .delayed()
      .flatMap(({ foreseen, normalizedHash }) =>
        foreseen.map((entry) => ({ entry, normalizedHash })),
      )
      .filter(({ entry }) => accounts.length === 0 || accounts.includes(entry.account))
    return {
      transactions: entries.map(({ entry, normalizedHash }) =>
        transactionOfV3(found.state.machine, entry, normalizedHash, true),
      ),
      address_book: bookOf(
        found,
        entries.map(({ entry }) => entry),
      ),
    }
  })
  get('/traces', (found, query) => {
    const { ledger, machine } = found.state
    const roots = inOrder(traceRoots(found, query), query)
    const page = cut(roots, query)
    const traces = page.map(({ traceId }) => traceOfV3(machine, ledger.ofTrace(traceId)))
    return { traces, address_book: bookOf(found, page), metadata: {} }
  })
  get('/pendingTraces', (found, query) => {
    const hash = hashIn(query, 'ext_msg_hash')
    const accounts = query.all('account').map(addressOf)
    const matching = found
      .delayed()
      .filter(
        ({ normalizedHash, foreseen }) =>
          (hash === null || normalizedHash === hash) &&
          (accounts.length === 0 || foreseen.some(({ account }) => accounts.includes(account))),
      )
    return {
      traces: matching.map((message) => pendingTraceOfV3(found.state.machine, message)),
      address_book: {},
      metadata: {},
    }
  })
  accountsOfV3(get, codes)

  app.onError((thrown, context) => {
    if (thrown instanceof BadQueryError || thrown instanceof RangeError) {
      return context.json({ code: 422, error: thrown.message }, 422)
    }
    return context.json({ code: 500, error: failureText(thrown) }, 500)
  })
  return app
}

function listed(chain: TonChain, entries: readonly TonEntry[], query: Query): unknown {
  const { machine, ledger } = chain.state
  const page = cut(entries, query)
  return {
    transactions: page.map((entry) => {
      const root = ledger.byHash(entry.traceId)
      return transactionOfV3(machine, entry, root?.inNormalized ?? null)
    }),
    address_book: bookOf(chain, page),
  }
}

function matching({ state: { ledger } }: TonChain, query: Query): readonly TonEntry[] {
  const hash = hashIn(query, 'hash')
  const accounts = query.all('account').map(addressOf)
  const lt = query.one('lt')
  const [after, before] = [query.one('start_lt'), query.one('end_lt')]
  const found =
    hash !== null
      ? [ledger.byHash(hash)].filter((entry) => entry !== null)
      : accounts.length > 0
        ? accounts.flatMap((account) => ledger.ofAccount(account))
        : ledger.all()
  return found.filter(
    (entry) =>
      (accounts.length === 0 || accounts.includes(entry.account)) &&
      (lt === null || entry.lt === lt) &&
      (after === null || BigInt(entry.lt) >= BigInt(after)) &&
      (before === null || BigInt(entry.lt) <= BigInt(before)),
  )
}

/** First transactions of the requested traces. */
function traceRoots({ state: { ledger } }: TonChain, query: Query): TonEntry[] {
  const [message, transaction, trace] = ['msg_hash', 'tx_hash', 'trace_id'].map((name) =>
    hashIn(query, name),
  )
  const account = query.one('account')
  const found: readonly (TonEntry | null | undefined)[] =
    message != null
      ? [ledger.byMessage(message, 'in')[0] ?? ledger.byMessage(message, 'out')[0]]
      : transaction != null || trace != null
        ? [ledger.byHash(transaction ?? trace ?? '')]
        : account === null
          ? ledger.all()
          : ledger.ofAccount(addressOf(account))
  const roots = found.flatMap((entry) => {
    const root = entry == null ? null : ledger.byHash(entry.traceId)
    return root === null ? [] : [root]
  })
  return [...new Set(roots)]
}

/** Newest first unless the caller wants it otherwise. */
function inOrder(entries: readonly TonEntry[], query: Query): TonEntry[] {
  const sign = query.one('sort') === 'asc' ? 1 : -1
  return entries.toSorted((a, b) => sign * (BigInt(a.lt) < BigInt(b.lt) ? -1 : 1))
}

function bookOf(chain: TonChain, entries: readonly TonEntry[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(({ account }) => [upper(account), bookEntry(chain, account)]),
  )
}

function bodyOf(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw new BadQueryError('the request has no body')
  return body
}

export type Get = (path: string, answer: (chain: TonChain, query: Query) => unknown) => void

/** Accounts and jettons in version 3. */
function accountsOfV3(get: Get, codes: TonCodes): void {
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
      status: statusName(view.status),
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
      status: statusName(view.status),
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
          status: statusName(view.status),
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
function bookEntry({ state }: TonChain, address: string): unknown {
  const isWallet = walletFacts(state.view(address)) !== null
  return {
    user_friendly: showTonAddress(address, isWallet ? 'wallet' : 'contract'),
    domain: null,
    interfaces: [],
  }
}

function statusName(status: 'active' | 'uninitialized' | 'frozen'): string {
  return status === 'uninitialized' ? 'uninit' : status
}
