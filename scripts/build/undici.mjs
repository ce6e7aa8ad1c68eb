/**
 * The part of undici that the bundle carries; see `smallUndici` in plugins.mjs.
 * A name missing here stops the build with "No matching export".
 */
export { default as Dispatcher } from 'undici/lib/dispatcher/dispatcher.js'
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as errors } from 'undici/lib/core/errors.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
