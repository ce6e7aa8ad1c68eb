import { createRequire } from 'node:module'
import type * as Core from '@ton/core'
import type { Cell, ShardAccount, Transaction, TupleItem } from '@ton/core'
import type { Executor } from '@ton/sandbox'
import { resolveChainFile } from '../packages.ts'

/** The cell library that the emulator itself uses: objects of another copy would not pass. */
export type TonCore = typeof Core

export type TonPackages = {
  core: TonCore
  /** The virtual machine of TON's node, compiled to WebAssembly. */
  Executor: typeof Executor
  /** Prices and limits of the main network; a bag of cells in base64. */
  config: string
}

/**
 * Loads the emulator where npm put it; takes some 0.2 s, so only who uses TON calls it. Of
 * @ton/sandbox only these two files: its index would load a debugger as well.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE naming the command that installs what is missing
 */
function loadTonPackages(): TonPackages {
  const home = resolveChainFile('@ton/sandbox', 'package.json')
  resolveChainFile('@ton/core', 'package.json')
  const load = createRequire(home)
  const core: unknown = load('@ton/core')
  const executor: unknown = load('./dist/executor/Executor.js')
  const config: unknown = load('./dist/config/defaultConfig.js')
  if (!isCore(core) || !hasExecutor(executor) || !hasConfig(config)) {
    throw new Error('@ton/sandbox is not the version this program supports')
  }
  return { core, Executor: executor.Executor, config: config.defaultConfig }
}

function isCore(value: unknown): value is TonCore {
  return isObject(value) && 'loadTransaction' in value && 'storeShardAccount' in value
}

function hasExecutor(value: unknown): value is { Executor: typeof Executor } {
  return isObject(value) && 'Executor' in value && typeof value.Executor === 'function'
}

