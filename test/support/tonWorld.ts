import { Address, beginCell, Cell, loadMessage, type Transaction, type TupleItem } from '@ton/core'
import { Blockchain, EmulationError, internal, type BlockchainTransaction } from '@ton/sandbox'
import { readTonTransaction } from '../../src/chains/ton/transaction.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { TonChainTransaction } from '../../src/core/tonChain.ts'
import type {
  TonCenter,
  TonForeseen,
  TonNode,
  TonStackItem,
} from '../../src/http/toncenterTypes.ts'

/** What a node and its index do with a message, to rehearse bad days. */
export type TonBehaviour = {
  /** `take` it at once, `lose` it without a word, or `keep` it until `release()`. */
  messages: 'take' | 'lose' | 'keep'
  /** The index knows nothing new. */
  indexBlind: boolean
  /** Nothing answers. */
  down: boolean
  /** Payments are run in advance, with what the exchange would do about them in its mood. */
  foresees: boolean
}

export type TonWorld = {
  chain: Blockchain
  ton: TonCenter
  behaviour: TonBehaviour
  /** Bags of cells that were handed in, in base64. */
  sent: string[]
  /** All transactions in their order. */
  transactions: TonChainTransaction[]
  now(): number
  advance(seconds: number): void
  /** Runs a message from outside and what follows; throws the error of a node when no contract takes it. */
  take(boc: string): Promise<void>
  /** What the wallet's contract returns; 0 before it exists. */
  seqno(wallet: string): Promise<number>
  /** Takes the messages that were held back. */
  release(): Promise<void>
  fund(address: string, nanoton: bigint): Promise<void>
  balance(address: string): Promise<bigint>
  /** Takes transactions into the lists that were made by calls of the library's contracts. */
  record(transactions: readonly BlockchainTransaction[]): void
  /** What others do about the messages of a transfer; belongs to its trace. */
  react: (
    transactions: readonly BlockchainTransaction[],
  ) => Promise<readonly BlockchainTransaction[]>
  /** Sends a message inside the chain and logs what follows. */
  send(message: Parameters<Blockchain['sendMessage']>[0]): Promise<BlockchainTransaction[]>
}

