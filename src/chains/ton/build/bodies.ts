import { Address, beginCell, Cell, comment as commentCell } from '@ton/core'

// Bodies of our own transfers. They are built with the library and share no code with what reads
// and checks them (docs/safety.md E13); loaded only where something is built, never for a quote.

const jettonTransfer = 0x0f8a7ea5

/** A body with a text that every wallet and exchange shows; base64. */
export function commentBody(text: string): string {
  return commentCell(text).toBoc().toString('base64')
}

/**
 * Body of a plain transfer (TEP-74), in base64; addresses raw, `comment` is a whole body
 * (`commentBody`) or null.
 * https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md (read 2026-11)
 * @throws Error for what does not fit its field
 */
export function jettonTransferBody(transfer: {
  queryId: bigint
  amount: bigint
  destination: string
  responseDestination: string
  forwardAmount: bigint
  comment: string | null
}): string {
  const { queryId, amount, destination, responseDestination, forwardAmount, comment } = transfer
  return beginCell()
    .storeUint(jettonTransfer, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(destination))
    .storeAddress(Address.parseRaw(responseDestination))
    .storeMaybeRef(null)
    .storeCoins(forwardAmount)
    .storeMaybeRef(comment === null ? null : Cell.fromBase64(comment))
    .endCell()
    .toBoc()
    .toString('base64')
}
