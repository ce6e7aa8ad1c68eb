/** Wire members of transactions that other wallets sign, one entry per kind of chain. */
import type { BlockchainId } from '../core/blockchainIds.ts'
import {
  foreignKindOf,
  type ForeignKind,
  type ForeignOf,
  type ForeignTransaction,
} from '../core/foreignTransaction.ts'
import { readSpender } from './approvals.ts'
import { isWei } from './route.ts'
import type { WireTransaction } from './schemas.ts'

type Wire<K extends ForeignKind> = {
  /** @param unapproved the spender to write where nothing is approved */
  write(
    transaction: ForeignOf<K>,
    unapproved: Pick<WireTransaction, 'approvalAddress'>,
  ): WireTransaction
  /** Null if the members that carry it are missing. */
  read(transaction: WireTransaction): ForeignOf<K> | null
}

const wires: { readonly [K in ForeignKind]: Wire<K> } = {
  cosmos: {
    write: ({ chainId, msgs, fee, memo }) => ({ chainId, msgs, fee, memo }),
    read: ({ chainId, msgs, fee, memo }) =>
      chainId == null || msgs == null || fee == null
        ? null
        : { kind: 'cosmos', chainId, msgs, fee, memo: memo ?? '' },
  },
  near: {
    write: ({ transactions }) => ({ transactions }),
    read: ({ transactions }) => (transactions == null ? null : { kind: 'near', transactions }),
  },
  solana: {
    write: ({ data }) => ({ data }),
    read: ({ data }) => (data == null ? null : { kind: 'solana', data }),
  },
  starknet: {
    write: ({ calls }) => ({ calls }),
    read: ({ calls }) => (calls == null ? null : { kind: 'starknet', calls }),
  },
  stellar: {
    write: ({ data }) => ({ transaction: data }),
    read: ({ transaction }) =>
      transaction == null ? null : { kind: 'stellar', data: transaction },
  },
  sui: {
    write: ({ data }) => ({ transaction: data }),
    read: ({ transaction }) => (transaction == null ? null : { kind: 'sui', data: transaction }),
  },
  tron: {
    write: ({ to, signature, rawParameter, callValue, feeLimit, approvalAddress }, unapproved) => ({
      to,
      signature,
      rawParameter,
      callValue: callValue.toString(),
      feeLimit: Number(feeLimit),
      ...(approvalAddress === null ? unapproved : { approvalAddress }),
    }),
    read: (transaction) => {
      const { to, signature, rawParameter, approvalAddress } = transaction
      const [callValue, feeLimit] = [transaction.callValue ?? '0', transaction.feeLimit ?? 0]
      if (to == null || signature == null || rawParameter == null) return null
      if (!isWei(String(callValue)) || !isWei(String(feeLimit))) return null
      return {
        kind: 'tron',
        to,
        signature,
        rawParameter,
        callValue: BigInt(callValue),
        feeLimit: BigInt(feeLimit),
        approvalAddress: approvalAddress == null ? null : readSpender(approvalAddress),
      }
    },
  },
}

function wireOf<K extends ForeignKind>(kind: K): Wire<K> {
  return wires[kind]
}

export function writeForeign<K extends ForeignKind>(
  transaction: ForeignOf<K>,
  unapproved: Pick<WireTransaction, 'approvalAddress'>,
): WireTransaction {
  return wireOf<K>(transaction.kind).write(transaction, unapproved)
}

/** Null for all other chains, and if its members are missing. */
export function readForeign(
  transaction: WireTransaction,
  blockchain: BlockchainId,
): ForeignTransaction | null {
  const kind = foreignKindOf(blockchain)
  return kind === null ? null : wireOf(kind).read(transaction)
}
