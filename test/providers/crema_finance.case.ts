import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'CREMA_FINANCE',
  name: 'Crema Finance',
  labels: ['Crema'],
})
