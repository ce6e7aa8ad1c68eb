import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chainById } from '../chains/chains.ts'
import { nativeToken } from '../chains/tokens.ts'
import type {
  AccountKind,
  ExecutionHooks,
  ExecutionTools,
  JournalTools,
  KeyRequest,
  OwnSwap,
  Payer,
  PlanningTools,
  Services,
} from '../commands/frame/services.ts'
import type { Warning } from '../commands/frame/shapes.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { toSwaprouteError } from '../core/errors.ts'
import { readTonHash } from '../core/tonHash.ts'
import type { ExecutionContext, ExecutionEvent, PlanContext } from '../execution/context.ts'
import { executeDeposit, payDeposit } from '../execution/deposit/execute.ts'
import { orderConfirmation, planOrder } from '../execution/deposit/plan.ts'
import { executeSwap } from '../execution/execute.ts'
import type { SwapOutcome } from '../execution/outcome.ts'
import { planSwap } from '../execution/plan.ts'
import { openSwaps, receiptOf, swapHistory } from '../execution/receipts.ts'
import { lookAtSwap, resumeSwap } from '../execution/resume.ts'
import { confirmationFor } from '../execution/review.ts'
import { heldStatus } from '../execution/heldStatus.ts'
import { createPrices } from '../prices/prices.ts'
import { readDeclaredCall } from '../providers/kits/builtCall.ts'
import { proofOf } from '../providers/types.ts'
import { type Journal, journalName, openJournal } from '../store/journal.ts'
import { listAccounts } from '../wallet/accounts.ts'
import type { KeySource } from '../wallet/keys.ts'
import { createKilling } from './killing.ts'
import { createOwnReading } from './ownReading.ts'
import { once } from './run.ts'
import type { Run } from './types.ts'
import { openTonSigner, tonTools } from './tonWallet.ts'
import {
  accountBook,
  evmAccess,
  keySource,
  openSigner,
  passwordSources,
  toPayer,
} from './wallet.ts'

type PlanHooks = Pick<ExecutionHooks, 'onEvent' | 'acceptContract'>

export type Execution = {
  payer(request: KeyRequest): Promise<Payer>
  planning(hooks: PlanHooks): Promise<PlanningTools>
  execution(hooks: ExecutionHooks): Promise<ExecutionTools>
  journal(): Promise<JournalTools>
  knownAddresses: Services['knownAddresses']
  findSwap(text: string): Promise<OwnSwap | null>
  lookAt: Services['lookAt']
  heldStatus: Services['heldStatus']
}

/** Records of earlier swaps that are read for addresses: look-alikes are made of recent ones. */
const rememberedAddresses = 2_000

/** Names a point at which a sandbox run kills itself, to rehearse a crash; ignored elsewhere. */
const killVariable = 'SWAPROUTE_KILL_AT'

