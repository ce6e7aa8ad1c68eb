/** A field for a token: searched by symbol or name, decided by its address (docs/safety.md A7). */
import { isLookAlike, plain } from '../../../format/plain.ts'
import type { TokenItem } from '../../../api/routeSchema.ts'
import { askTokens, RefusedError } from './ask.ts'
import { find, make } from './dom.ts'

/** A token of a list, or any other by its address alone. */
export type ChosenToken = { blockchain: string; address: string; listed: TokenItem | null }

export type TokenField = {
  chain(): string
  /** Settles what was typed. Null after a problem, which the field shows. */
  read(): Promise<ChosenToken | null>
  focus(): void
}

const pauseMs = 200
const mostOptions = 50
const invitation = 'A symbol or an address.'
/** Addresses and type paths of all chains; the shortest symbol that looks like one is far shorter. */
const addressLike = /^[^\s]{20,256}$/

/** The combobox of the WAI-ARIA practices (list, manual selection) beside a select of chains. */
export function createTokenField(side: 'from' | 'to'): TokenField {
  const select = find(`${side}-chain`, HTMLSelectElement)
  const input = find(`${side}-token`, HTMLInputElement)
  const list = find(`${side}-token-list`, HTMLUListElement)
  const note = find(`${side}-token-note`, HTMLElement)
  let chosen: TokenItem | null = null
  let found: readonly TokenItem[] = []
  let active = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()

  const say = (text: string, isProblem = false): void => {
    note.textContent = text
    note.classList.toggle('problem', isProblem)
    if (isProblem) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const close = (): void => {
    clearTimeout(timer)
    asking.abort()
    active = -1
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const choose = (token: TokenItem): void => {
    chosen = token
    input.value = plain(token.symbol, 20)
    const tag = isLookAlike(token.symbol) ? ' [look-alike?]' : ''
    say(`${plain(token.name ?? token.symbol, 60)}${tag} · ${plain(token.address, 256)}`)
    close()
  }
  const search = async (query: string): Promise<readonly TokenItem[]> => {
    asking.abort()
    asking = new AbortController()
    return await askTokens(select.value, query.slice(0, 100), asking.signal)
  }
  const open = (query: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      search(query).then(show, (thrown: unknown) => {
        if (thrown instanceof RefusedError) say(thrown.message, true)
      })
    }, pauseMs)
  }
  const show = (tokens: readonly TokenItem[]): void => {
    if (document.activeElement !== input) return
    found = tokens.slice(0, mostOptions)
    active = -1
    list.replaceChildren(...found.map(optionOf))
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    input.removeAttribute('aria-activedescendant')
    if (found.length === 0) say('No listed token fits. An address works as well.')
  }
  const optionOf = (token: TokenItem, index: number): HTMLElement => {
    const tag = isLookAlike(token.symbol) ? ' [look-alike?]' : ''
    const option = make(
      'li',
      { role: 'option', id: `${list.id}-${index}`, 'aria-selected': 'false' },
      make('span', { class: 'symbol' }, `${plain(token.symbol, 20)}${tag}`),
      make('span', { class: 'token-name' }, plain(token.name ?? '', 60)),
      make('span', { class: 'address' }, plain(token.address, 256)),
    )
    // Before the field loses its focus.
    option.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      choose(token)
    })
    return option
  }
  const move = (to: number): void => {
    if (found.length === 0) return
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = (to + found.length) % found.length
    const option = list.children[active]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option !== undefined) input.setAttribute('aria-activedescendant', option.id)
  }
  const isOpen = (): boolean => !list.hidden

  input.addEventListener('input', () => {
    chosen = null
    say(invitation)
    open(input.value.trim())
  })
  input.addEventListener('click', () => {
    if (!isOpen() && chosen === null) open(input.value.trim())
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen()) move(active + (event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1))
      else open(chosen === null ? input.value.trim() : '')
    } else if (event.key === 'Escape' && isOpen()) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && isOpen()) {
      const token = found[active]
      if (token === undefined) return
      event.preventDefault()
      choose(token)
    }
  })
  input.addEventListener('blur', close)
  select.addEventListener('change', () => {
    chosen = null
    input.value = ''
    say(invitation)
  })

  return {
    chain: () => select.value,
    focus: () => input.focus(),
    read: async () => {
      const text = input.value.trim()
      const blockchain = select.value
      const of = (token: TokenItem): ChosenToken => ({
        blockchain,
        address: token.address,
        listed: token,
      })
      if (chosen !== null) return of(chosen)
      if (text === '') {
        say('Choose a token.', true)
        return null
      }
      let tokens: readonly TokenItem[]
      try {
        tokens = await search(text)
      } catch (thrown) {
        if (thrown instanceof RefusedError) say(thrown.message, true)
        return null
      }
      const isSame = (one: string): boolean => one.toLowerCase() === text.toLowerCase()
      const byAddress = tokens.find(({ address }) => isSame(address))
      const bySymbol = tokens.filter(({ symbol }) => isSame(symbol))
      const [only, another] = bySymbol
      const token = byAddress ?? (another === undefined ? only : undefined)
      if (token !== undefined) {
        choose(token)
        return of(token)
      }
      if (addressLike.test(text)) {
        say('Not on the list: the symbol and decimals are read from its chain.')
        return { blockchain, address: text, listed: null }
      }
      say(
        another === undefined
          ? `No listed token of this chain is called ${plain(text, 20)}. Give its address.`
          : `${bySymbol.length} tokens are called ${plain(text, 20)}: choose one of the list.`,
        true,
      )
      return null
    },
  }
}
