/**
 * What the wallets of TON make their 24 words with. In a file of its own that is loaded on demand:
 * the library is CommonJS, and its names reach a bundle only through a plain import.
 * https://github.com/ton-org/ton-crypto (read 2026-11)
 */
export { mnemonicNew, mnemonicValidate } from '@ton/crypto'
