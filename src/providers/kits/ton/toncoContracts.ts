import { pinnedAddress } from './pinned.ts'

// TONCO's contracts. https://github.com/cryptoalgebra/tonco-sdk `.env.local` and
// https://docs.tonco.io/technical-reference/contracts/router (read 2026-11)

const router = 'EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5'
const ptonWallet = 'EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23'

/** The router and its wallet of proxy TON, where TON is sent to be swapped; both raw. */
export function toncoContracts(): { router: string; ptonWallet: string } {
  return { router: pinnedAddress(router), ptonWallet: pinnedAddress(ptonWallet) }
}
