import { onAbort, startDeadline } from '../core/deadline.ts'
import { outwaited } from '../core/lateness.ts'
import type { PriceAnswer } from './cache.ts'
import type { SourceNames } from './names.ts'

export type PriceSource = 'defillama' | 'dexscreener' | 'coingecko'

export type Answers = {
  llama: PriceAnswer
  /** Native coins by id. */
  coingecko: PriceAnswer
  /** By Dexscreener's name of the chain. */
  pools: Map<string, PriceAnswer>
  /** Tokens by CoinGecko's name of the platform. */
  platforms: Map<string, PriceAnswer>
}

/** One request to a source; never rejects. */
export type Questions = {
  llama(names: readonly string[], signal: AbortSignal): Promise<PriceAnswer>
  coins(ids: readonly string[], signal: AbortSignal): Promise<PriceAnswer>
  pools(chain: string, addresses: readonly string[], signal: AbortSignal): Promise<PriceAnswer>
  platform(name: string, addresses: readonly string[], signal: AbortSignal): Promise<PriceAnswer>
}

export type Gathering = {
  signal: AbortSignal
  /** For all of it. */
  timeoutMs: number
  /** All sources have that time, however early two of them agree. */
  everyone: boolean
  isConfirmed(name: SourceNames, answers: Answers): boolean
  /** Whether the host of a source sent nothing lately. */
  isSilent(source: PriceSource): boolean
}

/** What a silent source costs; on a slow connection, as long again as the first answer took. */
const silentMs = 1_000
/** DefiLlama is replaced this long after the first other answer, or at the latest then. */
const replaceAfterMs = 400
const replaceLatestMs = 1_500

type Open = { source: PriceSource; sinceMs: number; controller: AbortController }

/**
 * Asks DefiLlama and Dexscreener at once, and CoinGecko for coins without a market, and in place of
 * DefiLlama as soon as that fails or is late. The first answer starts the clock of the others.
 */
export async function gatherAnswers(
  names: readonly SourceNames[],
  questions: Questions,
  { signal, timeoutMs, everyone, isConfirmed, isSilent }: Gathering,
): Promise<Answers> {
  const startedAtMs = performance.now()
  const elapsedMs = (): number => performance.now() - startedAtMs
  const unanswered: PriceAnswer = { found: new Map(), failed: false }
  const answers: Answers = {
    llama: unanswered,
    coingecko: unanswered,
    pools: new Map(),
    platforms: new Map(),
  }
  const open = new Set<Open>()
  let firstAtMs: number | null = null
  let isReplaced = false
  let timer: NodeJS.Timeout | undefined
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const deadline = startDeadline(signal, timeoutMs)

  const ask = (
    source: PriceSource,
    work: (signal: AbortSignal) => Promise<PriceAnswer>,
    keep: (answer: PriceAnswer) => void,
  ): void => {
    const one: Open = { source, sinceMs: elapsedMs(), controller: new AbortController() }
    const { controller } = one
    const leave = onAbort(deadline.signal, () => controller.abort(deadline.signal.reason))
    open.add(one)
    void work(controller.signal).then((answer) => {
      leave()
      open.delete(one)
      keep(answer)
      if (!answer.failed && answer.isKept !== true) firstAtMs ??= elapsedMs()
      look()
    })
  }
  const askCoins = (wanted: readonly SourceNames[]): void => {
    const ids = wanted.flatMap(({ coingecko }) =>
      coingecko !== null && 'id' in coingecko ? coingecko.id : [],
    )
    if (ids.length === 0) return
    ask(
      'coingecko',
      (limit) => questions.coins(ids, limit),
      ({ found, failed }) => {
        const all = new Map([...answers.coingecko.found, ...found])
        answers.coingecko = { found: all, failed }
      },
    )
  }
  /** CoinGecko for the names that DefiLlama leaves open. */
  const replace = (): void => {
    isReplaced = true
    const wanted = names.filter((name) => !isConfirmed(name, answers))
    askCoins(wanted)
    const tokens = wanted.flatMap(({ coingecko }) =>
      coingecko !== null && 'platform' in coingecko ? coingecko : [],
    )
    for (const [name, addresses] of groups(tokens, ({ platform }) => platform)) {
      ask(
        'coingecko',
        (limit) => questions.platform(name, addresses, limit),
        (answer) => void answers.platforms.set(name, answer),
      )
    }
  }
  const isOpen = (source: PriceSource): boolean => [...open].some((one) => one.source === source)
  const replaceAtMs = (): number => {
    if (isReplaced) return Number.POSITIVE_INFINITY
    if (!isOpen('defillama')) return answers.llama.failed ? 0 : Number.POSITIVE_INFINITY
    if (isSilent('defillama')) return 0
    return Math.min(replaceLatestMs, (firstAtMs ?? replaceLatestMs) + replaceAfterMs)
  }
  const dueAtMs = ({ source, sinceMs }: Open): number => {
    if (everyone || firstAtMs === null) return Number.POSITIVE_INFINITY
    // The last of the three can only repeat what two have said.
    const adds = source !== 'coingecko' || isOpen('defillama')
    if (!adds && names.every((name) => isConfirmed(name, answers))) return 0
    return Math.max(firstAtMs, sinceMs) + Math.max(silentMs, firstAtMs)
  }
  const look = (): void => {
    clearTimeout(timer)
    if (replaceAtMs() <= elapsedMs()) replace()
    if (open.size === 0) {
      end()
      return
    }
    for (const one of open) if (dueAtMs(one) <= elapsedMs()) one.controller.abort(outwaited())
    const nextMs = Math.min(replaceAtMs(), ...[...open].filter(isWaited).map(dueAtMs))
    if (Number.isFinite(nextMs)) timer = setTimeout(look, Math.ceil(nextMs - elapsedMs()))
  }

  const coins = names.flatMap(({ llama }) => llama ?? [])
  if (coins.length > 0) {
    ask(
      'defillama',
      (limit) => questions.llama(coins, limit),
      (answer) => void (answers.llama = answer),
    )
  }
  askCoins(names.filter(({ dexscreener }) => dexscreener === null))
  const markets = names.flatMap(({ dexscreener }) => dexscreener ?? [])
  for (const [chain, addresses] of groups(markets, (market) => market.chain)) {
    ask(
      'dexscreener',
      (limit) => questions.pools(chain, addresses, limit),
      (answer) => void answers.pools.set(chain, answer),
    )
  }
  look()
  await ended
  clearTimeout(timer)
  deadline.end()
  return answers
}

function isWaited({ controller }: Open): boolean {
  return !controller.signal.aborted
}

/** Addresses by group, for one request each. */
function groups<T extends { address: string }>(
  items: readonly T[],
  groupOf: (item: T) => string,
): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const item of items) {
    grouped.set(groupOf(item), [...(grouped.get(groupOf(item)) ?? []), item.address])
  }
  return grouped
}