function hasConfig(value: unknown): value is { defaultConfig: string } {
  return isObject(value) && 'defaultConfig' in value && typeof value.defaultConfig === 'string'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What one message did to one account. */
export type Step =
  | { ok: true; transaction: Transaction; account: string }
  /** The contract did not take the message from outside: there is no transaction. */
  | { ok: false; exitCode: number | null; reason: string }

export type GetResult = { exitCode: number; gasUsed: bigint; stack: TupleItem[] }

/** An account as its cell describes it; accounts are stored as bags of cells in base64 (`ShardAccount`). */
export type AccountView = {
  balance: bigint
  status: 'active' | 'uninitialized' | 'frozen'
  code: Cell | null
  data: Cell | null
  lastLt: bigint
  /** 32 bytes as 64 lower-case hex digits; zeros before the first transaction. */
  lastHash: string
}

export type NewAccount = {
  /** Raw. */
  address: string
  balance: bigint
  /** Null: an address that only holds coins. */
  contract: { code: string; data: string } | null
  /** Until when its storage is paid for, Unix seconds. */
  paidAtSeconds: number
}

/** TON's virtual machine, and accounts in the form it takes. Knows no chain and stores nothing. */
export type TonMachine = {
  core: TonCore
  run(
    account: string,
    message: Cell,
    at: { seconds: number; lt: bigint },
    options?: { ignoreSignature: boolean },
  ): Promise<Step>
  get(
    account: string,
    address: string,
    method: string | number,
    stack: TupleItem[],
    seconds: number,
  ): Promise<GetResult>
  read(account: string): AccountView
  make(account: NewAccount): string
  /** The same account with another balance. */
  withBalance(account: string, balance: bigint): string
  /** The same account with other data. */
  withData(account: string, data: Cell): string
  /** The same account with other code. */
  withCode(account: string, code: Cell): string
}

/** What toncenter answers for a get-method of an account without code. */
const noCodeExit = -13
const getGasLimit = 10_000_000n

/**
 * Loads the machine: some 0.4 s.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE
 */
export async function createMachine(): Promise<TonMachine> {
  const { core, Executor, config } = loadTonPackages()
  const executor = await Executor.create()
  const { Address, beginCell, Cell, loadShardAccount, storeShardAccount } = core

  const parse = (account: string): ShardAccount =>
    loadShardAccount(Cell.fromBase64(account).beginParse())
  const write = (account: ShardAccount): string =>
    beginCell().store(storeShardAccount(account)).endCell().toBoc().toString('base64')
  const change = (
    account: string,
    apply: (account: NonNullable<ShardAccount['account']>) => void,
  ): string => {
    const found = parse(account)
    if (found.account == null) throw new Error('an account that does not exist')
    apply(found.account)
    return write(found)
  }

  const read = (account: string): AccountView => {
    const { account: stored, lastTransactionLt: lastLt, lastTransactionHash } = parse(account)
    const lastHash = lastTransactionHash.toString(16).padStart(64, '0')
    const balance = stored?.storage.balance.coins ?? 0n
    const state = stored?.storage.state
    if (state?.type === 'active') {
      const { code, data } = state.state
      return { balance, status: 'active', code: code ?? null, data: data ?? null, lastLt, lastHash }
    }
    const status = state?.type === 'frozen' ? 'frozen' : 'uninitialized'
    return { balance, status, code: null, data: null, lastLt, lastHash }
  }

  return {
    core,
    read,
    async run(account, message, { seconds, lt }, options) {
      const { result } = await executor.runTransaction({
        config,
        libs: null,
        verbosity: 'short',
        shardAccount: account,
        message,
        now: seconds,
        lt,
        randomSeed: Buffer.alloc(32),
        ignoreChksig: options?.ignoreSignature ?? false,
        debugEnabled: false,
      })
      if (!result.success) {
        return {
          ok: false,
          exitCode: result.vmResults?.vmExitCode ?? null,
          reason: result.error,
        }
      }
      const transaction = core.loadTransaction(Cell.fromBase64(result.transaction).beginParse())
      return { ok: true, transaction, account: result.shardAccount }
    },
    async get(account, address, method, stack, seconds) {
      const { code, data, balance } = read(account)
      if (code === null || data === null) return { exitCode: noCodeExit, gasUsed: 0n, stack: [] }
      const { output } = await executor.runGetMethod({
        code,
        data,
        methodId: typeof method === 'number' ? method : methodId(method),
        stack,
        config,
        verbosity: 'short',
        address: Address.parseRaw(address),
        unixTime: seconds,
        balance,
        randomSeed: Buffer.alloc(32),
        gasLimit: getGasLimit,
        debugEnabled: false,
      })
      if (!output.success) throw new Error(`the get-method cannot be run: ${output.error}`)
      return {
        exitCode: output.vm_exit_code,
        gasUsed: BigInt(output.gas_used),
        stack: core.parseTuple(Cell.fromBase64(output.stack)),
      }
    },
    make: ({ address, balance, contract, paidAtSeconds }) =>
      write({
        account: {
          addr: Address.parseRaw(address),
          storage: {
            lastTransLt: 0n,
            balance: { coins: balance },
            state:
              contract === null
                ? { type: 'uninit' }
                : {
                    type: 'active',
                    state: {
                      code: Cell.fromBase64(contract.code),
                      data: Cell.fromBase64(contract.data),
                    },
                  },
          },
          storageStats: {
            used: { cells: 0n, bits: 0n },
            lastPaid: paidAtSeconds,
            duePayment: null,
            storageExtra: null,
          },
        },
        lastTransactionLt: 0n,
        lastTransactionHash: 0n,
      }),
    withBalance: (account, balance) =>
      change(account, ({ storage }) => {
        storage.balance = { ...storage.balance, coins: balance }
      }),
    withData: (account, data) => change(account, ({ storage }) => contractOf(storage, { data })),
    withCode: (account, code) => change(account, ({ storage }) => contractOf(storage, { code })),
  }
}

type Storage = NonNullable<ShardAccount['account']>['storage']

function contractOf({ state }: Storage, changed: { data?: Cell; code?: Cell }): void {
  if (state.type !== 'active') throw new Error('an account without a contract')
  state.state = { ...state.state, ...changed }
}

/** Number of a get-method: CRC16-XMODEM of its name with bit 16 set. */
export function methodId(name: string): number {
  let crc = 0
  for (const byte of Buffer.from(name, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
    }
  }
  return crc | 0x10000
}
