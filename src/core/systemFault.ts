/**
 * What the operating system says is wrong, without the code in front and the call behind it:
 * "no space left on device" of `ENOSPC: no space left on device, write`.
 */
export function systemFault(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return /^[A-Z0-9]+: ([^,]+)/.exec(text)?.[1] ?? text
}
