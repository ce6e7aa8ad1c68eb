/** Levels of the log, from the fewest lines to the most. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

type Write = (fields: object, message: string) => void

/** One line for each call, of the given members and a short fixed message; pino has this form. */
export type Log = Readonly<Record<Exclude<LogLevel, 'silent'>, Write>> & {
  isLevelEnabled(level: LogLevel): boolean
}

export const noLog: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  isLevelEnabled: () => false,
}
