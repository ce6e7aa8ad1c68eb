import { confirm, input, password, select } from '@inquirer/prompts'

/** The questions that are asked; the library's other ones stay out of the bundle. */
export const prompts = { confirm, input, password, select }

export type Prompts = typeof prompts
