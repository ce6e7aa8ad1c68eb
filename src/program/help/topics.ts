import type { CatalogEntry } from '../catalog.ts'
import { commonFlags } from '../../commands/inputs/flags.ts'
import { type TopicName, topicNames } from '../topicNames.ts'
import { explainedSettings } from '../../commands/config/explained.ts'
import { exitTexts } from '../../commands/explain/errorNumbers.ts'
import { commandList, flagLines } from './commandHelp.ts'
import { helpWidth, termLines, wrapWords } from './layout.ts'

export function isTopic(text: string): text is TopicName {
  return topicNames.some((name) => name === text)
}

/** Summary of each topic. */
const topicSummaries: Readonly<Record<TopicName, string>> = {
  commands: 'Every command with one line',
  flags: 'Flags that every command takes',
  assets: 'How to write chains, tokens and addresses',
  amounts: 'How to write amounts, slippage and times',
  'exit-codes': 'Exit codes, and what a script may repeat',
  environment: 'Environment variables',
  configuration: 'Where settings come from, and every key',
  json: 'Documents for scripts: --json, --ndjson, schema',
}

/** `swaproute help <topic>`, on at most 72 columns. */
export function topicHelp(
  topic: TopicName,
  catalog: readonly CatalogEntry[],
  screenWidth: number,
): string {
  const width = Math.min(helpWidth, screenWidth)
  return `${topicLines(topic, catalog, width).join('\n')}\n`
}

function topicLines(
  topic: TopicName,
  catalog: readonly CatalogEntry[],
  width: number,
): readonly string[] {
  switch (topic) {
    case 'commands':
      return [
        ...commandList(catalog, width),
        '',
        'Topics',
        ...termLines(Object.entries(topicSummaries), width),
        '',
        'More: swaproute help <command or topic>',
      ]
    case 'flags':
      return ['Flags of every command', '', ...flagLines(commonFlags, width)]
    case 'assets':
      return written(assetText, width)
    case 'amounts':
      return written(amountText, width)
    case 'exit-codes':
      return [
        'Exit codes',
        '',
        ...termLines(
          Object.entries(exitTexts).map(([code, { meaning, action }]): [string, string] => [
            code.padStart(3),
            `${meaning} ${action}`,
          ]),
          width,
        ),
        '',
        ...wrapWords(
          'Repeat a command without checking only after 5. After 7 and 8 money has moved: check `swaproute history` first.',
          width,
        ),
      ]
    case 'environment':
      return environmentLines(width)
    case 'configuration':
      return configurationLines(width)
    case 'json':
      return written(jsonText, width)
  }
}

/** Paragraphs, and rows of a term and its text. */
type Written = readonly (string | readonly (readonly [string, string])[])[]

function written(parts: Written, width: number): string[] {
  return parts.flatMap((part, index) => [
    ...(index === 0 ? [] : ['']),
    ...(typeof part === 'string' ? wrapWords(part, width) : termLines(part, width)),
  ])
}

const assetText: Written = [
  'An asset is <chain>:<token>.',
  [
    ['eth:USDC', 'A symbol of the token list'],
    ['arb:0xaf88…5831', 'The full address of a token'],
    ['42161:native', 'A chain by its number; native is its coin'],
    ['btc', 'A chain alone means its coin'],
  ],
  'Chains have short names (eth, arb, op, bsc, pol, ton, btc, sol), long ones (arbitrum) and numbers. Upper and lower case are the same. `swaproute chains` and `swaproute tokens <query>` list them.',
  'A symbol that is not in the list is refused: give the address of the token. Tokens outside the list are marked "unlisted" on every screen.',
  'Give the source first, then the destination: `swaproute quote 100 eth:USDC to arb:USDC`. The word "to" may be left out; --from and --to do the same.',
]

const amountText: Written = [
  'Amounts are in units of the token, with a point for decimals.',
  [
    ['0.5', 'Half a token'],
    ['1000.25', 'No separators for thousands, no sign, no exponent'],
    ['max', 'The full balance of the account; for a coin, less gas'],
    ['--raw-amount N', 'Base units: 1 USDC is 1000000'],
  ],
  'Other values carry their unit:',
  [
    ['--slippage', '0.5% or 50bps, at most 50%'],
    ['--wait-for', '90s, 10m or 2h'],
    ['--timeout', 'Seconds, 2 to 60'],
    ['--min-receive', 'Units of the destination token'],
    ['--max-fee-usd', 'US dollars'],
  ],
]

const jsonText: Written = [
  'With --json, stdout is one JSON document, for success and failure. There are no questions and no other output.',
  [
    ['schema', 'swaproute/v1; fields are only ever added'],
    ['ok', 'true, or false with `error` in place of `data`'],
    ['data', 'The answer; `swaproute schema <command>` describes it'],
    ['error', 'code, message, hint, retry (same, later, changed, never)'],
    ['warnings', 'A code and a message each'],
    [
      'funds',
      'Where the money is: none_moved, approved_only, sent, delivered, refunding or unknown',
    ],
    ['meta', 'Backend, sandbox, time, version'],
  ],
  'Amounts are strings in token units or, if the name of the field contains Wei, in base units. Times are ISO 8601.',
  'With --ndjson there is one line per event (route, progress, status); the last line is the document of --json. --plain prints tab-separated lines.',
  'The exit code corresponds to `error.code`: `swaproute help exit-codes`. `swaproute explain <code>` explains every code.',
]

function environmentLines(width: number): string[] {
  const own = explainedSettings.flatMap(({ variable, line }): [string, string][] =>
    variable === null ? [] : [[variable, line]],
  )
  return [
    'Environment variables',
    '',
    ...wrapWords(
      'A flag wins over its variable, a variable over the profile and the configuration file.',
      width,
    ),
    '',
    ...termLines(own, width),
    '',
    'Also read',
    ...termLines(
      [
        ['SWAPROUTE_HOME', 'One folder for configuration, journal and cache'],
        ['SWAPROUTE_PROFILE', 'The profile, like --profile'],
        ['NO_COLOR, FORCE_COLOR', 'No colours, or colours also on a pipe'],
        ['CI', 'No questions, no progress'],
        ['HTTPS_PROXY, NO_PROXY', 'Proxies of the network'],
        ['XDG_CONFIG_HOME and others', 'System folders'],
      ],
      width,
    ),
  ]
}

function configurationLines(width: number): string[] {
  return [
    ...wrapWords(
      'A setting comes from its flag, else its environment variable, else the profile, else the configuration file, else its default. `swaproute config path` prints the file, `swaproute config list --origin` shows where each value comes from.',
      width,
    ),
    '',
    ...[
      'swaproute config set account main',
      'swaproute config unset account',
      'swaproute config set account office --profile work',
    ].map((line) => `  ${line}`),
    '',
    'Keys',
    ...termLines(
      explainedSettings.map(({ key, line, fallback }): [string, string] => [
        key,
        `${line} Default: ${fallback}.`,
      ]),
      width,
    ),
  ]
}
