import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'ORCA_SWAP',
  name: 'Orca',
  labels: ['Whirlpool', 'Orca V2', 'Orca V1'],
})
