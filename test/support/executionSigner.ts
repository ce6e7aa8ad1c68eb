import { createHash } from 'node:crypto'
import type { DecodedEvm, EvmPlan, EvmSigner } from '../../src/wallet/types.ts'

/** Signs nothing: the raw bytes are the plan itself, so that tests can read them again. */
export function createFakeSigner(
  address: string,
  alter: (decoded: DecodedEvm) => DecodedEvm = (decoded) => decoded,
): EvmSigner & { signatures: EvmPlan[]; closed: number } {
  const signer = {
    address,
    signatures: [] as EvmPlan[],
    closed: 0,
    sign: async (plan: EvmPlan) => {
      await Promise.resolve()
      signer.signatures.push(plan)
      const raw = toRaw(plan)
      const hash = `0x${createHash('sha256').update(raw).digest('hex')}`
      return { raw, hash, decoded: alter({ ...plan, hash }) }
    },
    close: () => {
      signer.closed += 1
      return Promise.resolve()
    },
  }
  return signer
}

const bigints = ['value', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice']

function toRaw(plan: EvmPlan): string {
  const text = JSON.stringify(plan, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return `0x${Buffer.from(text).toString('hex')}`
}

/** The plan out of bytes that `createFakeSigner` made. */
export function readRaw(raw: string): EvmPlan {
  const value: unknown = JSON.parse(
    Buffer.from(raw.slice(2), 'hex').toString(),
    (name, item: unknown) =>
      bigints.includes(name) && typeof item === 'string' ? BigInt(item) : item,
  )
  return value as EvmPlan // written by toRaw above
}
