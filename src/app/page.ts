import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orderPaidTo, readSubjects, swapOfText } from '../commands/status/swapText.ts'
import { viewOf } from '../commands/status/view.ts'
import type { Assets } from '../commands/frame/services.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { PageSource } from '../server/page/page.ts'
import { createAssets } from './assets.ts'
import { packageRoot } from './packageRoot.ts'
import type { App } from './parts.ts'

/** The page of `serve`: its files of the build, and the words of `swaproute status`. */
export async function createPageSource(app: App): Promise<PageSource> {
  const { tokens, chains } = await app.tables()
  const { config, host } = app
  return {
    ...(await readPageFiles()),
    status: createStatusReader({
      assets: createAssets(chains, tokens()),
      repeated: config.sandbox ? ' --sandbox' : '',
      now: host.io.now,
    }),
  }
}

export async function readPageFiles(): Promise<Pick<PageSource, 'style' | 'script'>> {
  const read = (name: string): Promise<string> =>
    readFile(join(packageRoot(), 'dist/page', name), 'utf8')
  const [style, script] = await Promise.all([read('page.css'), read('page.js')])
  return { style, script }
}

/** Reads a text as `swaproute status` does, without a journal: it is not the caller's. */
export function createStatusReader({
  assets,
  repeated,
  now,
}: {
  assets: Assets
  repeated: string
  now: () => number
}): PageSource['status'] {
  return async (text, ask) => {
    const [first = '', ...others] = readSubjects([text])
    if (others.length > 0) {
      throw new SwaprouteError('INVALID_ARGUMENT', 'This is more than one hash or number.', {
        hint: 'Give one swap at a time.',
      })
    }
    const swap = swapOfText(first, assets)
    const { id, srcTxHash, srcBlockchain, addressOf } = swap
    const answer = ask({
      ...(id === null ? {} : { id }),
      ...(srcTxHash === null ? {} : { srcTxHash }),
      ...(srcBlockchain === null ? {} : { srcTokenBlockchain: srcBlockchain }),
    })
    const known =
      addressOf === null || srcTxHash === null ? await answer : await orderPaidTo(srcTxHash, answer)
    const named = { ...known, srcTxHash: known.srcTxHash ?? srcTxHash, id: known.id ?? id }
    return viewOf(named, swap, { own: null, known: null }, { assets, repeated, nowMs: now() })
  }
}
