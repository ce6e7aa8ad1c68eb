/** Plays the cells of a provider from its case: its adapter behind the real client, no program. */
import { createServer, type IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'

import type { Quote } from '../../../../src/core/quote.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import { checkGain, checkLoss, lossInBps } from '../../../../src/execution/checks/amounts.ts'
import { createHttpClient } from '../../../../src/http/client.ts'
import type { HttpClient } from '../../../../src/http/types.ts'
import type { BuiltSwap } from '../../../../src/providers/types.ts'
import type { CallCase } from '../../../providers/callCase.ts'
import { judgeCall } from '../../../providers/judgeCall.ts'
import { textsOf, unprintable } from '../../../providers/depositHostile.ts'
import { type Exchange as Recorded, play, quoteOf } from '../../../providers/depositSupport.ts'
import { type ChainChange, minedCall, type MinedCall } from '../../../providers/minedCall.ts'
import { evmVerdict } from '../../02-mutations/evmVerdict.ts'
import type { Row } from '../../support/row.ts'
import { ruleOf } from '../../support/signingChecks.ts'
import { callCells } from '../adapters/callCells.ts'
import type { Cell } from './adapter.ts'
import type { BehaviourName } from './behaviours.ts'
import { openWords, requireAllowed, watched } from './play.ts'
import { honest, type KitServer, type Lie, startKitServer } from './server.ts'

/** How a run ended, in the words of the behaviours' table, and all that was printed. */
type End = { word: string; detail: string }

type Table = {
  row: Row
  id: string
  it: CallCase
  kit: KitServer
  front: string
  mined: MinedCall
}

/** Under way for ever: no chain shows an end of it. */
const stalled: ChainChange = { payout: 'missing', refund: 'missing' }

export async function playCase(row: Row, id: string, it: CallCase): Promise<void> {
  const calls = [...it.honest, ...(it.orders?.told(it.orders.words[0]?.[0] ?? '') ?? [])]
  const service = await startService(calls)
  const kit = await startKitServer([{ name: id, target: service.url, replays: false }])
  const [front] = kit.fronts
  if (front === undefined) throw new Error('the kit stands before no service')
  try {
    kit.begin(honest)
    const mined = await minedCall(it, front.url)
    const table = { row, id, it, kit, front: front.url, mined }
    const first = await enact(table, 'pay', honest)
    if (first.word !== 'ignored') throw new Error(`the honest run: ${first.word} ${first.detail}`)
    const { hashes, transaction } = mined
    const cells = callCells(it, { hashes, value: transaction.value }, kit.trapUrl)
    for (const [name, cell] of Object.entries(cells)) {
      await playCell(table, name as BehaviourName, cell)
    }
  } finally {
    await kit.close()
    await service.close()
  }
}

async function playCell(table: Table, name: BehaviourName, cell: Cell): Promise<void> {
  const { row, id } = table
  const scene = cell.scenes[0] ?? 'pay'
  await row.check(`${id}: ${name}`, async () => {
    requireAllowed(name, cell)
    for (const [index, lie] of cell.lies.entries()) {
      const bent = watched(lie)
      const { word, detail } = await enact(table, scene, bent.lie)
      if (bent.failure() !== null) throw new Error(`lie ${index}: ${bent.failure()}; ${detail}`)
      if (cell.refusals.includes(word)) continue
      if (word === 'other bytes') row.harm('unsafe signature', `${id}, ${name}, lie ${index}`)
      const wanted = cell.refusals.join(' or ')
      throw new Error(`lie ${index} ended in ${word} instead of ${wanted}: ${detail}`)
    }
  })
  await row.twin(`${id}: ${name}`, async () => {
    const bent = watched(cell.twin.lie)
    const { word, detail } = await enact(table, cell.twin.scene ?? scene, bent.lie)
    if (bent.failure() !== null) throw new Error(`${bent.failure()}; ${detail}`)
    if (word !== 'ignored' && word !== 'accepted') throw new Error(`ended in ${word}: ${detail}`)
  })
}

async function enact(table: Table, scene: string, lie: Lie): Promise<End> {
  const { row, id, kit, front } = table
  kit.begin(lie)
  // A fresh client: what an earlier lie did to a host is not left over.
  const http = createHttpClient({ bases: [front], named: [front], random: () => 0 })
  const signal = AbortSignal.timeout(scene === 'slow' ? 2_000 : 30_000)
  let said: unknown
  let word: string
  try {
    if (scene === 'pay' || scene === 'slow') [word, said] = await pay(table, http, signal)
    else [word, said] = await follow(table, http, scene)
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    const { check } = thrown.context
    word = typeof check === 'string' ? check : thrown.code
    said = [thrown.message, thrown.hint, thrown.context]
  } finally {
    await http.close()
  }
  if (kit.trapped() > 0) word = 'the trap was asked'
  const bad = textsOf(said).find((text) => unprintable.test(text))
  if (bad !== undefined) row.harm('control byte printed', `${id}: ${JSON.stringify(bad)}`)
  return { word, detail: JSON.stringify(said, bigints)?.slice(0, 400) ?? '' }
}

/** Quoted, built and judged by the rules of the execution; at the price of the honest quote. */
async function pay(
  { it, mined }: Table,
  http: HttpClient,
  signal: AbortSignal,
): Promise<[string, unknown]> {
  const { provider, accepted } = mined
  const context = { ...play('', []).context, http, signal }
  const quote = await quoteOf(provider, it.request, context)
  const built = await provider.build(quote, context)
  const isBridge = it.request.srcToken.blockchain !== it.request.dstToken.blockchain
  const dstChainId = isBridge ? context.chainId(it.request.dstToken.blockchain) : null
  const parties = { payer: accepted.payer, receiver: accepted.receiver, dstChainId }
  const rule = evmVerdict(provider, quote, built, parties)
  if (rule !== 'ok') return [rule, built.uniqueInfo]
  const price = ruleOf(() => checkPrice(mined.quote, quote))
  if (price !== 'ok') return [price, built.uniqueInfo]
  return [wordOf(it, mined, quote, built), built.uniqueInfo]
}

function checkPrice(fair: Quote, { dstAmount, dstMinAmount }: Quote): void {
  checkLoss(lossInBps(fair.dstAmount, dstMinAmount), null)
  checkGain(lossInBps(fair.dstAmount, dstAmount), true)
}

function wordOf(
  it: CallCase,
  { transaction, accepted }: MinedCall,
  quote: Quote,
  built: BuiltSwap,
) {
  if (built.transaction.kind !== 'evm') return 'other bytes'
  const same = isDeepStrictEqual(built.transaction, transaction)
  const { verdict } = judgeCall(it, built.transaction, { ...accepted, minimum: quote.dstMinAmount })
  return same && verdict !== 'unsafe' ? 'ignored' : 'other bytes'
}

async function follow(
  { mined }: Table,
  http: HttpClient,
  scene: string,
): Promise<[string, unknown]> {
  const status = await mined.follow(http, scene === 'delivered' ? {} : stalled)
  const word =
    openWords.has(status.status) && status.destinationTxHash === null
      ? 'not endorsed'
      : scene === 'delivered' && status.status === 'SUCCESS'
        ? 'accepted'
        : `the end ${status.status}`
  return [word, { ...status, providerState: null }]
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The honest service: what is recorded, as often as it is asked. */
async function startService(
  calls: readonly Recorded[],
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { status = 200, body } = recordedFor(calls, incoming, Buffer.concat(chunks)) ?? {
        status: 404,
        body: { message: 'not found' },
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Where several requests have one path, by what is asked. */
function recordedFor(
  calls: readonly Recorded[],
  { method: used, url }: IncomingMessage,
  sent: Buffer,
): Recorded | undefined {
  const there = calls.filter(({ method = 'GET', path }) => method === used && path === url)
  if (there.length < 2 || sent.length === 0) return there[0]
  const asked: unknown = JSON.parse(sent.toString())
  return there.find(({ request }) => isDeepStrictEqual(request, asked)) ?? there[0]
}
