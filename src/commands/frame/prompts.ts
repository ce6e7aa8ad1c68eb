import { confirm, input, password, search, select } from '@inquirer/prompts'

/** The questions that are asked; the library's other ones stay out of the bundle. */
export const prompts = { confirm, input, password, search, select }

export type Prompts = typeof prompts
