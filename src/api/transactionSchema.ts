/** What is signed or paid, as the contract writes it for each kind of chain. */
import * as z from 'zod'

const extraFields = z
  .looseObject({
    name: z.string().nullish(),
    value: z.string().nullish(),
    memo: z.string().nullish(),
  })
  .nullish()

export const cosmosMessages = z.array(z.object({ type: z.string(), value: z.unknown() }))
export const cosmosFee = z.object({
  amount: z.array(z.object({ denom: z.string(), amount: z.string() })),
  gas: z.string(),
})
export const starknetCalls = z.array(
  z.object({
    contractAddress: z.string(),
    entrypoint: z.string(),
    calldata: z.array(z.string()),
  }),
)
export const nearTransactions = z.array(
  z.object({
    signerId: z.string(),
    receiverId: z.string(),
    actions: z.array(
      z.object({
        type: z.string(),
        params: z.object({
          methodName: z.string(),
          args: z.record(z.string(), z.unknown()),
          gas: z.string(),
          deposit: z.string(),
        }),
      }),
    ),
  }),
)

/** The members depend on the kind of route and identify it. */
export const transaction = z.looseObject({
  approvalAddress: z
    .string()
    .nullish()
    .describe('Spender of the source token, on every EVM route; empty if no approval is needed'),
  permit2Address: z.string().nullish(),
  to: z.string().nullish(),
  data: z.string().nullish(),
  value: z.string().nullish(),
  tonMessages: z
    .array(
      z.looseObject({
        address: z.string(),
        amount: z.string(),
        payload: z.string().nullish(),
        stateInit: z.string().nullish(),
      }),
    )
    .nullish(),
  signature: z.string().nullish().describe('TRON: the method, `swap(address,uint256)`'),
  rawParameter: z.string().nullish().describe('TRON: its encoded arguments in hex'),
  callValue: z.union([z.string(), z.number()]).nullish().describe('TRON: sun sent with the call'),
  feeLimit: z.number().nullish().describe('TRON: maximum cost of energy, sun'),
  chainId: z.string().nullish().describe('Cosmos: chain of the signed document'),
  msgs: cosmosMessages.nullish().describe('Cosmos: its messages in amino JSON'),
  fee: cosmosFee.nullish().describe('Cosmos: its fee in base units, and its gas'),
  memo: z.string().nullish().describe('Cosmos: its memo'),
  calls: starknetCalls.nullish().describe('Starknet: the calls that the account executes together'),
  transactions: nearTransactions.nullish().describe('NEAR: transactions in the order of sending'),
  transaction: z
    .string()
    .nullish()
    .describe('STELLAR: the envelope as XDR in base64; SUI: JSON of version 2'),
  depositAddress: z.string().nullish(),
  amountToSend: z.string().nullish(),
  exchangeId: z.string().nullish(),
  expiresAt: z.string().nullish().describe('Nothing may be paid after this time (extension)'),
  extraFields,
})
