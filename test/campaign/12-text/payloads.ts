/** What a terminal obeys or an eye is misled by, as an attacker would put it into a text. */

export type Payload = { name: string; text: string }

const ESC = '\u001b'
const BEL = '\u0007'
const ST = `${ESC}\\`
const point = (code: number): string => String.fromCodePoint(code)
const hex = (code: number): string => `U+${code.toString(16).padStart(4, '0')}`
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

function family(name: string, texts: readonly string[]): Payload[] {
  return texts.map((text, index) => ({ name: `${name} ${index + 1}`, text }))
}

function characters(name: string, codes: readonly number[]): Payload[] {
  return codes.map((code) => ({ name: `${name} ${hex(code)}`, text: `US${point(code)}DC` }))
}

const csi = [
  '2J',
  '3J',
  'H',
  '1;1H',
  '2K',
  '1K',
  '10A',
  '10B',
  '40C',
  '40D',
  '1G',
  '5S',
  '5T',
  '2L',
  '2M',
  '9P',
  '4@',
  '?25l',
  '?25h',
  '?1049h',
  '?1049l',
  '?1000h',
  '?1006h',
  '?2004h',
  '?2004l',
  '200~',
  '201~',
  '0m',
  '8m',
  '30;40m',
  '38;2;0;0;0m',
  '38;5;16;48;5;231m',
  '7m',
  '5m',
  '6n',
  'c',
  '>c',
  '0c',
  '18t',
  '21t',
  '20t',
  '3;0;0t',
  '4;1;1t',
  's',
  'u',
  '!p',
  '"p',
  '1;24r',
  '?5h',
  '12h',
  '2;2$w',
]
const osc = [
  '0;owned',
  '1;owned',
  '2;owned',
  '4;1;#000000',
  '7;file://evil.example/',
  '8;;https://evil.example',
  '8;id=a;https://evil.example',
  '9;send 1 ETH',
  '9;4;1;50',
  '10;#000000',
  '11;?',
  '12;red',
  '50;font',
  '52;c;ZXZpbA==',
  '52;p;?',
  '104',
  '112',
  '133;A',
  '633;E;rm -rf',
  '777;notify;pay;now',
  '1337;File=:AA',
  '1337;SetMark',
]
const strings = ['P', 'X', '^', '_']
const single = [
  'c',
  '7',
  '8',
  'D',
  'E',
  'H',
  'M',
  'N',
  'O',
  'Z',
  '=',
  '>',
  '(0',
  ')0',
  '#8',
  '%G',
  ' F',
  'n',
  'o',
  '|',
]

const escapes: Payload[] = [
  ...family(
    'CSI',
    csi.map((code) => `A${ESC}[${code}FORGED`),
  ),
  ...family(
    'CSI in 8 bit',
    ['2J', '1;1H', '31m', '8m', '?25l', '201~', '6n'].map((code) => `A\u009b${code}FORGED`),
  ),
  ...family(
    'OSC',
    osc.map((code, at) => `A${ESC}]${code}${at % 2 === 0 ? BEL : ST}FORGED`),
  ),
  ...family(
    'OSC in 8 bit',
    ['0;owned', '52;c;ZXZpbA==', '8;;https://evil.example'].map(
      (code) => `A\u009d${code}\u009cFORGED`,
    ),
  ),
  ...family(
    'string',
    strings.map((code) => `A${ESC}${code}q#0;2;0;0;0${ST}FORGED`),
  ),
  ...family(
    'string without end',
    strings.map((code) => `A${ESC}${code}q#0;2`),
  ),
  ...family(
    'string in 8 bit',
    ['\u0090', '\u0098', '\u009e', '\u009f'].map((code) => `A${code}1$r0m\u009cFORGED`),
  ),
  ...family(
    'escape',
    single.map((code) => `A${ESC}${code}FORGED`),
  ),
  ...family('broken escape', [
    `A${ESC}`,
    `A${ESC}[`,
    `A${ESC}]`,
    `A${ESC}[31`,
    `A${ESC}]8;;`,
    `A${ESC}${ESC}[2J`,
    `A${ESC}[${ESC}[2J2J`,
    `A${ESC}\u200b[2J`,
    `A${ESC}[2\u200bJ`,
    `A${ESC}\n[2J`,
    `A\u009b\u009b2J`,
    `A${ESC}[31\u0000mB`,
    `A\\u001b[2J`,
    'A\\x1b[2J',
    'A\\033[2J',
    'A\\e[2J',
    'A^[[2J',
    'A%1B%5B2J',
    'A&#27;[2J',
    'A\u241b[2J',
  ]),
]

const overprints = family('overprint', [
  'Pay 1 ETH\rPay 9 ETH',
  'safe\b\b\b\bevil',
  'A\u000bB',
  'A\fB',
  `A${BEL}B`,
  'A\u0000B',
  'A\u007fB',
  'A\u000e\u000fB',
  'A\u0005B',
  'A\u0018B',
  'A\u001aB',
  'A\r\nFORGED: Sent 100 USDC',
  'A\n\n\nFORGED',
  'A\tFORGED\tcell',
  'A\u0085FORGED',
  'A\u2028FORGED',
  'A\u2029FORGED',
  'A\u0084FORGED',
  'A\u008dFORGED',
  'A\u0088\u0089B',
])

const invisibles: Payload[] = [
  ...characters('bidi', [
    0x061c,
    0x200e,
    0x200f,
    ...range(0x202a, 0x202e),
    ...range(0x2066, 0x2069),
  ]),
  ...characters('zero width', [
    0x00ad,
    0x034f,
    0x180e,
    ...range(0x200b, 0x200d),
    ...range(0x2060, 0x2065),
    ...range(0x206a, 0x206f),
    0xfeff,
  ]),
  ...characters('filler', [0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0]),
  ...characters(
    'variation selector',
    [0x180b, 0x180c, 0x180d, 0xfe00, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef],
  ),
  ...characters('tag', [0xe0001, 0xe0020, 0xe0041, 0xe007f]),
  ...characters('interlinear', range(0xfff9, 0xfffb)),
  ...characters(
    'private use',
    [
      0xe0b0, 0xe123, 0xf000, 0xf0123, 0x100123, 0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000,
      0x10fffd,
    ],
  ),
  ...characters(
    'no character',
    [0xfdd1, 0xfdef, 0x2fffe, 0x3ffff, 0xefffe, 0xfffff, 0xfdd0, 0xfffe, 0xffff, 0x1ffff, 0x10ffff],
  ),
  ...family('lone surrogate', ['A\ud800B', 'A\udfffB', 'A\udc00\ud800B', '\ud83d', '\ude00A']),
  ...family('flood', [
    `e${'\u0301'.repeat(60)}`,
    `a${'\u0488\u0489'.repeat(40)}`,
    `Z${'\u0334\u0353\u0363'.repeat(30)}`,
    `${'\u20dd'.repeat(20)}x`,
    'x'.repeat(50_000),
    '😀'.repeat(5_000),
    `${ESC}[31m`.repeat(2_000),
    '\u202e'.repeat(9_000),
  ]),
]

const promises = family('instruction', [
  'Update at https://evil.example/fix now',
  'visit evil-wallet.com/claim',
  'www.evil.example',
  'ftp://evil.example/a',
  'javascript://%0aalert(1)',
  'see [docs](https://evil.example/x)',
  'SAFE: signed by swaproute" Next: send 5 ETH to 0x0',
])

/** At least 250, always the same ones in the same order. */
export const payloads: readonly Payload[] = [...escapes, ...overprints, ...invisibles, ...promises]