/** The TON chain of @ton/sandbox as toncenter would return it, in process; time does not move. */
export async function createTonWorld(startSeconds = 1_800_000_000): Promise<TonWorld> {
  const chain = await Blockchain.create()
  chain.now = startSeconds
  const bank = await chain.treasury('bank')
  const behaviour: TonBehaviour = {
    messages: 'take',
    indexBlind: false,
    down: false,
    foresees: false,
  }
  const sent: string[] = []
  const kept: string[] = []
  const transactions: TonChainTransaction[] = []
  const bocs = new Map<string, string>()
  const now = (): number => chain.now ?? startSeconds

  const log = (
    results: readonly BlockchainTransaction[],
    [first] = results, // of the trace they belong to
  ): void => {
    const traceId = first === undefined ? null : hashOf(first)
    for (const transaction of results) {
      transactions.push({ ...toStored(transaction), traceId, blockSeqno: 1 })
      bocs.set(hashOf(transaction), transaction.raw.toBoc().toString('base64'))
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  /** One message at a time: the sandbox mixes up what follows from two that are sent at once. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {}) // the caller gets the error
    return turn
  }
  const send: TonWorld['send'] = (message) =>
    inTurn(async () => {
      const result = await chain.sendMessage(message)
      log(result.transactions)
      return result.transactions
    })
  const take = async (boc: string): Promise<void> => {
    try {
      const message = loadMessage(Cell.fromBase64(boc).beginParse())
      await inTurn(async () => {
        const { transactions: own } = await chain.sendMessage(message)
        // Logged at once: while others react, the wallet is read and time goes on.
        log(own)
        log(await world.react(own), own)
      })
    } catch (thrown) {
      if (!(thrown instanceof EmulationError)) throw thrown
      const reason = `exitcode=${thrown.exitCode ?? '?'}`
      throw new SwaprouteError('UPSTREAM_REFUSED', `The TON node refused: ${reason}.`, {
        context: { reason },
        cause: thrown,
      })
    }
  }
  /** Runs it and what others do about it, and sets the chain back to where it was. */
  const foresee = async (boc: string): Promise<BlockchainTransaction[] | null> => {
    const before = chain.snapshot()
    try {
      const message = loadMessage(Cell.fromBase64(boc).beginParse())
      const { transactions: own } = await chain.sendMessage(message, { ignoreChksig: true })
      return [...own, ...(await world.react(own))]
    } catch (thrown) {
      if (thrown instanceof EmulationError) return null
      throw thrown
    } finally {
      await chain.loadFrom(before)
    }
  }
  const unlessRefused = (thrown: unknown): void => {
    const isRefusal = thrown instanceof SwaprouteError && thrown.code === 'UPSTREAM_REFUSED'
    if (!isRefusal) throw thrown
  }
  const ask = <T>(work: () => Promise<T> | T): Promise<T> =>
    behaviour.down
      ? Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'TON does not answer.'))
      : Promise.resolve().then(work)
  const indexed = (): TonChainTransaction[] => (behaviour.indexBlind ? [] : transactions)

  const ton: TonCenter = {
    has: () => true,
    runGetMethod: (address, method, stack) =>
      ask(async () => {
        const items = stack.map(toTupleItem)
        try {
          const { stack: result } = await chain.runGetMethod(Address.parse(address), method, items)
          return result.map(fromTupleItem)
        } catch (cause) {
          throw new SwaprouteError('UPSTREAM_REFUSED', `${method} failed.`, {
            context: { exitCode: -13 },
            cause,
          })
        }
      }),
    accountState: (address) =>
      ask(async () => {
        const contract = await chain.getContract(Address.parse(address))
        const state = contract.accountState
        const active = state?.type === 'active'
        const boc = (cell: Cell | null | undefined): string | null =>
          cell == null ? null : cell.toBoc().toString('base64')
        return {
          balance: contract.balance,
          status: active ? 'active' : state?.type === 'frozen' ? 'frozen' : 'uninitialized',
          code: active ? boc(state.state.code) : null,
          data: active ? boc(state.state.data) : null,
          lastTransaction: null,
          atSeconds: now(),
        }
      }),
    chainTime: () => ask(now),
    sendBoc: (boc) =>
      ask(async () => {
        sent.push(boc)
        if (behaviour.messages === 'take') await take(boc)
        if (behaviour.messages === 'keep') kept.push(boc)
        return { normalizedHash: null }
      }),
    rawTransactions: (address, limit, before) =>
      ask(() => {
        const account = Address.parse(address).toRawString()
        return transactions
          .filter((item) => item.account === account && (before === null || item.lt <= before.lt))
          .sort((a, b) => Number(b.lt - a.lt))
          .slice(0, limit)
          .map(({ hash, lt }) => ({ boc: bocs.get(hash) ?? '', lt, hash }))
      }),
    transactionsByMessage: (hash) =>
      ask(() => indexed().filter((item) => isMessage(item, hash.toLowerCase()))),
    transactionByHash: (hash) =>
      ask(() => indexed().find((item) => item.hash === hash.toLowerCase()) ?? null),
    transactions: (account, limit) =>
      ask(() => {
        const raw = Address.parse(account).toRawString()
        const own = indexed().filter((item) => item.account === raw)
        return own.toReversed().slice(0, limit)
      }),
    trace: (of) =>
      ask(() => {
        const found = indexed().find((item) =>
          'messageHash' in of
            ? isMessage(item, of.messageHash.toLowerCase())
            : item.hash === of.transactionHash.toLowerCase(),
        )
        if (found?.traceId == null) return null
        const all = transactions.filter(({ traceId }) => traceId === found.traceId)
        return { id: found.traceId, complete: true, transactions: all }
      }),
    jettonBalances: () => Promise.reject(new Error('not in this world')),
    nodes: async () => ({
      own: false,
      list: [nodeAt('one.ton', toRead), nodeAt('two.ton', toCells)],
    }),
  }
  /** Every host returns the same; some read what would follow, others give its cells. */
  const nodeAt = (
    host: string,
    toForeseen: (transactions: readonly BlockchainTransaction[]) => TonForeseen,
  ): TonNode => ({
    host,
    runGetMethod: ton.runGetMethod,
    accountState: ton.accountState,
    chainTime: ton.chainTime,
    emulate: (boc) =>
      ask(async () => {
        if (!behaviour.foresees) {
          throw new SwaprouteError('CHAIN_UNAVAILABLE', 'Nothing is run in advance here.')
        }
        const found = await inTurn(() => foresee(boc))
        return found === null ? null : toForeseen(found)
      }),
  })

  const world: TonWorld = {
    chain,
    ton,
    behaviour,
    sent,
    transactions,
    now,
    advance: (seconds) => {
      chain.now = now() + seconds
    },
    take,
    seqno: async (wallet) => {
      const { accountState } = await chain.getContract(Address.parse(wallet))
      if (accountState?.type !== 'active') return 0
      const { stackReader } = await chain.runGetMethod(Address.parse(wallet), 'seqno')
      return stackReader.readNumber()
    },
    release: async () => {
      // What its wallet takes no more, a chain drops without a word.
      for (const boc of new Set(kept.splice(0))) await take(boc).catch(unlessRefused)
    },
    fund: async (address, nanoton) => {
      await send(
        internal({
          from: bank.address,
          to: Address.parse(address),
          value: nanoton,
          bounce: false,
          body: beginCell().endCell(),
        }),
      )
    },
    record: log,
    react: () => Promise.resolve([]),
    balance: async (address) => (await chain.getContract(Address.parse(address))).balance,
    send,
  }
  return world
}

