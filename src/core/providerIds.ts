// The provider identifiers of the service contract (sections 2.5 and 2.6), spelled as on the wire.

/** `preferredProvider` values of `quoteDepositTrades`. */
export const depositProviderIds = [
  'CLEARSWAP', 'change_hero', 'changelly', 'changenow', 'exolix', 'houdini', 'instaswap',
  'near_intents', 'quickex', 'relay', 'simple_swap', 'stealthex',
] as const

/** Bridges and exchanges of `quoteAll` (the lower-case list). */
export const crossChainProviderIds = [
  'across', 'arbitrum', 'archon_bridge', 'baltex', 'bridgers', 'celer_bridge', 'change_hero',
  'changelly', 'changenow', 'dln', 'eddy_bridge', 'exolix', 'houdini', 'instaswap', 'layerzero',
  'lifi', 'mayan', 'meson', 'multichain', 'near_intents', 'orbiter_bridge', 'orbiter_bridge_v2',
  'owl_to_bridge', 'pact_swap', 'pulsechain_bridge', 'quickex', 'rango', 'relay', 'retro_bridge',
  'router', 'scroll_bridge', 'service_stellar_api', 'simple_swap', 'squidrouter', 'stargate_v2',
  'stealthex', 'symbiosis', 'taiko_bridge', 'tele_swap', 'unizen', 'usdt_zero_bridge',
  'wanchain_bridge', 'wormhole', 'xflows', 'xy',
] as const

/** Same-chain exchanges of `quoteAll` (the upper-case list). */
export const onChainProviderIds = [
  '10K_SWAP', 'ACRYPTOS', 'AERODROME', 'AETHON_SWAP', 'ALDRIN_EXCHANGE', 'ALGEBRA',
  'ALGEBRA_INTEGRAL', 'ANNEX', 'APE_SWAP', 'AQUARIUS', 'ARTH_SWAP', 'ASCENT', 'ASTRO_SWAP',
  'ATLANTIS', 'AURORA_SWAP', 'AVNU', 'BABY_SWAP', 'BALANCER', 'BASE_SWAP', 'BEAM_SWAP', 'BI_SWAP',
  'BLAZE_SWAP', 'BRIDGERS', 'BULBA_SWAP', 'CAMELOT', 'CETUS', 'CHERRY_SWAP', 'CLAIM_SWAP',
  'CLEARSWAP', 'CLOBER', 'COFFEE_SWAP', 'CREMA_FINANCE', 'CRONA_SWAP', 'CROPPER_FINANCE',
  'CROW_FI', 'CRO_DEX', 'CRO_SWAP', 'CURVE', 'DEDUST', 'DEFI_PLAZA', 'DEFI_SWAP', 'DFLOW', 'DFYN',
  'DLN', 'DODO', 'DRAGON_SWAP', 'DYSTOPIA', 'ECHO_DEX', 'EDDY_FINANCE', 'ELK', 'ENOSYS',
  'ENOSYS_V3', 'FENIX_V2', 'FENIX_V3', 'FINKUJIRA', 'FRAX_SWAP_V2', 'FUSIONX', 'HONEY_SWAP',
  'HORIZONDEX', 'HYPERCAT', 'IZUMI', 'JET_SWAP', 'JOE', 'JUPITER', 'JUPITER_SWAP', 'J_SWAP',
  'KIM', 'KODIAK', 'KUJATA', 'KYBER_SWAP', 'KYO_FINANCE', 'LIFI', 'LUA_SWAP', 'MACARON',
  'MAVERICK', 'MDEX', 'MERLIN_SWAP', 'MESH_SWAP', 'MM_FINANCE', 'MOJITO_SWAP', 'MUTE_SWAP',
  'NATIVE_ROUTER', 'NET_SWAP', 'OCTO_SWAP', 'ODOS', 'OKC_SWAP', 'OKU_SWAP', 'OMNIDEX', 'ONE_INCH',
  'ONE_MOON', 'ONE_SOL', 'OOLONG_SWAP', 'OPEN_OCEAN', 'ORCA_SWAP', 'OSMOSIS_SWAP', 'PANCAKE_SWAP',
  'PANCAKE_SWAP_V3', 'PANGOLIN', 'PARA_SWAP', 'PEGASYS', 'PHOTON_SWAP', 'PITEAS', 'POLYDEX',
  'PULSEX_V1', 'PULSEX_V2', 'QUICK_SWAP', 'QUICK_SWAP_V3', 'RANGO', 'RAYDIUM', 'REF_FINANCE',
  'REN_BTC', 'ROUTER_SWAP', 'SABER_STABLE_SWAP', 'SAROS_SWAP', 'SERUM', 'SERVICE_STELLAR_API',
  'SHIBA_SWAP', 'SILK_SWAP', 'SMOOTHY', 'SOLANA', 'SOLAR_BEAM', 'SOROSWAP', 'SOUL_SWAP',
  'SPACEFI_SWAP', 'SPARK_DEX', 'SPARK_DEX_V3', 'SPIRIT_SWAP', 'SPL_TOKEN_SWAP', 'SPOOKY_SWAP',
  'SQUIDROUTER', 'STELLA_SWAP', 'STONFI', 'SUN_SWAP', 'SURFDEX', 'SUSHI_SWAP', 'SYMBIOSIS_SWAP',
  'SYNAPSE', 'SYNC_SWAP', 'TONCO_DEX', 'TRADER', 'TRISOLARIS', 'UBE_SWAP', 'UNISWAP_V2', 'UNIZEN',
  'UNI_SWAP_V3', 'VERSE', 'VIPER_SWAP', 'VOLTAGE_SWAP', 'VOOI', 'VVS_FINANCE', 'WAGYU_SWAP',
  'WANNA_SWAP', 'WARPX_V2', 'WARPX_V3', 'WAULT_SWAP', 'WOO_FI', 'WRAPPED', 'WYND', 'XY_DEX',
  'YUZU_SWAP', 'ZAPPY', 'ZETA_SWAP', 'ZIP_SWAP', 'ZRX',
] as const

export const providerIds = [...crossChainProviderIds, ...onChainProviderIds] as const

/** A provider of the contract; `providerType` on the wire. */
export type ProviderId = (typeof providerIds)[number]
export type DepositProviderId = (typeof depositProviderIds)[number]

const known: ReadonlySet<string> = new Set(providerIds)

export function isProviderId(text: string): text is ProviderId {
  return known.has(text)
}