export function createExecution(run: Run): Execution {
  let chosen: { source: KeySource; passwordFile: string | null } | null = null
  const killAt = run.config.sandbox ? run.host.io.env[killVariable] : undefined
  const killing = killAt === undefined ? null : createKilling(killAt)
  const journal = once(async (): Promise<Journal> => {
    const opened = await openJournal(run.stateFolder, {
      now: run.host.io.now,
      ...(killing === null ? {} : { wrap: killing.wrapJournal }),
    })
    run.onClose(() => opened.close())
    return opened
  })
  const planContext = async ({ onEvent, acceptContract }: PlanHooks): Promise<PlanContext> => {
    const { io, signal } = run.host
    const [api, network, evm] = await Promise.all([run.api(), run.network(), evmAccess(run)])
    const { world, providers } = network
    const isRemote = (await run.remoteUrl()) !== null
    const chainId = (blockchain: BlockchainId): number | null =>
      world.chains.settings(blockchain).chainId
    const prices = createPrices({ http: world.http, now: io.now, urls: world.urls })
    return {
      api,
      evm,
      hasChain: (blockchain) => world.rpc.has(blockchain),
      pinned: async (id, blockchain) => (await providers.adapterOf(id)).pinned(id, blockchain),
      decodeCall: async (id, blockchain, to, data) => {
        const adapter = await providers.adapterOf(id)
        if (proofOf(adapter, 'opaque') !== null) return null
        return await readDeclaredCall(adapter, id, { blockchain, to, data }, { chainId })
      },
      ...(world.ton.has() ? { ton: tonTools(run, network, tonKeyOf) } : {}),
      disabled: network.disabled,
      ...(isRemote ? { ownReading: await createOwnReading(run, network) } : {}),
      chainId,
      nativeToken,
      wrappedNative: (blockchain) => chainById(blockchain).wrappedNative,
      priceOf: async (token) => (await prices.load([token], { signal }))(token),
      ...(acceptContract === undefined ? {} : { acceptContract }),
      onEvent,
      now: io.now,
      sleep: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
      signal,
    }
  }
  /** The key the command named, else the account of the address. */
  const keyOf = async (address: string, kind: AccountKind): Promise<NonNullable<typeof chosen>> =>
    chosen ?? {
      source: await keySource(run, { ...noKey, account: address, kind }),
      passwordFile: null,
    }

  const tonKeyOf = async (address: string): Promise<KeySource> =>
    (await keyOf(address, 'ton')).source

  return {
    payer: async (request) => {
      const source = await keySource(run, request)
      chosen = { source, passwordFile: request.passwordFile }
      return toPayer(source)
    },
    planning: async (hooks) => {
      const context = await planContext(hooks)
      return {
        planSwap: (order) => planSwap(order, context),
        planOrder: (order) => planOrder(order, context),
      }
    },
    execution: async (hooks) => {
      const context: ExecutionContext = {
        ...(await planContext(hooks)),
        review: hooks.review,
        confirmOrder: hooks.confirmOrder,
        present: hooks.present,
        sandbox: run.config.sandbox,
        journal: await journal(),
        openSigner: async (address) => {
          const { source, passwordFile } = await keyOf(address, 'evm')
          return openSigner(run, source, passwordFile, address)
        },
        openTonSigner: async (address) => {
          const { source, passwordFile } = await keyOf(address, 'ton')
          return openTonSigner(run, source, passwordSources(run, passwordFile), address)
        },
        checkpoint: (name) => killing?.checkpoint(name),
      }
      return {
        planSwap: (order) => planSwap(order, context),
        planOrder: (order) => planOrder(order, context),
        executeSwap: (planned, options) => executeSwap(planned, context, options),
        executeDeposit: (order, options) => executeDeposit(order, context, options),
        payDeposit: (order, options) => payDeposit(order, context, options),
        resumeSwap: (receiptId, options) => resumeSwap(receiptId, context, options),
        confirmationFor,
        orderConfirmation,
      }
    },
    journal: async () => {
      const opened = await journal()
      return {
        history: (limit) => swapHistory(opened, limit),
        openSwaps: () => openSwaps(opened),
        receipt: (receiptId) => receiptOf(opened, receiptId, { nativeToken }),
        find: (text) => opened.find(text),
        damage: () => opened.damage()?.problem ?? null,
      }
    },
    knownAddresses: once(async () => {
      const { accounts } = await listAccounts(await accountBook(run))
      const own = accounts.flatMap(({ address }) => (address === null ? [] : [address]))
      if (!existsSync(join(run.stateFolder, journalName))) return own
      try {
        return [...own, ...(await journal()).addresses(rememberedAddresses)]
      } catch (thrown) {
        // A quote needs no journal; what sends money opens it again, and stops.
        if (toSwaprouteError(thrown).code !== 'STORE_DAMAGED') throw thrown
        const text = 'The journal is damaged: look-alikes of earlier receivers are not noticed.'
        run.host.warn('JOURNAL_DAMAGED', text)
        return own
      }
    }),
    findSwap: async (text) => {
      const opened = await journal()
      const receiptId = opened.find(text)
      if (receiptId === null) return null
      const receipt = receiptOf(opened, receiptId, { nativeToken })
      const { id, provider, send, receive, receiver, hashes, deposit } = receipt
      return {
        id,
        receiptId,
        srcTxHash: hashes.source ?? null,
        srcBlockchain: send.token.blockchain,
        dstBlockchain: receive.token.blockchain,
        provider,
        receiver,
        order: deposit === undefined ? null : { number: deposit.exchangeId },
        ...(hashes.sourceTransaction === undefined
          ? {}
          : { srcTransactionHash: hashes.sourceTransaction }),
        ...hashKindOf(text, hashes, send.token.blockchain, receive.token.blockchain),
      }
    },
    lookAt: async (receiptId) => {
      const warnings: Warning[] = []
      const onEvent = (event: ExecutionEvent): void => {
        if (event.type === 'warning') warnings.push({ code: event.code, message: event.text })
      }
      const receipt = await lookAtSwap(receiptId, {
        ...(await planContext({ onEvent })),
        journal: await journal(),
        sandbox: run.config.sandbox,
        checkpoint: (name) => killing?.checkpoint(name),
      })
      return receipt === null ? null : { receipt, warnings }
    },
    heldStatus: async (receiptId, answer) => {
      if ((await run.remoteUrl()) === null) return answer
      const context = await planContext({ onEvent: () => undefined })
      return await heldStatus(receiptId, answer, { ...context, journal: await journal() })
    },
  }
}

/** Of hashes on TON alone: those of other chains without 0x look the same. */
function hashKindOf(
  text: string,
  { source, sourceTransaction, destination, refund }: SwapOutcome['hashes'],
  srcBlockchain: BlockchainId,
  dstBlockchain: BlockchainId,
): Pick<OwnSwap, 'hashKind'> {
  const hex = readTonHash(text.replace(/^0x(?=[0-9a-f]{64}$)/i, ''))?.hex
  if (hex === undefined) return {}
  const isFromTon = srcBlockchain === 'TON'
  if (isFromTon && hex === source) return { hashKind: 'normalized_message' }
  const transactions = [
    ...(isFromTon ? [sourceTransaction, refund] : []),
    ...(dstBlockchain === 'TON' ? [destination] : []),
  ]
  return transactions.includes(hex) ? { hashKind: 'transaction' } : {}
}

const noKey: KeyRequest = {
  account: null,
  keystore: null,
  passwordFile: null,
  keyStdin: false,
  kind: null,
}
