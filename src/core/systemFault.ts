/**
 * The operating system's message without the code before it and the call after it: "no space left
 * on device" of `ENOSPC: no space left on device, write`.
 */
export function systemFault(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return /^[A-Z0-9]+: ([^,]+)/.exec(text)?.[1] ?? text
}
