import { Address, beginCell, toNano } from '@ton/core'
import { JettonMinter } from '@ton-community/assets-sdk/dist/jetton/JettonMinter.js'
import type { BlockchainTransaction } from '@ton/sandbox'
import type { TonWorld } from './tonWorld.ts'

/** A jetton with the real contracts; addresses raw. */
export type TestJetton = {
  master: string
  mint(owner: string, amount: bigint): Promise<void>
  /** The same without taking it into the lists: whoever calls does. */
  mintQuietly(owner: string, amount: bigint): Promise<readonly BlockchainTransaction[]>
  walletOf(owner: string): Promise<string>
  balanceOf(owner: string): Promise<bigint>
}

export async function deployJetton(world: TonWorld, seed: number): Promise<TestJetton> {
  const admin = await world.chain.treasury(`jetton ${seed}`)
  const content = beginCell().storeUint(seed, 32).endCell()
  const minter = JettonMinter.createFromConfig({ admin: admin.address, content })
  const opened = world.chain.openContract(minter)
  world.record((await opened.sendDeploy(admin.getSender(), toNano('1'))).transactions)
  const walletOf = async (owner: string): Promise<Address> =>
    opened.getWalletAddress(Address.parse(owner))
  const mintQuietly: TestJetton['mintQuietly'] = async (owner, amount) => {
    const options = { value: toNano('0.2') }
    const to = Address.parse(owner)
    return (await opened.sendMint(admin.getSender(), to, amount, options)).transactions
  }
  return {
    master: minter.address.toRawString(),
    mint: async (owner, amount) => world.record(await mintQuietly(owner, amount)),
    mintQuietly,
    walletOf: async (owner) => (await walletOf(owner)).toRawString(),
    balanceOf: async (owner) => {
      const wallet = await walletOf(owner)
      const contract = await world.chain.getContract(wallet)
      if (contract.accountState?.type !== 'active') return 0n
      const { stackReader } = await world.chain.runGetMethod(wallet, 'get_wallet_data')
      return stackReader.readBigNumber()
    },
  }
}
