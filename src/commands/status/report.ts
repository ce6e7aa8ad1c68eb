import { timeText } from '../../format/numbers.ts'
import { plain, quoted } from '../../format/plain.ts'
import { hintsOf, type StatusView } from '../../format/status.ts'
import { statusMeaning } from '../../format/statusWords.ts'

/**
 * A text to paste into a support ticket: only public facts (hashes, ids, states, times); no
 * account, no address of this machine, no setting.
 */
export function reportLines(view: StatusView): string[] {
  const { meaning, money } = statusMeaning(view.status, hintsOf(view))
  const rows: [label: string, value: string | null][] = [
    [
      'Status',
      `${plain(view.status, 40)}${view.subStatus === null ? '' : ` (${plain(view.subStatus, 40)})`}`,
    ],
    ['Meaning', meaning],
    ['Money', view.money ?? money],
    ['Provider', view.provider === null ? null : plain(view.provider, 40)],
    ['Route id', view.id === null ? null : plain(view.id)],
    ['Order number', view.order?.number == null ? null : plain(view.order.number)],
    ['Source', legText(view.source)],
    ['Source link', view.source.link],
    ['Destination', legText(view.destination)],
    ['Destination link', view.destination.link],
    ['Provider says', view.providerStatus === null ? null : quoted(view.providerStatus)],
    ['Note', view.note === null ? null : quoted(view.note)],
    ['Updated', view.updatedAtMs === null ? null : timeText(view.updatedAtMs)],
    ['Report made', timeText(view.nowMs)],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}

function legText({ blockchain, hash }: StatusView['source']): string | null {
  const parts = [blockchain, hash].flatMap((part) => (part === null ? [] : [plain(part)]))
  return parts.length === 0 ? null : parts.join(' ')
}
