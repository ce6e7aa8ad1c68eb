/**
 * The part of undici that the bundle carries; see `smallUndici` in plugins.mjs.
 * A name missing here stops the build with "No matching export".
 */
import request from 'undici/lib/api/api-request.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

// undici's index.js adds its calls to this prototype; `request` is the one in use.
Dispatcher.prototype.request = request

export { Dispatcher }
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as errors } from 'undici/lib/core/errors.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
