/**
 * The functions TON wallets create their 24 words with. A separate file, loaded on demand: the
 * library is CommonJS, and its names reach a bundle only through a plain import.
 * https://github.com/ton-org/ton-crypto (read 2026-11)
 */
export { mnemonicNew, mnemonicValidate } from '@ton/crypto'
