import { input, password, search, select } from '@inquirer/prompts'
import { question } from './question.ts'

/** The questions that are asked; the library's other ones stay out of the bundle. */
export const prompts = { input, password, question, search, select }

export type Prompts = typeof prompts
