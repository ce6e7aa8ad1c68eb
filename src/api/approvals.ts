import { zeroAddress } from '../core/token.ts'

/**
 * What stands in `approvalAddress` of an EVM transaction that needs no approval. Clients expect a
 * text there and approve where it is not empty; any address would make them approve something.
 */
export const noSpender = ''

/** The spender a service names; null where it names none, in whatever way it says so. */
export function readSpender(text: string | null | undefined): string | null {
  return text == null || text === noSpender || text === zeroAddress ? null : text
}
