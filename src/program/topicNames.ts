/** Topics of `swaproute help`; their texts are in program/help/topics.ts. */
export const topicNames = [
  'commands',
  'flags',
  'assets',
  'amounts',
  'exit-codes',
  'environment',
  'configuration',
  'json',
] as const

export type TopicName = (typeof topicNames)[number]
