import { input, password, search, select } from '@inquirer/prompts'
import { question } from './question.ts'

/** The prompts in use; the library's other ones are not bundled. */
export const prompts = { input, password, question, search, select }

export type Prompts = typeof prompts
