import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase()
