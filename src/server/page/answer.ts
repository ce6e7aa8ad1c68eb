/** What the page shows of one swap: the card of `swaproute status`, or why there is none. */
import { html } from 'hono/html'
import type { SwaprouteError } from '../../core/errors.ts'
import { isFinalStatus } from '../../core/status.ts'
import type { CardRow, Tone } from '../../format/card.ts'
import { causeText } from '../../format/errors.ts'
import { fundsText } from '../../format/funds.ts'
import { ownText, plain } from '../../format/plain.ts'
import { statusCard, statusLine, type StatusView } from '../../format/status.ts'
import type { Html } from './shell.ts'

const longestMessage = 600

/** @param view its links are those of our own table of explorers (docs/safety.md X5) */
export function renderStatus(view: StatusView): Html {
  const { title, tone, groups, footer } = statusCard(view)
  const { source, destination } = view
  const links = new Set([source.link, destination.link].filter((link) => link !== null))
  // A transaction that is not there yet may appear within a minute.
  const isOver = isFinalStatus(view.status) || view.noSwap !== null
  const line = view.noSwap === null ? statusLine(view.status, view.subStatus) : title
  return answerOf({
    title,
    tone,
    facts: { state: view.status, line, over: isOver, failed: false },
    groups: groups.map((rows) => rows.map((row) => ({ ...row, value: linesOf(row, links) }))),
    next: footer ?? null,
  })
}

/**
 * The parts of an error that the command line prints, with its code last.
 * @param id of the request, which names a fault of this server in its log
 */
export function renderFailure(error: SwaprouteError, id: string): Html {
  const { code, message, hint, retry } = error
  const cause = causeText(error)
  const money = error.money ?? (error.funds === null ? null : fundsText(error.funds))
  const row = (label: string, text: string | null): Row[] =>
    text === null ? [] : [{ label, value: [marked(text)] }]
  return answerOf({
    title: 'No answer',
    tone: 'bad',
    facts: {
      state: code,
      line: plain(message, longestMessage),
      over: retry !== 'later',
      failed: true,
    },
    groups: [
      [
        ...row('Problem', plain(message, longestMessage)),
        ...row('Cause', cause),
        ...row('Money', money === null ? null : plain(money, longestMessage)),
        ...row('To do', hint === undefined ? null : ownText(hint, longestMessage)),
      ],
      [...row('Code', code), ...(code === 'INTERNAL' ? row('Id', id) : [])],
    ],
    next: null,
  })
}

type Row = { label: string; value: readonly Html[]; tone?: Tone }

type Answer = {
  title: string
  tone: Tone | undefined
  /** For the script: what it announces, and whether it asks again. */
  facts: { state: string; line: string; over: boolean; failed: boolean }
  groups: readonly (readonly Row[])[]
  next: string | null
}

function answerOf({ title, tone = 'plain', facts, groups, next }: Answer): Html {
  const { state, line, over, failed } = facts
  return html`<section
    id="answer"
    class="answer ${tone}"
    aria-labelledby="state"
    data-state="${plain(state, 40)}"
    data-line="${line}"
    data-over="${String(over)}"
    data-failed="${String(failed)}"
  >
    <h2 id="state" tabindex="-1">${title}</h2>
    ${groups
      .filter((rows) => rows.length > 0)
      .map(
        (rows) => html`<dl>${rows.map(renderRow)}</dl> `,
      )}${next === null ? null : html`<p class="next">On the command line: <code class="copy">${next}</code></p>`}
  </section>`
}

function renderRow({ label, value, tone = 'plain' }: Row): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd class="${tone}">${value.map((line) => html`<span>${line}</span>`)}</dd>
  </div> `
}

function linesOf({ value }: CardRow, links: ReadonlySet<string>): Html[] {
  const lines = typeof value === 'string' ? [value] : value
  return lines.map((line) => (links.has(line) ? linkTo(line) : marked(line)))
}

/** The hash is on the line above it. */
function linkTo(url: string): Html {
  return html`<a href="${url}" rel="noopener noreferrer">View on ${new URL(url).host}</a>`
}

/** As code: the commands of a sentence, which are between backticks, and whole hashes and addresses. */
function marked(text: string): Html {
  if (/^[^\s"]{20,}$/.test(text)) return html`<code>${text}</code>`
  const parts = text.split('`')
  if (parts.length % 2 === 0) return html`${text}`
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
