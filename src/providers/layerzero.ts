import { type OftAsset, oftBridge } from './kits/evm/oft.ts'
import type { Provider } from './types.ts'

// Tokens of others that bridge themselves by LayerZero V2, one for one. Ethena's: locked on ETH behind
// an adapter, minted elsewhere at one address, https://docs.ethena.io/solution-design/key-addresses
// (2026-11) and L2BEAT's discovery; each contract's `token()` is read again before a quote, and a path
// that is not wired reverts. USDT0 has an identifier of its own. Tokens of LayerZero V1 (ALGB) are not
// served: their call demands no minimum.

const minted = (oft: string) => ({ oft, token: oft, decimals: 18 })

const usdeContract = '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'
const usde: OftAsset = {
  ARBITRUM: minted(usdeContract),
  BASE: minted(usdeContract),
  BLAST: minted(usdeContract),
  BSC: minted(usdeContract),
  ETH: { oft: usdeContract, token: '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3', decimals: 18 },
  MANTLE: minted(usdeContract),
  MEGAETH: minted(usdeContract),
  OPTIMISM: minted(usdeContract),
}

const susdeContract = '0x211Cc4DD073734dA055fbF44a2b4667d5E5fE5d2'
const susde: OftAsset = {
  ARBITRUM: minted(susdeContract),
  BSC: minted(susdeContract),
  ETH: { oft: susdeContract, token: '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497', decimals: 18 },
  MANTLE: minted(susdeContract),
  MEGAETH: minted(susdeContract),
}

export function createLayerzeroProvider({ scanUrl }: { scanUrl: string }): Provider {
  return oftBridge({
    id: 'layerzero',
    name: 'LayerZero',
    assets: [usde, susde],
    durationSeconds: 180,
    scanUrl,
  })
}
