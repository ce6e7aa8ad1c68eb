import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { type BridgeLane, type TokenPair, tokenPairs } from '../kits/rollup/tokenPairs.ts'

// Contracts of the bridge between ETH and SCROLL: https://docs.scroll.io/en/developers/scroll-contracts
// (2026-09) and L2BEAT's discovery; what the routers answer is read again before each quote.

export const parent = {
  router: '0xF8B1378579659D8F7EE5f3C929c2f3E332E41Fd6',
  messenger: '0x6774Bcbd5ceCeF1336b5300fb5186a12DDD8b367',
  queue: '0x56971da63A3C0205184FEF096E9ddFc7A8C2D18a',
  rollup: '0xa13BAF47339d63B743e7Da8741db5456DAc1E556',
} as const

export const child = {
  router: '0x4C0926FF5252A435FD19e10ED15e5a249Ba19d79',
  messenger: '0x781e90f1c8Fc4611c9b7497C3B47F99Ef6969CbC',
} as const

/** A token on both chains with its gateways; the zero address is the coin. */
export type ScrollPair = TokenPair<'ETH' | 'SCROLL'> & {
  parentGateway: string
  childGateway: string
  /** The gateway on SCROLL takes the tokens by an approval; absent: it burns them. */
  takes?: true
}

const standard = {
  parentGateway: '0xD8A791fE2bE73eb6E6cF1eb0cb3F36adC9B3F8f9',
  childGateway: '0xE2b4795039517653c5Ae8C2A9BFdd783b48f447A',
} as const

export const scrollEther: ScrollPair = {
  ETH: zeroAddress,
  SCROLL: zeroAddress,
  parentGateway: '0x7F2b8C31F88B6006c382775eea88297Ec1e3E905',
  childGateway: '0x6EA73e05AdC79974B931123675ea8F78FfdacDF0',
}

/** WETH has a gateway that unwraps it, and SCR is not a token of ETH: neither is served. */
export const pairs: readonly ScrollPair[] = [
  scrollEther,
  {
    ETH: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    SCROLL: '0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df',
    ...standard,
  },
  {
    ETH: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    SCROLL: '0x3C1BCa5a656e69edCD0D4E36BEbb3FcDAcA60Cf1',
    ...standard,
  },
  {
    ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    SCROLL: '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
    parentGateway: '0xf1AF3b23DE0A5Ca3CAb7261cb0061C0D779A5c7B',
    childGateway: '0x33B60d5Dd260d453cAC3782b0bDC01ce84672142',
    takes: true,
  },
  {
    ETH: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    SCROLL: '0xcA77eB3fEFe3725Dc33bccB54eDEFc3D9f764f97',
    parentGateway: '0x67260A8B73C5B77B55c1805218A42A7A6F98F515',
    childGateway: '0xaC78dff3A87b5b534e366A93E785a0ce8fA6Cc62',
  },
  {
    ETH: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
    SCROLL: '0xf610A9dfB7C89644979b4A0f27063E9e7d7Cda32',
    parentGateway: '0x6625C6332c9F91F2D27c304E729B86db87A3f504',
    childGateway: '0x8aE8f22226B9d789A36AC81474e633f8bE2856c9',
  },
]

export type ScrollLane = BridgeLane<'ETH' | 'SCROLL', ScrollPair>

export const scrollTokens = tokenPairs('Scroll', 'SCROLL', pairs)

/** The pair that two gateways carry; null: they are not those of one pair. */
export function pairOfGateways(
  parentGateway: string,
  childGateway: string,
  parentToken: string,
): ScrollPair | null {
  const found = pairs.find((pair) => isSameAddress(pair.ETH, parentToken))
  const isIts =
    found !== undefined &&
    isSameAddress(found.parentGateway, parentGateway) &&
    isSameAddress(found.childGateway, childGateway)
  return isIts ? found : null
}
