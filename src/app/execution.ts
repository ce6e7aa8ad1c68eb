import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chainById, chainOfNumber } from '../chains/chains.ts'
import { unsafeForeign } from '../chains/foreign.ts'
import { nativeToken } from '../chains/tokens.ts'
import type { ExecutionHooks, KeyRequest, OwnSwap, Services } from '../commands/frame/services.ts'
import type { Warning } from '../commands/frame/shapes.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { ReviewCard } from '../core/review.ts'
import { readTonHash } from '../core/tonHash.ts'
import { planClaim } from '../execution/claim/plan.ts'
import type { ExecutionContext, ExecutionEvent, PlanContext } from '../execution/context.ts'
import { executeDeposit, payDeposit } from '../execution/executeDeposit.ts'
import { orderConfirmation, planOrder } from '../execution/deposit/plan.ts'
import { executeSwap } from '../execution/execute.ts'
import { planForeign } from '../execution/foreign/plan.ts'
import type { SwapOutcome } from '../execution/outcome.ts'
import { planSwap } from '../execution/plan.ts'
import { besideJournal } from '../execution/repeat.ts'
import { receiptOf } from '../execution/receipts.ts'
import { checkSwap, resumeSwap } from '../execution/resume.ts'
import { confirmationFor } from '../execution/review.ts'
import { verifiedStatus } from '../execution/verifiedStatus.ts'
import { createPrices } from '../prices/prices.ts'
import { notingOneNode } from '../http/agreed.ts'
import { readDeclaredCall } from '../providers/kits/evm/builtCall.ts'
import { type Provider, proofOf, providerContext } from '../providers/types.ts'
import { foreignRef } from '../status/providersAsked.ts'
import { type Journal, journalName } from '../store/journal.ts'
import { listAccounts } from '../wallet/accounts.ts'
import type { Account } from '../wallet/types.ts'
import type { Clients } from './clients.ts'
import type { OwnJournal } from './journal.ts'
import { createOwnReading } from './ownReading.ts'
import { partyFacts } from './partyFacts.ts'
import { type App, once } from './parts.ts'
import {
  accountBook,
  type ChosenKey,
  evmAccess,
  chosenKey,
  openSigner,
  openTonSigner,
  tonTools,
  toPayer,
} from './wallets.ts'

type PlanHooks = Pick<ExecutionHooks, 'onEvent' | 'acceptContract' | 'mostGasCost'>

/** Services for commands that plan, sign, order or read swaps of this machine. */
export type Execution = Pick<
  Services,
  | 'payer'
  | 'planning'
  | 'execution'
  | 'knownAddresses'
  | 'findSwap'
  | 'checkOwnSwap'
  | 'verifiedStatus'
>

/** Number of recent swaps read for known addresses: look-alikes imitate recent ones. */
const rememberedAddresses = 2_000

