import type { Hex } from 'viem'

// Addresses only the sandbox uses: the ASCII text "Sandbox", zeros, and a word.

/** Mints the play money and provides the pools' liquidity. */
export const bankAddress: Hex = '0x53616e64626F7800000000000000000042616E6b'

/** Code behind the SpokePool proxies. */
export const spokePoolCodeAddress: Hex = '0x53616e64626F780000000053706f6b65506f6f6C'

/** Canonical on nearly every chain, https://www.multicall3.com (read 2026-11). */
export const multicall3Address: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Across' MulticallHandler, the same on every chain:
 * https://www.npmjs.com/package/@across-protocol/contracts deployed-addresses.json (read 2026-11)
 */
export const multicallHandlerAddress: Hex = '0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E'
