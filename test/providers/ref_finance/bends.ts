import type { ForeignOf } from '../../../src/core/foreignTransaction.ts'
import type { Body } from '../depositSupport.ts'
import { bendsOf } from '../foreignCase.ts'

type Near = ForeignOf<'near'>['transactions']

export const mallory = 'mallory.near'
const deposit = '1250000000000000000000'

type Swap = {
  payer: string
  /** Contract of the bought token. */
  to: string
  amount: bigint
  wraps: boolean
}

/** What a foreign backend could make of the transactions of a swap. */
export function nearBends({ payer, to, amount, wraps }: Swap): ReturnType<typeof bendsOf> {
  const depositing = (
    receiverId: string,
    methodName: string,
    args: Record<string, unknown>,
    yocto: string,
  ): Near[number] => {
    const params = { methodName, args, gas: '10000000000000', deposit: yocto }
    return { signerId: payer, receiverId, actions: [{ type: 'FunctionCall', params }] }
  }
  const swapAction = (transactions: Near): Body => transactions.at(-1)?.actions.at(-1)?.params
  /** A change of the message alone. */
  const saying =
    (bend: (message: Body) => void) =>
    (transactions: Near): void => {
      const { args } = swapAction(transactions)
      const message = JSON.parse(args.msg)
      bend(message)
      args.msg = JSON.stringify(message)
    }
  const first = (bend: (action: Body) => void) => saying(({ actions }) => bend(actions[0]))
  const last = (bend: (action: Body) => void) => saying(({ actions }) => bend(actions.at(-1)))
  const put = (change: object) => (target: Body) => Object.assign(target, change)
  const bends: [name: string, rule: string, bend: (transactions: Near) => void][] = [
    ['no transaction', 'E8', (all) => all.splice(0)],
    ['another signer', 'E8', (all) => all.forEach(put({ signerId: mallory }))],
    ['two signers', 'E8', (all) => all.unshift({ ...(all[0] as Near[number]), signerId: mallory })],
    ['another contract', 'E2', (all) => put({ receiver_id: mallory })(swapAction(all).args)],
    ['another token paid', 'E8', (all) => put({ receiverId: mallory })(all.at(-1))],
    ['a plain transfer', 'E8', (all) => put({ methodName: 'ft_transfer' })(swapAction(all))],
    ['a memo', 'E8', (all) => put({ memo: 'x' })(swapAction(all).args)],
    ['a larger amount', 'E5', (all) => put({ amount: String(amount + 1n) })(swapAction(all).args)],
    ['NEAR along with it', 'E5', (all) => put({ deposit: '2' })(swapAction(all))],
    ['endless gas', 'E11', (all) => put({ gas: '400000000000000' })(swapAction(all))],
    ['no number of gas', 'E8', (all) => put({ gas: '1e14' })(swapAction(all))],
    ['a second swap', 'E8', (all) => all.push(all.at(-1) as Near[number])],
    [
      'an action of another type',
      'E8',
      (all) => all.at(-1)?.actions.forEach(put({ type: 'AddKey' })),
    ],
    [
      'a registration of another account',
      'E8',
      (all) => {
        const args = { account_id: mallory, registration_only: true }
        all.unshift(depositing(to, 'storage_deposit', args, deposit))
      },
    ],
    [
      'a deposit at another token',
      'E8',
      (all) => {
        const args = { account_id: payer, registration_only: true }
        all.unshift(depositing(mallory, 'storage_deposit', args, deposit))
      },
    ],
    [
      'a large deposit',
      'E5',
      (all) => {
        const args = { account_id: payer, registration_only: true }
        all.unshift(depositing(to, 'storage_deposit', args, `${deposit}000`))
      },
    ],
    [
      'many deposits',
      'E5',
      (all) => {
        const args = { account_id: payer, registration_only: true }
        for (let count = 0; count < 9; count += 1) {
          all.unshift(depositing(to, 'storage_deposit', args, deposit))
        }
      },
    ],
    ['NEAR for nothing', 'E8', (all) => all.unshift(depositing(mallory, 'near_deposit', {}, '5'))],
    [
      'NEAR wrapped twice',
      'E8',
      (all) => all.unshift(...[1, 2].map(() => depositing('wrap.near', 'near_deposit', {}, '5'))),
    ],
    [
      'another amount wrapped',
      wraps ? 'E5' : 'E8',
      (all) => {
        if (!wraps) all.unshift(depositing('wrap.near', 'near_deposit', {}, '5'))
        for (const { params } of all.at(-1)?.actions ?? []) {
          if (params.methodName === 'near_deposit') params.deposit = `${params.deposit}0`
        }
      },
    ],
    ['a message that is no JSON', 'E8', (all) => put({ msg: '{' })(swapAction(all).args)],
    [
      'a message twice',
      'E8',
      (all) => put({ msg: `${String(swapAction(all).args.msg)} ` })(swapAction(all).args),
    ],
    ['another recipient', 'E8', saying(put({ swap_out_recipient: mallory }))],
    ['a referral', 'E8', saying(put({ referral_id: mallory }))],
    ['an echo', 'E8', saying(put({ client_echo: 'x' }))],
    [
      'another form of coin',
      'E8',
      saying((message) => put({ skip_unwrap_near: message.skip_unwrap_near !== true })(message)),
    ],
    ['no action', 'E8', saying(put({ actions: [] }))],
    ['a smaller minimum', 'E9', last(put({ min_amount_out: '1' }))],
    ['another token bought', 'E8', last(put({ token_out: mallory }))],
    ['another token sold', 'E8', first(put({ token_in: mallory }))],
    ['a part of the amount', 'E5', first(put({ amount_in: '1' }))],
    ['an amount bought', 'E8', first(put({ amount_out: '1' }))],
  ]
  return bendsOf(
    'near',
    bends.map(([name, rule, bend]) => [
      name,
      rule,
      ({ kind, transactions }) => {
        const copy = structuredClone(transactions)
        bend(copy)
        return { kind, transactions: copy }
      },
    ]),
  )
}
