import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'SPL_TOKEN_SWAP',
  name: "Solana's reference pools",
  labels: ['Token Swap'],
})
