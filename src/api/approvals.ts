import { zeroAddress } from '../core/token.ts'

/**
 * `approvalAddress` of an EVM transaction that needs no approval. Clients expect a text and approve
 * whatever is not empty.
 */
export const noSpender = ''

/** The spender a service names; null for every way of naming none. */
export function readSpender(text: string | null | undefined): string | null {
  return text == null || text === noSpender || text === zeroAddress ? null : text
}
