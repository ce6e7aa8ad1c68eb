import type { PartyFacts } from '../../src/execution/context.ts'

/** Plain accounts without names, and tokens with the decimals they are listed with. */
export const plainParties: PartyFacts = {
  nameOf: () => null,
  isContract: async () => ({ isContract: false, oneNode: false }),
  readDecimals: async ({ decimals }) => ({ decimals, oneNode: false }),
}
