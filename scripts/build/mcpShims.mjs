/**
 * In place of what the protocol's library takes from its platform: the validator it would bring for
 * JSON Schemas of its clients' forms compiles text with `Function`, which the shipped program never
 * does (docs/safety.md L4), and weighs 150 kB. No tool asks its client for a form; what the tools
 * take is read by zod.
 */
export { default as process } from 'node:process'

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('Forms are not part of this build.')
  }
}
