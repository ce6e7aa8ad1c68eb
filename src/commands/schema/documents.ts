/**
 * The documents of `--json` as schemas, one per command, which `swaproute schema` prints and the
 * tests check every answer with. Fields are only ever added.
 */
import * as z from 'zod'
import {
  chainsAnswer,
  providersAnswer,
  quoteAllAnswer,
  quoteBestAnswer,
  statusAnswer,
} from '../../api/schemas.ts'
import { errorObject, estimate, routeItem } from '../../api/routeSchema.ts'
import { transaction } from '../../api/transactionSchema.ts'
import { type ErrorCode, errorCodes } from '../../core/errors.ts'
import { settingRow, setupSchemas } from './setupDocuments.ts'
import { nextActions } from '../../core/status.ts'

const fundsWords = [
  'none_moved',
  'approved_only',
  'sent',
  'delivered',
  'refunding',
  'unknown',
] as const
const codes = Object.keys(errorCodes)
const [firstCode = 'INTERNAL' satisfies ErrorCode, ...otherCodes] = codes

const warning = z.looseObject({ code: z.string(), message: z.string() })

const liveRow = z.looseObject({
  kind: z.enum(['node', 'prices', 'provider']),
  name: z.string(),
  host: z.string().nullable(),
  state: z.enum(['ok', 'unexpected', 'down', 'skipped']),
  latencyMs: z.number().nullable(),
  findings: z.array(z.string()),
  shapes: z.array(z.looseObject({ call: z.string(), status: z.number(), shape: z.string() })),
})

const checkRow = z.looseObject({
  name: z.string(),
  state: z.enum(['good', 'warn', 'bad', 'none']),
  finding: z.string(),
  action: z.string().nullable(),
})

const meta = z.looseObject({
  backend: z.enum(['embedded', 'remote']),
  sandbox: z.boolean(),
  generatedAt: z.iso.datetime(),
  durationMs: z.number(),
  version: z.string(),
})

const amount = z.looseObject({
  blockchain: z.string(),
  address: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  amount: z.string().describe('Token units'),
  weiAmount: z.string().describe('Base units'),
})

const hashes = z.looseObject({
  approveReset: z.string().optional(),
  approve: z.string().optional(),
  source: z.string().optional().describe('On TON the normalized hash of the message'),
  sourceTransaction: z.string().optional().describe('TON: the wallet’s transaction'),
  destination: z.string().optional(),
  refund: z.string().optional(),
  revoke: z.string().optional(),
})

const order = z
  .looseObject({
    exchangeId: z
      .string()
      .nullable()
      .describe('Number of the order at the provider; null where it is the address to be paid'),
    amountToSend: z.string().describe('Token units'),
    expiresAt: z.iso.datetime().nullable().describe('Nothing may be paid after this time'),
    payment: z.enum(['by_hand', 'signed']),
    toldToPay: z
      .looseObject({
        depositAddress: z.string(),
        memo: z.looseObject({ name: z.string(), value: z.string() }).nullable(),
      })
      .nullable()
      .optional()
      .describe('Deposit instructions as shown; read the order back before paying'),
  })
  .describe('For deposit routes, once the order is open; where to pay is in transaction')

const swap = z.looseObject({
  id: z.string(),
  route: routeItem,
  transaction,
  hashes,
  status: statusAnswer.nullable().describe('null for --dry-run and --unsigned'),
  receiptId: z.string().optional(),
  spent: amount.nullable().optional(),
  received: amount.nullable().optional(),
  feesPaid: amount.nullable().optional().describe('Native coins paid along with the payment'),
  gasSpent: amount.nullable().optional(),
  allowanceLeft: z.string().nullable().optional().describe('Base units of the source token'),
  order: order.optional(),
  review: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('--dry-run and --unsigned: the review card'),
  unsigned: z
    .array(
      z.union([
        z.looseObject({
          leg: z.string(),
          chainId: z.number().int(),
          blockchain: z.string(),
          from: z.string(),
          to: z.string(),
          data: z.string(),
          value: z.string(),
          gasLimit: z.string().nullable(),
        }),
        z.looseObject({
          leg: z.string(),
          blockchain: z.string(),
          kind: z.string().describe('Kind of a chain whose wallet signs (extension)'),
          from: z.string(),
          transaction,
        }),
      ]),
    )
    .optional()
    .describe('--unsigned: transactions in the order of sending'),
})

