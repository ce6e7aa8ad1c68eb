import { assetBytes, assetContract, stellarKey } from '../../src/chains/stellar/addresses.ts'
import { writeStellarCall } from '../../src/chains/stellar/transaction.ts'
import { addressValue, callBytes } from '../../src/chains/stellar/values.ts'
import { xdrList, xdrOpaque, xdrU32, xdrU64 } from '../../src/chains/stellar/xdr.ts'
import type { ForeignTransaction } from '../../src/core/foreignTransaction.ts'
import type { Token } from '../../src/core/token.ts'
import { nodeUrls } from './chainNodes.ts'
import { type Exchange, nowMs, plainHash } from './depositSupport.ts'
import type { MinedAs, Scene } from './foreignCase.ts'
import recorded from './aquarius/recorded.json' with { type: 'json' }

// Envelopes of Stellar, and Horizon as it shows them.

/** Of the recorded envelopes; this project has no key of it. */
export const payer = 'GBRGAB3UICU2JII4HW67KATOKDGCGW5LKPGFAOOQL623EH4EYGR2MXRR'
export const mallory = 'GDQE7IXJ4HUHV6RQHIUPRJSEZE4DRS5WY577O2FY6YQ5LVWZ7JZTU2V5'
export const horizon = nodeUrls.STELLAR
export const stellarHash = plainHash('swapped on Stellar')
export const nowSeconds = BigInt(nowMs / 1000)
const resources = Buffer.from(recorded.resources, 'base64')

export type Permission = {
  contract: string
  method: string
  args: Uint8Array[]
  inside?: Permission[]
}

function permission({ contract, method, args, inside = [] }: Permission): Uint8Array {
  return Buffer.concat([
    xdrU32(0),
    callBytes(contract, method, args),
    xdrList(inside.map(permission)),
  ])
}

/** What the source account permits. */
export function authOf(root: Permission): Uint8Array {
  return Buffer.concat([xdrU32(0), permission(root)])
}

export function i128(value: bigint): Uint8Array {
  return Buffer.concat([xdrU32(10), xdrU64(value >> 64n), xdrU64(value)])
}

export function vec(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([xdrU32(16), xdrU32(1), xdrList(items)])
}

export function symbol(text: string): Uint8Array {
  return Buffer.concat([xdrU32(15), xdrOpaque(Buffer.from(text))])
}

export function transfer(token: string, from: string, to: string, amount: bigint): Permission {
  const args = [addressValue(from), addressValue(to), i128(amount)]
  return { contract: assetContract(token), method: 'transfer', args }
}

export type Envelope = {
  source?: string
  fee?: bigint
  maxTime?: bigint
  root: Permission
  auth?: Uint8Array[]
}

/** A call as a service or this program makes it. */
export function envelopeOf({
  source = payer,
  fee = 596_865n,
  maxTime,
  root,
  auth,
}: Envelope): string {
  const { contract, method, args } = root
  const bytes = writeStellarCall({
    source,
    fee,
    sequence: 243_619_315_352_338_461n,
    maxTime: maxTime ?? nowSeconds + 300n,
    bytes: callBytes(contract, method, args),
    simulated: { auth: auth ?? [authOf(root)], resources },
  })
  return Buffer.from(bytes).toString('base64')
}

export type PathPayment = {
  source?: string
  destination?: string
  sendAmount: bigint
  destMin: bigint
  maxTime?: bigint
  fee?: bigint
}

export function pathEnvelope(src: Token, dst: Token, payment: PathPayment): string {
  const { source = payer, destination = payer, sendAmount, destMin } = payment
  const account = (address: string): Uint8Array =>
    Buffer.concat([xdrU32(0), stellarKey('account', address)])
  return Buffer.concat([
    xdrU32(2),
    account(source),
    xdrU32(Number(payment.fee ?? 10_000n)),
    xdrU64(243_619_315_352_338_461n),
    xdrU32(1),
    xdrU64(0n),
    xdrU64(payment.maxTime ?? nowSeconds + 300n),
    xdrU32(0),
    xdrU32(1),
    xdrU32(0),
    xdrU32(13),
    assetBytes(src.address),
    xdrU64(sendAmount),
    account(destination),
    assetBytes(dst.address),
    xdrU64(destMin),
    xdrList([]),
    xdrU32(0),
    xdrU32(0),
  ]).toString('base64')
}

/** An envelope with some of its bytes written over. */
export function writtenOver(envelope: string, at: number, bytes: Uint8Array): string {
  const copy = Buffer.from(envelope, 'base64')
  copy.set(bytes, at)
  return copy.toString('base64')
}

const path = `${horizon}/transactions/${stellarHash}`

export const stellarUnknown: Scene = {
  exchanges: [{ path, status: 404, body: { title: 'Resource Missing', status: 404 } }],
}

/** Shapes: developers.stellar.org/docs/data/apis/horizon/api-reference, transactions and effects. */
export function stellarMined(
  transaction: ForeignTransaction,
  { failed, received = 0n }: MinedAs,
  dst: Token,
): Scene {
  if (transaction.kind !== 'stellar') throw new Error('not of Stellar')
  const [code, issuer] = dst.address.split(':')
  const asset = dst.native
    ? { asset_type: 'native' }
    : { asset_type: 'credit_alphanum4', asset_code: code, asset_issuer: issuer }
  const amount = `${received / 10_000_000n}.${String(received % 10_000_000n).padStart(7, '0')}`
  const effect = (account: string, more: object): object => ({
    id: '0000000000000000001-0000000001',
    account,
    type: 'account_credited',
    type_i: 2,
    ...more,
  })
  const told: Exchange = {
    path,
    body: {
      id: stellarHash,
      hash: stellarHash,
      successful: failed !== true,
      ledger: 59_900_000,
      source_account: payer,
      fee_charged: '84120',
      envelope_xdr: transaction.data,
    },
  }
  const effects: Exchange = {
    path: `${path}/effects?limit=200`,
    body: {
      _embedded: {
        records: [
          ...(received > 0n ? [effect(payer, { ...asset, amount })] : []),
          effect(mallory, { ...asset, amount: '999.0000000' }),
          // No kind of effect, but a name that every object has.
          effect(payer, { ...asset, type: 'constructor', amount: '999.0000000' }),
          effect(payer, {
            type: 'account_debited',
            asset_type: 'credit_alphanum4',
            asset_code: 'FAKE',
            asset_issuer: mallory,
            amount: '5.0000000',
          }),
        ],
      },
    },
  }
  return { exchanges: failed === true ? [told] : [told, effects] }
}
