import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'SABER_STABLE_SWAP',
  name: 'Saber',
  labels: ['Saber', 'Saber (Decimals)'],
})
