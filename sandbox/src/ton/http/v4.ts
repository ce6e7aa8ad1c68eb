import { type Context, Hono } from 'hono'
import type { Cell } from '@ton/core'
import { descriptors } from '../../../../src/chains/ton/cell.ts'
import { isRecord } from '../../../../src/core/json.ts'
import { toBase64 } from '../follow.ts'
import type { TonChain } from '../tonChain.ts'
import { blockHash, blockNumberAt, shard, readAddress, readHash, toBase64Hash } from './wire.ts'
import { failureText } from './v2.ts'

// The plain REST interface that TonClient4 of @ton/ton speaks.
// https://github.com/ton-community/ton-api-v4 (read 2026-11)

const pageLimit = 20

export function createV4(chain: () => Promise<TonChain>): Hono {
  const app = new Hono()
  const block = (workchain: number, seqno: number): Record<string, unknown> => ({
    workchain,
    seqno,
    shard,
    rootHash: blockHash('root', seqno),
    fileHash: blockHash('file', seqno),
  })
  const lastBlock = ({ state }: TonChain): number => blockNumberAt(state.seconds())

  app.get('/block/latest', async (context) => {
    const found = await chain()
    const seqno = lastBlock(found)
    return context.json({
      last: block(-1, seqno),
      init: { fileHash: blockHash('file', 0), rootHash: blockHash('root', 0) },
      stateRootHash: blockHash('state', seqno),
      now: found.state.seconds(),
    })
  })
  const account = (isLite: boolean) => async (context: Context) => {
    const found = await chain()
    const address = addressIn(context)
    const view = found.state.view(address)
    const { code, data, lastLt, lastHash } = view
    const part = (cell: Cell | null, short: string, whole: string): Record<string, unknown> =>
      isLite
        ? { [short]: cell?.hash().toString('base64') ?? '' }
        : { [whole]: cell === null ? null : toBase64(cell) }
    return context.json({
      account: {
        state:
          view.status === 'active'
            ? {
                type: 'active',
                ...part(code, 'codeHash', 'code'),
                ...part(data, 'dataHash', 'data'),
              }
            : { type: 'uninit' },
        balance: { coins: view.balance.toString(), currencies: {} },
        last: lastLt === 0n ? null : { lt: lastLt.toString(), hash: toBase64Hash(lastHash) },
        storageStat: null,
      },
      block: block(-1, Number(context.req.param('seqno'))),
    })
  }
  app.get('/block/:seqno/:address', account(false))
  app.get('/block/:seqno/:address/lite', account(true))
  app.get('/block/:seqno/:address/changed/:lt', async (context) => {
    const { state } = await chain()
    const changed = state.view(addressIn(context)).lastLt > BigInt(context.req.param('lt'))
    return context.json({ changed, block: block(-1, Number(context.req.param('seqno'))) })
  })
  const run = async (context: Context) => {
    const { state } = await chain()
    const { Cell, parseTuple, serializeTuple } = state.machine.core
    const given = context.req.param('args')
    const stack =
      given === undefined || given === ''
        ? []
        : parseTuple(Cell.fromBoc(Buffer.from(given, 'base64'))[0] ?? Cell.EMPTY)
    const result = await state.get(addressIn(context), context.req.param('method') ?? '', stack)
    const seqno = Number(context.req.param('seqno'))
    return context.json({
      exitCode: result.exitCode,
      resultRaw:
        result.exitCode > 1 || result.exitCode < 0 ? null : toBase64(serializeTuple(result.stack)),
      block: block(-1, seqno),
      shardBlock: block(0, seqno),
    })
  }
  app.get('/block/:seqno/:address/run/:method', run)
  app.get('/block/:seqno/:address/run/:method/:args', run)
  app.get('/account/:address/tx/:lt/:hash', async (context) => {
    const { state } = await chain()
    const entries = state.ledger.ofAccount(addressIn(context))
    const wanted = readHash(context.req.param('hash'))
    const start = entries.findIndex(({ hash }) => hash === wanted)
    if (start < 0) return context.json({ error: 'Transaction is not found' }, 404)
    const page = entries.slice(start, start + pageLimit)
    const { Cell } = state.machine.core
    return context.json({
      blocks: page.map(({ seconds }) => block(0, blockNumberAt(seconds))),
      boc: manyRoots(page.map(({ boc }) => Cell.fromBase64(boc))).toString('base64'),
    })
  })
  app.post('/send', async (context) => {
    const body: unknown = await context.req.json()
    const boc = isRecord(body) ? body['boc'] : null
    if (typeof boc !== 'string') return context.json({ error: 'boc is missing' }, 400)
    await (await chain()).send(boc)
    return context.json({ status: 1 })
  })
  app.onError((thrown, context) => {
    return context.json({ error: failureText(thrown) }, 500)
  })
  return app
}

function addressIn(context: Context): string {
  const address = readAddress(context.req.param('address') ?? '')
  if (address === null) throw new RangeError('the address cannot be read')
  return address
}

/**
 * One bag of cells with several roots, which the usual library reads but does not write.
 * https://docs.ton.org/foundations/serialization/boc (read 2026-11)
 */
export function manyRoots(roots: readonly Cell[]): Buffer {
  const order: Cell[] = []
  const places = new Map<string, number>()
  const visit = (cell: Cell): void => {
    const key = cell.hash().toString('hex')
    if (places.has(key)) return
    places.set(key, -1)
    // Later cells may only name still later ones: children are put behind, the list turned round.
    for (const ref of cell.refs) visit(ref)
    order.push(cell)
  }
  for (const root of roots) visit(root)
  order.reverse()
  order.forEach((cell, index) => places.set(cell.hash().toString('hex'), index))
  const placeOf = (cell: Cell): number => places.get(cell.hash().toString('hex')) ?? 0

  const size = 2
  const word = (value: number, bytes: number): Buffer => {
    const out = Buffer.alloc(bytes)
    out.writeUIntBE(value, 0, bytes)
    return out
  }
  const bodies = order.map((cell) => {
    const bits = cell.bits.length
    const data = Buffer.alloc(Math.ceil(bits / 8))
    for (let index = 0; index < bits; index += 1) {
      if (cell.bits.at(index)) data[index >> 3] = (data[index >> 3] ?? 0) | (0x80 >> (index & 7))
    }
    if (bits % 8 !== 0) {
      const last = data.length - 1
      data[last] = (data[last] ?? 0) | (0x80 >> (bits % 8))
    }
    const head = Buffer.from(descriptors(bits, cell.refs.length, cell.isExotic))
    return Buffer.concat([head, data, ...cell.refs.map((ref) => word(placeOf(ref), size))])
  })
  const content = Buffer.concat(bodies)
  return Buffer.concat([
    Buffer.from('b5ee9c72', 'hex'),
    Buffer.from([size, 4]),
    word(order.length, size),
    word(roots.length, size),
    word(0, size),
    word(content.length, 4),
    ...roots.map((root) => word(placeOf(root), size)),
    content,
  ])
}
