import * as z from 'zod'

import { nextActions } from '../core/status.ts'

/**
 * What a status reports besides the state, also of swaps made elsewhere: both ends, each part if
 * known. Extensions of the contract, all optional.
 */
export const swapMembers = {
  carrier: z.string().nullish().describe('The bridge or exchange below the provider'),
  action: z
    .string()
    .nullish()
    .describe(`What to do next: ${nextActions.join(', ')}`),
  transactionKind: z
    .string()
    .nullish()
    .describe('What the source transaction is: swap, transfer, approval or call'),
  startedAt: z.string().nullish().describe('Time of the source transaction'),
  fromAddress: z.string().nullish().describe('Who paid'),
  receiver: z.string().nullish().describe('Who is paid'),
  srcTokenAddress: z.string().nullish(),
  srcTokenSymbol: z.string().nullish(),
  srcTokenAmount: z.string().nullish().describe('What was paid, with decimals'),
  srcTokenWeiAmount: z.string().nullish().describe('The same in the smallest unit'),
  dstTokenAddress: z.string().nullish(),
  dstTokenSymbol: z.string().nullish(),
  dstTokenAmount: z
    .string()
    .nullish()
    .describe('What arrived, with decimals; for REVERTED what came back'),
  dstTokenWeiAmount: z.string().nullish().describe('The same in the smallest unit'),
  srcTxUrl: z.string().nullish().describe('Page of an explorer'),
  destinationTxUrl: z.string().nullish().describe('Page of an explorer'),
  notAsked: z
    .array(z.string())
    .nullish()
    .describe('NOT_FOUND: chains with hashes of the same form that have no node here'),
}
