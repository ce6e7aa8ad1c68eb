import { chainNumbers } from '../kits/evm/service.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'

// LiFiDiamond and FeeForwarder, https://github.com/lifinance/contracts deployments/<network>.json
// (commit ef00558f of 2026-08-21). The diamond is paid and approved; it sends LI.FI its fee through
// the forwarder. Chains whose native coin is also a token (CELO, METIS, KLAYTN, TELOS) are left out:
// LI.FI's address for such a coin is not published.

type Contracts = { diamond: string; forwarder: string }

const usual = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const later = '0x026F252016A7C47CDEf1F05a3Fc9E20C92a49C37'
const superchain = '0x864b314D4C5a0399368609581d3E8933a63b9232'
const laterForwarder = '0xA5971Bd73Dbb879aAaA6fEcB95Dc3fD50c2e3C25'

/** Who gets LI.FI's own fee: the fee steps in recorded answers of li.quest for ETH and BASE (2026). */
export const feeCollector = '0xC06ebbefD94032B85424D51906e2A335EFAe264B'

const onUsual: Contracts = {
  diamond: usual,
  forwarder: '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd',
}
const onUsualAgain: Contracts = {
  diamond: usual,
  forwarder: '0x79C3F5B651Ee5782Ba15d968B088458cd5f1f4EF',
}
const onLater: Contracts = { diamond: later, forwarder: laterForwarder }
const onSuperchain: Contracts = { diamond: superchain, forwarder: laterForwarder }

const deployments = {
  ETH: onUsual,
  ARBITRUM: onUsual,
  AVALANCHE: onUsual,
  BASE: onUsual,
  BLAST: onUsual,
  BOBA: onUsual,
  BSC: onUsual,
  CRONOS: onUsual,
  FRAXTAL: onUsual,
  GNOSIS: onUsual,
  GRAVITY: onUsual,
  MODE: onUsual,
  OPTIMISM: onUsual,
  POLYGON: onUsual,
  ROOTSTOCK: onUsual,
  SCROLL: onUsual,
  SEI: onUsual,
  XLAYER: onUsual,
  FUSE: onUsualAgain,
  MANTLE: onUsualAgain,
  HEMI: onLater,
  MEGAETH: onLater,
  MONAD: onLater,
  PLASMA: onLater,
  SONEIUM: onSuperchain,
  UNICHAIN: onSuperchain,
  BERACHAIN: {
    diamond: '0xf909c4Ae16622898b885B89d7F839E0244851c66',
    forwarder: '0xc431Ee11b784960CF6ed6a69f91B93fB565b4d44',
  },
  HYPER_EVM: {
    diamond: '0x0a0758d937d1059c356D4714e57F5df0239bce1A',
    forwarder: '0xba072Bf218314E51d5c3d254800d799840ae6a25',
  },
  LINEA: {
    diamond: '0xDE1E598b81620773454588B85D6b5D4eEC32573e',
    forwarder: '0x72015d314542457cBB6BF14318d82464E4D413ec',
  },
  MORPH: {
    diamond: '0xF7aB42D00D2399f8A4Fba2F15466Be40709fe307',
    forwarder: '0xb3AB05AC1e5f7761eC997fde5990E420E501Fe13',
  },
  ZK_SYNC: {
    diamond: '0x341e94069f53234fE6DabeF707aD424830525715',
    forwarder: '0xA577ddDa8E06BE1a0705fE9c6e6Ce2D2011100c9',
  },
} as const satisfies Partial<Record<BlockchainId, Contracts>>

/** The diamond of each chain, as a kit takes contracts. */
export const diamonds: Readonly<Partial<Record<BlockchainId, readonly string[]>>> =
  Object.fromEntries(
    Object.entries(deployments).map(([blockchain, { diamond }]) => [blockchain, [diamond]]),
  )

/** LI.FI's name of each chain, its EIP-155 id: https://docs.li.fi (read 2026-11). */
export const lifiChainNames = chainNumbers(Object.keys(deployments).join(' '))

/**
 * Chains with the facets of Across or deBridge, on either side; the same commit's
 * deployments/<network>.json.
 */
export const bridgeChains = [
  ...(['ETH', 'ARBITRUM', 'AVALANCHE', 'BASE', 'BLAST', 'BSC', 'GNOSIS', 'HYPER_EVM'] as const),
  ...(['LINEA', 'MEGAETH', 'MODE', 'MONAD', 'OPTIMISM', 'PLASMA', 'POLYGON', 'SCROLL'] as const),
  ...(['SONEIUM', 'UNICHAIN', 'ZK_SYNC'] as const),
]

/** Where LI.FI's fee goes through; null for a chain without the diamond. */
export function feeForwarder(blockchain: BlockchainId): string | null {
  const found: Partial<Record<BlockchainId, Contracts>> = deployments
  return found[blockchain]?.forwarder ?? null
}
