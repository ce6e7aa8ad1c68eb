import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'RAYDIUM',
  name: 'Raydium',
  labels: ['Raydium', 'Raydium CLMM', 'Raydium CP'],
})
