/** The form that compares routes, on the same API as any client. */
import { nothingToChoose } from '../../../api/noRoute.ts'
import type { ChainsAnswer } from '../../../api/schemas.ts'
import { blockchainName } from '../../../core/blockchainNames.ts'
import { parseAmount } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { plain, symbolText } from '../../../format/plain.ts'
import { askChains, askRoutes, RefusedError } from './ask.ts'
import { swapCommand } from './command.ts'
import { find, make } from './dom.ts'
import { type Asked, showRoutes } from './routesTable.ts'
import { type ChosenToken, createTokenField } from './tokenField.ts'

const firstChain = 'ETH'
/** Decimals of a token that only its chain knows: the server counts them. */
const mostDecimals = 90

export function startQuotes(): void {
  const form = find('quote', HTMLFormElement)
  const fields = { from: createTokenField('from'), to: createTokenField('to') }
  const amount = find('amount', HTMLInputElement)
  const amountNote = find('amount-note', HTMLElement)
  const receiver = find('receiver', HTMLInputElement)
  const dangerous = find('dangerous', HTMLInputElement)
  const live = find('quote-live', HTMLElement)
  const shown = find('routes', HTMLElement)
  const usualNote = amountNote.textContent
  let running = new AbortController()

  const say = (text: string, isShownElsewhere = false): void => {
    live.textContent = text
    live.classList.toggle('heard', isShownElsewhere)
  }
  const sayOfAmount = (problem: string | null): void => {
    amountNote.textContent = problem ?? usualNote
    amountNote.classList.toggle('problem', problem !== null)
    if (problem === null) amount.removeAttribute('aria-invalid')
    else amount.setAttribute('aria-invalid', 'true')
  }
  const readAmount = (token: ChosenToken | null): string | null => {
    const text = amount.value.trim()
    try {
      parseAmount(text, token?.listed?.decimals ?? mostDecimals)
      sayOfAmount(null)
      return text
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
      sayOfAmount(text === '' ? 'Give the amount.' : plain([thrown.message, thrown.hint].join(' ')))
      return null
    }
  }
  const read = async (): Promise<Asked | null> => {
    const [from, to] = [await fields.from.read(), await fields.to.read()]
    const text = readAmount(from)
    if (text !== null && from !== null && to !== null) return { amount: text, from, to }
    say('The form is not complete yet.')
    if (text === null) amount.focus()
    else if (from === null) fields.from.focus()
    else fields.to.focus()
    return null
  }
  const ask = async (): Promise<void> => {
    running.abort()
    const { signal } = (running = new AbortController())
    say('')
    const asked = await read()
    if (asked === null || signal.aborted) return
    shown.replaceChildren()
    form.setAttribute('aria-busy', 'true')
    say('Asking every provider, for up to 30s…')
    try {
      show(asked, await askRoutes(bodyOf(asked), signal))
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof RefusedError)) throw thrown
      showProblem('No quote', thrown.reasons)
    } finally {
      if (!signal.aborted) form.removeAttribute('aria-busy')
    }
  }
  const to = receiver
  const receiverText = (): string | null => (to.value.trim() === '' ? null : to.value.trim())
  const bodyOf = ({ amount: text, from, to: target }: Asked): object => ({
    srcTokenBlockchain: from.blockchain,
    srcTokenAddress: from.address,
    srcTokenAmount: text,
    dstTokenBlockchain: target.blockchain,
    dstTokenAddress: target.address,
    ...(receiverText() === null ? {} : { receiver: receiverText() }),
    showFailedRoutes: true,
    showDangerousRoutes: dangerous.checked,
  })
  const show = (asked: Asked, answer: Awaited<ReturnType<typeof askRoutes>>): void => {
    const { elements, line, hasBest } = showRoutes(answer, asked)
    say(line)
    if (answer.routes.length === 0) {
      const { message } = nothingToChoose(answer.failed ?? [], namesOf(asked))
      showProblem('No route', [plain(message, 600)])
      shown.append(...elements)
      return
    }
    shown.replaceChildren(...elements, ...(hasBest ? nextStep(asked) : []))
  }
  const showProblem = (title: string, reasons: readonly string[]): void => {
    // The box below shows it.
    say([title, ...reasons].join('. '), true)
    shown.replaceChildren(
      make(
        'div',
        { class: 'answer bad' },
        make('h3', {}, title),
        ...reasons.map((reason) => make('p', {}, reason)),
      ),
    )
  }
  const nextStep = (asked: Asked): Node[] => {
    const command = swapCommand({
      ...asked,
      receiver: receiverText(),
      sandbox: document.querySelector('.sandbox') !== null,
    })
    return [
      make('h3', {}, 'To swap'),
      make(
        'p',
        {},
        'This page signs nothing. The command line quotes again, shows what would be signed, and asks:',
      ),
      make('p', {}, make('code', { class: 'copy' }, command)),
      make(
        'p',
        { class: 'note' },
        'For another route than the best one, add --provider and its name.',
      ),
    ]
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void ask()
  })
  find('needs-script', HTMLElement).remove()
  askChains().then(
    (chains) => {
      for (const side of ['from', 'to'])
        fillChains(find(`${side}-chain`, HTMLSelectElement), chains)
      form.hidden = false
    },
    (thrown: unknown) => {
      if (!(thrown instanceof RefusedError)) throw thrown
      showProblem('The form could not be loaded', thrown.reasons)
    },
  )
}

/** Chains that some provider serves, by the names people know. */
function fillChains(select: HTMLSelectElement, chains: ChainsAnswer): void {
  const names = chains
    .filter(({ providers }) => providers.crossChain.length + providers.onChain.length > 0)
    .map(({ name }) => ({ id: name, name: plain(blockchainName(name), 40) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const chosen = names.some(({ id }) => id === firstChain) ? firstChain : names[0]?.id
  select.replaceChildren(
    ...names.map(({ id, name }) => make('option', { value: id, selected: id === chosen }, name)),
  )
}

/** The tokens as an error names them. */
function namesOf({ from, to }: Asked): Parameters<typeof nothingToChoose>[1] {
  const words = ({ blockchain, address, listed }: ChosenToken): string =>
    `${listed === null ? plain(address, 256) : symbolText(listed.symbol, address)} on ${plain(blockchainName(blockchain), 40)}`
  return {
    from: words(from),
    to: words(to),
    srcBlockchain: from.blockchain,
    dstBlockchain: to.blockchain,
  }
}
