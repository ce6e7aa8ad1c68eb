import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'SAROS_SWAP',
  name: 'Saros',
  labels: ['Saros'],
})
