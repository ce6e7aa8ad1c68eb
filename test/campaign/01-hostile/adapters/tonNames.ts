/** Places on TON, and which question is which. */
import { Address } from '@ton/core'
import { isRecord } from '../../../support/bodies.ts'
import type { Lie } from '../kit/server.ts'
import { bend, together, type Where } from '../kit/wire.ts'
import { addressCell } from '../kit/tonCalls.ts'

/** An address without an owner. */
export const mallory = Address.parseRaw(`0:${'ba'.repeat(32)}`)
export const inMasterchain = Address.parseRaw(`-1:${'ba'.repeat(32)}`)
export const nobody = Address.parseRaw(`0:${'00'.repeat(32)}`)
export const usdt = Address.parse('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs')
export const notcoin = Address.parse('EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT')
/** Where DeDust takes TON: a contract of another exchange. */
export const dedustVault = Address.parse('EQDa4VOnTYlLvDJ0gZjNYm5PXfSmmtL6Vs6A_CZEtXCNICq_')
const router = Address.parse('EQBjM7B2PKa82IPKrUFbMFaKeQDFGTMRnrvY1TmptC7Kxz7B')
const ptonMaster = Address.parse('EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S')

export function asked(method: string): Where {
  return ({ front, request: { body } }) =>
    front === 'toncenter' && isRecord(body) && body['method'] === method
}

export const foreseen: Where = ({ front, call }) =>
  front === 'toncenter' && call.endsWith('/emulateTrace')

/** A get-method of one contract. */
function gets(method: string, contract?: Address): Where {
  const isRun = asked('runGetMethod')
  return (exchange) => {
    const { body } = exchange.request
    if (!isRun(exchange) || !isRecord(body) || !isRecord(body['params'])) return false
    const { method: name, address } = body['params']
    const isThere = contract === undefined || Address.parse(String(address)).equals(contract)
    return name === method && isThere
  }
}

/** The get-method names another address. */
export function derives(contract: Address, address: Address): Lie {
  const lie = [['cell', { bytes: addressCell(address) }]]
  return bend(gets('get_wallet_address', contract), (body) => {
    if (isRecord(body) && isRecord(body['result'])) body['result']['stack'] = structuredClone(lie)
  })
}

/** A stranger's address passes for the wallet of proxy TON that belongs to STON.fi's router. */
export function passesForPton(address: Address): Lie {
  const stack = [
    ['num', '0x0'],
    ['cell', { bytes: addressCell(router) }],
    ['cell', { bytes: addressCell(ptonMaster) }],
  ]
  const facts: Lie = (exchange) => {
    if (!gets('get_wallet_data', address)(exchange)) return
    const result = { gas_used: 500, exit_code: 0, stack: structuredClone(stack) }
    exchange.answer = { ...exchange.answer, status: 200, body: { ok: true, result } }
  }
  return together(facts, derives(ptonMaster, address))
}

/** Every simulation reports that all goes well. */
export const allGoesWell: Lie = bend(foreseen, (body) => {
  if (!isRecord(body) || !isRecord(body['transactions'])) return
  for (const one of Object.values(body['transactions'])) {
    if (!isRecord(one) || !isRecord(one['description'])) continue
    one['description']['aborted'] = false
    one['description']['compute_ph'] = { skipped: false, success: true, exit_code: 0 }
    one['description']['action'] = { success: true, result_code: 0, skipped_actions: 0 }
  }
})
