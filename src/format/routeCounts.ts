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

/** Summary of the providers: how many answered, and why the others have no route here. */
export function countLines(view: Answers): string[] {
  const hidden = view.failed.filter(({ data }) => dangerNames([data]).length > 0)
  const disabled = view.failed.filter(isDisabled)
  const unasked = view.failed.filter((item) => detailOf(item, 'asked') === false)
  const charging = view.failed.filter((item) => detailOf(item, 'leftOut') === 'fee')
  const explained = new Set([...hidden, ...disabled, ...unasked, ...charging])
  const rest = view.failed.filter((item) => !explained.has(item))
  const withoutOffer = rest.filter(({ data }) => noOffer.has(data.code))
  const limited = rest.filter(({ data }) => limits.has(data.code))
  const broken = rest.filter(({ data }) => !noOffer.has(data.code) && !limits.has(data.code))
  const answered = new Set(view.routes.map(({ provider }) => provider)).size

  const asked = answered + view.failed.length - disabled.length - unasked.length

  const parts = [
    countText(view.routes.length, 'route'),
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
  const lines = [`${parts.join(' · ')}.`]
  if (hidden.length > 0) {
    const words = [...new Set(hidden.flatMap(({ data }) => dangerNames([data])))]
    lines.push(`Hidden as dangerous (${words.join(', ')}). Add --dangerous to see them.`)
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
  if (view.routes.some(isDeposit) && !view.routes.every(isDeposit)) {
    lines.push('Deposit orders rank as if they paid 2% less: you have to trust their provider.')
  }
  if (view.routes.some(lacksMinimum) && !view.routes.every(lacksMinimum)) {
    lines.push('Routes that are not guaranteed rank as if they paid 2% less.')
  }
  if (!view.showFailed) {
    const shown = [...limited, ...broken].filter((item) => item !== named).slice(0, 3)
    lines.push(
      ...shown.map(
        ({ providerType, data }) => `${plain(providerType, 32)}: ${foreignQuotation(data.reason)}`,
      ),
    )
    if (rest.length > shown.length) lines.push('Add --failed to see why.')
  }
  return lines
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