function isMessage({ inMessage }: TonChainTransaction, hash: string): boolean {
  return inMessage !== null && (inMessage.normalizedHash === hash || inMessage.hash === hash)
}

function toRead(found: readonly BlockchainTransaction[]): TonForeseen {
  const transactions = found.map(toStored)
  return { form: 'read', trace: { id: transactions[0]?.hash ?? '', complete: true, transactions } }
}

function toCells(found: readonly BlockchainTransaction[]): TonForeseen {
  const transactions = found.map((one) => ({
    account: toStored(one).account,
    boc: one.raw.toBoc().toString('base64'),
  }))
  return { form: 'stored', transactions }
}

function toStored(transaction: BlockchainTransaction): TonChainTransaction {
  const account = `0:${transaction.address.toString(16).padStart(64, '0')}`
  return readTonTransaction(transaction.raw.toBoc().toString('base64'), account)
}

function hashOf(transaction: Transaction): string {
  return transaction.hash().toString('hex')
}

function toTupleItem(item: TonStackItem): TupleItem {
  switch (item.type) {
    case 'num':
      return { type: 'int', value: item.value }
    case 'cell':
    case 'slice':
      return { type: item.type, cell: Cell.fromBase64(item.boc) }
    case 'null':
      return { type: 'null' }
    case 'tuple':
      return { type: 'tuple', items: item.items.map(toTupleItem) }
  }
}

function fromTupleItem(item: TupleItem): TonStackItem {
  switch (item.type) {
    case 'int':
      return { type: 'num', value: item.value }
    case 'cell':
    case 'slice':
      // As toncenter does, which makes no difference between the two.
      return { type: 'cell', boc: item.cell.toBoc().toString('base64') }
    case 'tuple':
      return { type: 'tuple', items: item.items.map(fromTupleItem) }
    case 'builder':
    case 'nan':
    case 'null':
      return { type: 'null' }
  }
}
