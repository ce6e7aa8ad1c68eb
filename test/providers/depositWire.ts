/** A question to a service: its path without the query, and what is sent along. */
type Asked = { call: string; request: { method: string; body: unknown } }
export type AskedFor = (asked: Asked) => boolean

/** Between chains of the sandbox. */
export const dollars = ['25', 'eth:USDC', 'to', 'arb:USDC']

export function asks(part: string, method = 'GET'): AskedFor {
  return ({ call, request }) => call.includes(part) && request.method === method
}

/** By what is sent along, too. */
export function asksWith(
  end: string,
  fits: (body: Readonly<Record<string, unknown>>) => boolean,
): AskedFor {
  return ({ call, request: { body } }) =>
    call.endsWith(end) && fits(typeof body === 'object' && body !== null ? { ...body } : {})
}

/** Values at their paths in an answer. */
type Values = Record<string, unknown>

export type DepositWire<Asks = AskedFor> = {
  /** What is swapped, from ETH to a chain that is read here. */
  pair: readonly string[]
  /** Estimates, the answer that opens an order, and the order read back. */
  quoted: Asks
  /** An answer that is an object, where estimates are not. */
  whole?: Asks
  created: Asks
  echo: Asks
  /** The order under way. */
  state: Asks
  /** Paths of the expected output in estimates, in the opened order, and in the order read back. */
  out: { quoted: readonly string[]; created: readonly string[]; echo: readonly string[] }
  /** The one of the estimate that may be missing: the order then promises the whole output. */
  mayLack?: string
  /** Each way of telling one field of the order otherwise. */
  address: { created: string; echo: string }
  amount: { created: string | null; echo: string }
  receiver: string
  refund: string | null
  srcCoin: Values
  dstCoin: Values
  dstChain: Values
  otherOrder: Values
  /** Null where an order names no end of its own. */
  deadline: Values | null
  /** An answer of the status call: without transactions, or with these. */
  done: (hash: string | null) => Values
  refunded: (hash: string | null) => Values
  unknown: Values
  /** Orders differ from run to run: signed bytes are compared without their receiver. */
  differs?: boolean
}