export function createExecution(app: App, { open: journal, killing }: OwnJournal): Execution {
  let chosen: ChosenKey | null = null
  const planContext = async (hooks: PlanHooks): Promise<PlanContext> => {
    const { onEvent, acceptContract, mostGasCost } = hooks
    const { io, signal } = app.host
    const [api, clients, evm] = await Promise.all([app.api(), app.clients(), evmAccess(app)])
    const { rpc, ton, http, urls, chainId, providers } = clients
    const isRemote = (await app.remoteUrl()) !== null
    const prices = createPrices({ http, now: io.now, urls }) // current prices, not those of the quote
    return {
      api,
      evm,
      hasChain: (blockchain) => rpc.has(blockchain),
      pinned: async (id, blockchain) => (await providers.adapterOf(id)).pinned(id, blockchain),
      decodeCall: async (id, blockchain, to, data) => {
        const adapter = await providers.adapterOf(id)
        if (proofOf(adapter, 'opaque') !== null) return null
        const noted = notingOneNode(rpc)
        const site = { blockchain, to, data }
        const reading = { chainId, rpc: noted.rpc, signal }
        const call = await readDeclaredCall(adapter, id, site, reading)
        return noted.isOneNode() ? { ...call, oneNode: true } : call
      },
      decodeForeign: async (id, transaction, swap) => {
        const proof = proofOf(await providers.adapterOf(id), 'foreign')
        if (proof === null) throw unsafeForeign(id, 'E8', 'is for another kind of chain')
        const noted = notingOneNode(rpc)
        const reading = { ...providerContext(clients, signal), rpc: noted.rpc }
        const read = await proof.decode(transaction, swap, reading)
        return noted.isOneNode() ? { ...read, oneNode: true } : read
      },
      ...(ton.has() ? { ton: tonTools(app, clients, keyOf) } : {}),
      claims: createClaims(clients, signal),
      disabled: clients.disabled,
      ...(isRemote ? { ownReading: createOwnReading(clients, signal) } : {}),
      chainId,
      nativeToken,
      wrappedNative: (blockchain) => chainById(blockchain).wrappedNative,
      priceOf: async (token) => (await prices.load([token], { signal, everyone: true }))(token),
      ...(acceptContract === undefined ? {} : { acceptContract }),
      facts: partyFacts(app, clients, evm),
      ...(mostGasCost === undefined ? {} : { mostGasCost }),
      onEvent,
      now: io.now,
      sleep: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
      signal,
    }
  }
  /** The key selected on the command line, else that of the account with the address. */
  const keyOf = async (address: string, kind: Account['kind']): Promise<ChosenKey> =>
    chosen ?? (await chosenKey(app, { ...noKey, account: address, kind }))

  return {
    payer: async (request) => {
      chosen = await chosenKey(app, request)
      return toPayer(chosen)
    },
    planning: async (hooks) => {
      const context = await planContext(hooks)
      const recorded = async (): Promise<Journal | null> =>
        existsSync(join(app.stateFolder, journalName)) ? await journal() : null
      const beside = async <P extends { card: ReviewCard }>(plan: Promise<P>): Promise<P> => {
        const planned = await plan
        return { ...planned, card: await besideJournal(planned.card, recorded) }
      }
      return {
        planSwap: (order) => beside(planSwap(order, context)),
        planClaim: (order) => planClaim(order, context),
        planForeign: (order) => beside(planForeign(order, context)),
        planOrder: async (order) => besideJournal(await planOrder(order, context), recorded),
      }
    },
    execution: async (hooks) => {
      const context: ExecutionContext = {
        ...(await planContext(hooks)),
        review: hooks.review,
        ...(hooks.reserve === undefined ? {} : { reserve: hooks.reserve }),
        confirmOrder: hooks.confirmOrder,
        present: hooks.present,
        sandbox: app.config.sandbox,
        journal: await journal(),
        openSigner: async (address) => openSigner(app, await keyOf(address, 'evm'), address),
        openTonSigner: async (address) => openTonSigner(app, await keyOf(address, 'ton'), address),
        checkpoint: (name) => killing?.checkpoint(name),
      }
      return {
        planSwap: (order) => planSwap(order, context),
        planClaim: (order) => planClaim(order, context),
        planOrder: (order) => planOrder(order, context),
        executeSwap: (planned, options) => executeSwap(planned, context, options),
        executeDeposit: (order, options) => executeDeposit(order, context, options),
        payDeposit: (order, options) => payDeposit(order, context, options),
        resumeSwap: (receiptId, options) => resumeSwap(receiptId, context, options),
        confirmationFor,
        orderConfirmation,
      }
    },
    knownAddresses: once(async () => {
      const { accounts } = await listAccounts(await accountBook(app))
      const own = accounts.flatMap(({ address }) => (address === null ? [] : [address]))
      if (!existsSync(join(app.stateFolder, journalName))) return own
      try {
        return [...own, ...(await journal()).addresses(rememberedAddresses)]
      } catch (thrown) {
        // A quote needs no journal; a payment opens it again and stops on damage.
        if (toSwaprouteError(thrown).code !== 'STORE_DAMAGED') throw thrown
        const text = 'The journal is damaged, so look-alikes of earlier receivers are not detected.'
        app.host.warn('JOURNAL_DAMAGED', text)
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
    checkOwnSwap: async (receiptId) => {
      const warnings: Warning[] = []
      const onEvent = (event: ExecutionEvent): void => {
        if (event.type === 'warning') warnings.push({ code: event.code, message: event.text })
      }
      const receipt = await checkSwap(receiptId, {
        ...(await planContext({ onEvent })),
        journal: await journal(),
        sandbox: app.config.sandbox,
        checkpoint: (name) => killing?.checkpoint(name),
      })
      return receipt === null ? null : { receipt, warnings }
    },
    verifiedStatus: async (receiptId, answer) => {
      if ((await app.remoteUrl()) === null) return answer
      const context = await planContext({ onEvent: () => undefined })
      return await verifiedStatus(receiptId, answer, { ...context, journal: await journal() })
    },
  }
}

/** Only for TON: hashes of other chains without 0x have the same form. */
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
  signer: null,
  kind: null,
}

/** Time for the reads of a claim, on both chains. */
const claimingMs = 60_000

/** Claims through this machine's own adapters and nodes, whatever the backend. */
function createClaims(clients: Clients, signal: AbortSignal): NonNullable<PlanContext['claims']> {
  const { providers, chainId } = clients
  const claimsOf = async (id: ProviderId): Promise<NonNullable<Provider['claims']>> => {
    const { claims } = await providers.adapterOf(id)
    if (claims !== undefined) return claims
    throw new SwaprouteError('INVALID_ARGUMENT', `${id} has no transfers to claim.`)
  }
  return {
    plan: async (id, { blockchain, hash }) => {
      const deadline = startDeadline(signal, claimingMs)
      try {
        return await (
          await claimsOf(id)
        ).plan(id, foreignRef(hash, blockchain), providerContext(clients, deadline.signal))
      } finally {
        deadline.end()
      }
    },
    contracts: async (id, blockchain) => (await claimsOf(id)).contracts(blockchain),
    read: async (id, { blockchain, to, data }) => {
      const { readCall } = await import('../chains/evm/readCall.ts')
      const chainOf = (number: bigint) => chainOfNumber(number, chainId)
      return readCall(id, (await claimsOf(id)).calls({ blockchain, to, chainOf }), data)
    },
  }
}
