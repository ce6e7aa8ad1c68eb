/** What a call is sure to do, whatever prices are: bounds that the contracts themselves enforce. */
export type Ledger = {
  /** Most that leaves the payer by allowance, by token in lower case. */
  takes: Map<string, bigint>
  /** Least that arrives, by `account token`. */
  gains: Map<string, bigint>
  /** Accounts besides the payer's and the contract's own that are paid anything. */
  paid: Set<string>
  /** What the contract certainly holds in between, by token. */
  held: Map<string, bigint>
  /** Effects that no swap has: rights given, money left for others. */
  strange: string[]
}

/** The native coin in a ledger. */
export const coin = '0x0000000000000000000000000000000000000000'

/** The call fails as a whole: nothing happens but gas. */
export class Reverts extends Error {}
/** What it does cannot be decided here. */
export class Unknown extends Error {}

export function openLedger(value: bigint): Ledger {
  return {
    takes: new Map(),
    gains: new Map(),
    paid: new Set(),
    held: new Map([[coin, value]]),
    strange: [],
  }
}

export function add(map: Map<string, bigint>, key: string, amount: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + amount)
}

export function heldOf({ held }: Ledger, token: string): bigint {
  return held.get(token) ?? 0n
}

/** Something is sure to reach an account; what reaches the contract stays in its hands. */
export function give(
  ledger: Ledger,
  contract: string,
  to: string,
  token: string,
  least: bigint,
): void {
  if (to === contract) {
    add(ledger.held, token, least)
    return
  }
  add(ledger.gains, `${to} ${token}`, least)
  ledger.paid.add(to)
}

/** All that the contract holds of a token, at least `floor`, goes to an account. */
export function handOut(
  ledger: Ledger,
  contract: string,
  to: string,
  token: string,
  floor: bigint,
  given = token,
): void {
  const held = heldOf(ledger, token)
  ledger.held.delete(token)
  give(ledger, contract, to, given, held > floor ? held : floor)
}
