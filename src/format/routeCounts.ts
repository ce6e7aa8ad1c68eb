import type { Route } from '../api/route.ts'
import type { FailedItem } from '../api/schemas.ts'
import { dangerNames, manualOnlyReason, isDeposit, lacksMinimum } from './facts.ts'
import { countText } from './numbers.ts'
import { plain, foreignQuotation } from './plain.ts'

/** `preferred`: named by the user. */
type Answers = {
  routes: readonly Route[]
  failed: readonly FailedItem[]
  showFailed: boolean
  preferred: string | null
}

// Kinds of failures in the footer, by the contract's numbers (service-facts section 8.3).
const noOffer: ReadonlySet<number> = new Set([2001, 3007])
const limits: ReadonlySet<number> = new Set([2004, 2005])
/** The number of a provider that is not asked. */
const noMemoSent = 3006

/** The providers that answered, and the others by their reason. */
export type RouteCounts = {
  /** `3 routes · 5 providers asked · 3 answered · 2 failed.` */
  line: string
  /** Hidden as dangerous: the short reasons, each once; empty if no route is hidden. */
  dangers: readonly string[]
  disabled: readonly FailedItem[]
  /** Left out for a fee. */
  charging: readonly FailedItem[]
  /** Not asked, for example because they cannot send a memo. */
  unasked: readonly FailedItem[]
  limited: readonly FailedItem[]
  broken: readonly FailedItem[]
  withoutOffer: readonly FailedItem[]
}

export function countRoutes({ routes, failed }: Pick<Answers, 'routes' | 'failed'>): RouteCounts {
  const hidden = failed.filter(({ data }) => dangerNames([data]).length > 0)
  const disabled = failed.filter(isDisabled)
  const unasked = failed.filter((item) => detailOf(item, 'asked') === false)
  const charging = failed.filter((item) => detailOf(item, 'leftOut') === 'fee')
  const explained = new Set([...hidden, ...disabled, ...unasked, ...charging])
  const rest = failed.filter((item) => !explained.has(item))
  const withoutOffer = rest.filter(({ data }) => noOffer.has(data.code))
  const limited = rest.filter(({ data }) => limits.has(data.code))
  const broken = rest.filter(({ data }) => !noOffer.has(data.code) && !limits.has(data.code))
  const answered = new Set(routes.map(({ provider }) => provider)).size
  const asked = answered + failed.length - disabled.length - unasked.length

  const parts = [
    countText(routes.length, 'route'),
    `${countText(asked, 'provider')} asked`,
    `${answered} answered`,
    ...(withoutOffer.length === 0 ? [] : [`${withoutOffer.length} had no offer`]),
    ...(limited.length === 0
      ? []
      : [`${limited.length} outside ${limited.length === 1 ? 'its' : 'their'} limits`]),
    ...(broken.length === 0 ? [] : [`${broken.length} failed`]),
    ...(hidden.length === 0 ? [] : [`${hidden.length} hidden`]),
    ...(disabled.length === 0 ? [] : [`${disabled.length} disabled`]),
    ...(charging.length === 0 ? [] : [`${charging.length} left out for a fee`]),
  ]
  return {
    line: `${parts.join(' · ')}.`,
    dangers: [...new Set(hidden.flatMap(({ data }) => dangerNames([data])))],
    disabled,
    charging,
    unasked,
    limited,
    broken,
    withoutOffer,
  }
}

/** Summary of the providers: how many answered, and why the others have no route here. */
export function countLines(view: Answers): string[] {
  const counts = countRoutes(view)
  const { line, dangers, disabled, charging, unasked, limited, broken, withoutOffer } = counts
  const lines = [line]
  if (dangers.length > 0) {
    lines.push(`Hidden as dangerous (${dangers.join(', ')}). Add --dangerous to see them.`)
  }
  lines.push(...skipped(view.routes))
  if (disabled.length > 0) {
    const names = disabled.map(({ providerType }) => plain(providerType, 32)).join(', ')
    lines.push(`Disabled by your settings: ${names}.`)
  }
  if (charging.length > 0) {
    const names = charging.map(({ providerType }) => plain(providerType, 32)).join(', ')
    lines.push(`Left out for a fee (--skip-fee-providers): ${names}.`)
  }
  const unable = unasked.filter(
    (item) => item.data.code === noMemoSent && item.providerType !== view.preferred,
  )
  if (unable.length > 0) {
    const names = unable.map(({ providerType }) => plain(providerType, 32)).join(', ')
    const who = unable.length === 1 ? 'it cannot' : 'they cannot'
    lines.push(`Left out because ${who} send the receiver’s memo: ${names}.`)
  }
  const named = view.failed.find(({ providerType }) => providerType === view.preferred)
  const hasRoute = view.routes.some(({ provider }) => provider === view.preferred)
  if (named !== undefined && !hasRoute) {
    lines.push(
      `${plain(named.providerType, 32)} has no route: ${foreignQuotation(named.data.reason)}`,
    )
  }
  lines.push(...rankingNotes(view.routes))
  if (!view.showFailed) {
    const shown = [...limited, ...broken].filter((item) => item !== named).slice(0, 3)
    lines.push(
      ...shown.map(
        ({ providerType, data }) => `${plain(providerType, 32)}: ${foreignQuotation(data.reason)}`,
      ),
    )
    const reasons = limited.length + broken.length + withoutOffer.length
    if (reasons > shown.length) lines.push('Add --failed to see why.')
  }
  return lines
}

/** Why routes rank lower than their amounts. */
export function rankingNotes(routes: readonly Route[]): string[] {
  const areSome = (is: (route: Route) => boolean): boolean => routes.some(is) && !routes.every(is)
  return [
    ...(areSome(isDeposit)
      ? ['Deposit orders rank as if they paid 2% less: you have to trust their provider.']
      : []),
    ...(areSome(lacksMinimum)
      ? ['Routes that are not guaranteed rank as if they paid 2% less.']
      : []),
  ]
}

/** Why routes are not picked automatically, each reason once, and how to choose one of them. */
function skipped(routes: readonly Route[]): string[] {
  const reasons = new Set(routes.flatMap(({ warnings }) => manualOnlyReason(warnings) ?? []))
  if (reasons.size === 0) return []
  const row = routes.findIndex(({ warnings }) => manualOnlyReason(warnings) !== null) + 1
  return [
    ...[...reasons].map((reason) => `Skipped: ${foreignQuotation(reason)}.`),
    `To take such a route, name its row (--route ${row}) or its provider (--provider), and type the amount.`,
  ]
}

/** On the user's list of disabled providers (S6). */
function isDisabled(item: FailedItem): boolean {
  return detailOf(item, 'check') === 'S6'
}

/** A member of the error's data: `asked: false` if no request was sent, `leftOut` the reason. */
function detailOf({ data }: FailedItem, name: string): unknown {
  const more = data.data
  return typeof more === 'object' && more !== null ? Reflect.get(more, name) : undefined
}
