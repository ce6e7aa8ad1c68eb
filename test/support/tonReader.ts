/** Reads balances over toncenter with the vendor's client, with no code of the product in between. */
import { Address, JettonMaster, JettonWallet, TonClient } from '@ton/ton'

export type TonReader = {
  /** Nanoton, or units of the jetton whose master is named. */
  balance(owner: string, master?: string): Promise<bigint>
  /** Of the wallet contract; 0 for one that does not exist yet. */
  seqno(wallet: string): Promise<number>
  /** Hash, account and fees of the newest transactions of an account. */
  transactions(account: string, limit: number): Promise<{ hash: string; sent: number }[]>
}

/** @param url base address of toncenter, as `sandbox status` shows it */
export function readTon(url: string): TonReader {
  const client = new TonClient({ endpoint: `${url}/v2/jsonRPC` })
  return {
    balance: async (owner, master) => {
      const address = Address.parse(owner)
      if (master === undefined) return await client.getBalance(address)
      const minter = client.open(JettonMaster.create(Address.parse(master)))
      const wallet = await minter.getWalletAddress(address)
      return await client.open(JettonWallet.create(wallet)).getBalance()
    },
    seqno: async (wallet) => {
      const address = Address.parse(wallet)
      if (!(await client.isContractDeployed(address))) return 0
      return (await client.runMethod(address, 'seqno')).stack.readNumber()
    },
    transactions: async (account, limit) => {
      const found = await client.getTransactions(Address.parse(account), { limit })
      return found.map((one) => ({
        hash: one.hash().toString('hex'),
        sent: one.outMessagesCount,
      }))
    },
  }
}