/** The answer of the service's swap call, and the later state of the order. */
const deposit = swap.extend({
  quote: quoteAllAnswer.shape.quote.optional(),
  estimate: estimate.optional(),
  transaction: transaction.optional().describe('Empty unless the order was just read back'),
  hashes: hashes.optional(),
  status: statusAnswer.optional(),
  provider: z.string().optional(),
})

const summary = z.looseObject({
  receiptId: z.string(),
  id: z.string(),
  provider: z.string(),
  status: z.string(),
  state: z.string(),
  open: z.boolean(),
  subStatus: z.string().nullable().optional().describe('Step of a deposit order'),
  action: z
    .string()
    .optional()
    .describe(`What to do next: ${nextActions.join(', ')}`),
  funds: z.enum(fundsWords),
  sent: amount,
  expected: amount,
  atLeast: amount,
  received: amount.nullable(),
  hashes,
  givenUp: z
    .looseObject({ code: z.string().nullable(), reason: z.string() })
    .nullable()
    .optional()
    .describe('Why it was given up before its payment'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

const receipt = summary.extend({
  fromAddress: z.string().nullable().describe('null if the paying wallet is unknown'),
  receiver: z.string(),
  receiverMemo: z
    .looseObject({ name: z.string(), value: z.string() })
    .optional()
    .describe('What the payment to the receiver carries'),
  refundAddress: z.string().nullable(),
  spender: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  statusAnswer,
  paidAt: z.iso.datetime().nullable().optional(),
  endedAt: z.iso.datetime().nullable().optional().describe('When this machine saw the end'),
  expectedMinutes: z.number().nullable().optional(),
  spent: amount.nullable(),
  feesPaid: amount.nullable(),
  gasSpent: amount.nullable().describe('null for a deposit paid by hand'),
  allowanceLeft: z.string().nullable(),
  order: order.optional(),
  events: z.array(
    z.looseObject({
      sequence: z.number().int(),
      at: z.iso.datetime(),
      text: z.string(),
      hash: z.string().nullable(),
    }),
  ),
})

const account = z.looseObject({
  name: z.string(),
  kind: z.enum(['evm', 'ton']),
  address: z.string().nullable(),
  source: z.string(),
  watchOnly: z.literal(true).optional(),
})

const sandbox = z.looseObject({
  running: z.boolean(),
  chains: z.array(
    z.looseObject({ blockchain: z.string(), chainId: z.number().int(), rpcUrl: z.string() }),
  ),
  accounts: z.array(
    z.looseObject({
      name: z.string(),
      kind: z.enum(['evm', 'ton']),
      address: z.string(),
      privateKey: z.string(),
    }),
  ),
  providers: z.array(z.looseObject({ id: z.string(), url: z.string() })),
})

const error = z.looseObject({
  code: z.enum([firstCode, ...otherCodes]),
  message: z.string(),
  hint: z.string().nullable(),
  retry: z.enum(['same', 'later', 'changed', 'never']),
  serviceCode: errorObject.shape.code,
  details: z.record(z.string(), z.unknown()),
})

/** Members that a status of this machine adds to the answer of the service. */
const localStatus = statusAnswer.extend({
  receiptId: z.string().optional(),
  receiverMemo: z.looseObject({ name: z.string(), value: z.string() }).optional(),
  refundAddress: z.string().nullable().optional(),
  createdAt: z.iso.datetime().nullable().optional(),
  endedAt: z.iso.datetime().nullable().optional().describe('When this machine saw the end'),
  expectedMinutes: z.number().nullable().optional().describe('As the provider estimated'),
  expectedDstTokenAmount: z.string().nullable().optional(),
  steps: z
    .array(
      z.looseObject({
        label: z.string(),
        blockchain: z.string().nullable(),
        hash: z.string().nullable(),
        url: z.string().nullable(),
      }),
    )
    .optional()
    .describe('Own transactions besides the payment, such as the approval'),
  order: z
    .looseObject({ exchangeId: z.string().nullable(), expiresAt: z.iso.datetime().nullable() })
    .optional(),
  report: z.array(z.string()).optional().describe('--report: its lines'),
})

const askedStatus = localStatus.extend({ asked: z.string().describe('What was asked for') })
const askedFailure = z.looseObject({ asked: z.string(), error })

/** `data` of every command. */
export const dataSchemas: Readonly<Record<string, z.ZodType>> = {
  quote: quoteAllAnswer,
  best: quoteBestAnswer,
  deposit: z
    .union([quoteAllAnswer, deposit])
    .describe('Routes without a choice, otherwise the order'),
  swap,
  status: z
    .union([localStatus, z.array(z.union([askedStatus, askedFailure]))])
    .describe('A list where several were asked for, in their order, or an address'),
  claim: swap,
  resume: swap.nullable().describe('null when no swap is open'),
  history: z.array(summary),
  receipt,
  chains: chainsAnswer,
  tokens: z.array(
    z.looseObject({
      blockchain: z.string(),
      address: z.string(),
      symbol: z.string(),
      name: z.string(),
      decimals: z.number().int(),
      native: z.boolean(),
    }),
  ),
  providers: providersAnswer,
  'wallet new': account,
  'wallet import': account,
  'wallet watch': account,
  'wallet list': z.array(account),
  'wallet address': z.looseObject({
    name: z.string(),
    kind: z.enum(['evm', 'ton']),
    address: z.string().nullable(),
  }),
  'wallet balance': z.looseObject({
    address: z.string(),
    balances: z.array(amount.extend({ usd: z.number().nullable() })),
    unreached: z.array(z.string()),
  }),
  ...setupSchemas,
  doctor: z.array(checkRow.extend({ live: liveRow.optional() })),
  'providers check': z.array(liveRow),
  mcp: z.null().describe('The protocol is the answer'),
  serve: z
    .union([
      z.looseObject({ url: z.string(), servedMs: z.number() }),
      z.looseObject({
        version: z.string(),
        settings: z.array(settingRow),
        checks: z.array(checkRow),
      }),
      z.looseObject({ schema: z.number().int(), applied: z.array(z.string()) }),
    ])
    .describe('After the stop; with --check, what would be used; with --migrate, what was done'),
  'sandbox start': sandbox,
  'sandbox stop': z.looseObject({ running: z.boolean(), stopped: z.boolean() }),
  'sandbox status': sandbox,
  'sandbox reset': sandbox,
  'sandbox fund': z.looseObject({ address: z.string(), added: amount }),
  'sandbox fault': z.union([
    z.array(
      z.looseObject({
        targets: z.array(z.string()),
        fault: z.string(),
        kind: z.enum(['lasting', 'once']),
        rehearses: z.string(),
      }),
    ),
    z.looseObject({ target: z.string(), fault: z.string(), value: z.number().optional() }),
    z.looseObject({ cleared: z.literal(true) }),
  ]),
  'sandbox deposit': z.union([
    z.array(
      z.looseObject({
        provider: z.string(),
        orderId: z.string(),
        stage: z.string(),
        amount: z.string(),
        depositAddress: z.string(),
        memo: z.string().nullable(),
      }),
    ),
    z.looseObject({
      provider: z.string(),
      orderId: z.string(),
      amount: z.string(),
      depositAddress: z.string(),
      hash: z.string(),
      onChain: z.boolean(),
      credited: z.boolean(),
    }),
  ]),
  tour: z.looseObject({
    chapters: z.array(
      z.looseObject({
        title: z.string(),
        arrived: z.boolean(),
        steps: z.array(z.looseObject({ command: z.string(), data: z.unknown() })),
      }),
    ),
  }),
  schema: z.record(z.string(), z.unknown()).describe('A JSON Schema'),
}

const failure = z.looseObject({
  schema: z.literal('swaproute/v1'),
  command: z.string().nullable(),
  ok: z.literal(false),
  error,
  warnings: z.array(warning),
  funds: z.enum(fundsWords),
  meta,
})

/** The whole document of a command: its answer, or a failure. */
export function documentSchema(command: string, data: z.ZodType): z.ZodType {
  const answer = z.looseObject({
    schema: z.literal('swaproute/v1'),
    command: z.literal(command),
    ok: z.literal(true),
    data,
    warnings: z.array(warning),
    funds: z.enum(fundsWords),
    meta,
  })
  return z.discriminatedUnion('ok', [answer, failure])
}

/** A document's schema as JSON Schema (draft 2020-12). */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input' })
}
