// X3, X5: terminals make clickable links of text that looks like a URL, and foreign text must not
// send the user anywhere.

const removed = '[link removed]'
const clickable = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*/gi
const bare =
  /\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|io|xyz|app|finance|exchange|link|site|online|info|top|ru|cn|me|co|dev|gg|ly|to|network|wallet|support)\b\S*/gi

/** Removes what a terminal turns into a link; account names with dots stay. */
export function withoutLinks(text: string): string {
  return text.replace(clickable, removed)
}

/** Also removes bare domain names; for untrusted text. */
export function withoutSites(text: string): string {
  return withoutLinks(text).replace(bare, removed)
}
