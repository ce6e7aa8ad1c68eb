// X3, X5: terminals make links of what looks like one, and nobody is sent anywhere by foreign text.

const removed = '[link removed]'
const clickable = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*/gi
const bare =
  /\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|io|xyz|app|finance|exchange|link|site|online|info|top|ru|cn|me|co|dev|gg|ly|to|network|wallet|support)\b\S*/gi

/** Takes out what a terminal turns into a link; names of accounts with dots in them stay. */
export function withoutLinks(text: string): string {
  return text.replace(clickable, removed)
}

/** Takes out what only looks like the name of a site, too: for sentences of strangers. */
export function withoutSites(text: string): string {
  return withoutLinks(text).replace(bare, removed)
}
