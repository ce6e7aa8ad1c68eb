import { html } from 'hono/html'
import type { Html } from './shell.ts'

/** The form that compares routes. The script shows it, since it is the script that asks. */
export function renderQuoteForm(): Html {
  return html`<section class="quote" aria-labelledby="quote-title">
    <h2 id="quote-title">Compare routes</h2>
    <p id="needs-script">Comparing routes needs JavaScript. Looking up a swap works without it.</p>
    <form id="quote" hidden novalidate>
      <fieldset>
        <legend>You pay</legend>
        ${tokenFields('from')} ${amountField}
      </fieldset>
      <fieldset>
        <legend>You receive</legend>
        ${tokenFields('to')}
        <div class="field">
          <label for="receiver">Receiver <span class="optional">optional</span></label>
          <input
            id="receiver"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            maxlength="256"
            aria-describedby="receiver-note"
          />
          <p id="receiver-note" class="note">
            An address of the chain you receive on. Some routes need it.
          </p>
        </div>
      </fieldset>
      <div class="actions">
        <label class="check"
          ><input id="dangerous" type="checkbox" /> Show routes marked as dangerous</label
        >
        <button type="submit">Compare routes</button>
      </div>
    </form>
    <p id="quote-live" class="live" role="status"></p>
    <div id="routes"></div>
  </section>`
}

const amountField = html`<div class="field">
  <label for="amount">Amount</label>
  <input
    id="amount"
    type="text"
    inputmode="decimal"
    autocomplete="off"
    maxlength="96"
    aria-describedby="amount-note"
  />
  <p id="amount-note" class="note">In units of the token, for example 0.5.</p>
</div>`

/** A chain, and a token of it: found by its symbol, decided by its address (docs/safety.md A7). */
function tokenFields(side: 'from' | 'to'): Html {
  const id = `${side}-token`
  return html`<div class="field">
      <label for="${side}-chain">Chain</label>
      <select id="${side}-chain"></select>
    </div>
    <div class="field combo">
      <label for="${id}">Token</label>
      <input
        id="${id}"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls="${id}-list"
        aria-describedby="${id}-note"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        maxlength="256"
      />
      <ul id="${id}-list" role="listbox" aria-label="Tokens" hidden></ul>
      <p id="${id}-note" class="note">A symbol or an address.</p>
    </div>`
}
