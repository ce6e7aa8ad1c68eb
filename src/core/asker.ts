/**
 * Who asked for a quote: the person at this command line, a client of `serve`, or an agent. Only the
 * first has typed what it says (docs/safety.md X7).
 */
export type Asker = 'person' | 'client' | 'agent'
