import * as z from 'zod'

/** A setting and where its value comes from. */
export const settingRow = z.looseObject({
  key: z.string(),
  value: z.string().nullable().describe('Masked where it is secret; null where it is not set'),
  origin: z.string(),
  from: z.string(),
})

const bookEntry = z.looseObject({ name: z.string(), blockchain: z.string(), address: z.string() })

const explained = z.looseObject({
  code: z.string(),
  kind: z.string(),
  meaning: z.string(),
  action: z.string(),
  facts: z.array(z.string()),
})

/** `data` of the commands about settings, accounts, the receiver book, and codes. */
export const setupSchemas = {
  completion: z
    .looseObject({ shell: z.string(), script: z.string().optional() })
    .describe('With --install `file`, the file that was written'),
  __complete: z.array(z.looseObject({ value: z.string(), hint: z.string() })),
  explain: z.union([explained, z.array(explained)]).describe('All codes without one'),
  'wallet default': z.looseObject({ name: z.string().nullable() }),
  'wallet rename': z.looseObject({ name: z.string(), was: z.string() }),
  'wallet export': z.looseObject({ name: z.string(), file: z.string() }),
  'wallet remove': z.looseObject({ name: z.string(), keptAt: z.string().nullable() }),
  'config get': settingRow,
  'config set': settingRow,
  'config unset': settingRow,
  'config edit': z.looseObject({ file: z.string(), changed: z.boolean() }),
  'config path': z.looseObject({ file: z.string() }),
  'book add': bookEntry,
  'book list': z.array(bookEntry),
  'book remove': z.array(bookEntry),
  'config list': z.looseObject({
    settings: z.array(
      z.looseObject({
        key: z.string(),
        value: z.string(),
        origin: z.enum(['flag', 'environment', 'profile', 'file', 'default']),
        from: z.string(),
      }),
    ),
    folders: z.looseObject({ config: z.string(), state: z.string(), cache: z.string() }),
    file: z.string(),
    profile: z.string().nullable(),
    profiles: z.array(z.string()),
  }),
} as const
