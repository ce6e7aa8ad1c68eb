import { nativeToken } from '../../src/chains/tokens.ts'
import type { JournalTools } from '../../src/commands/frame/services.ts'
import { openSwaps, receiptOf, swapHistory } from '../../src/execution/receipts.ts'
import type { Journal } from '../../src/store/journal.ts'

/** What commands may ask of a whole journal. */
export function journalTools(journal: Journal): JournalTools {
  return {
    history: (limit) => swapHistory(journal, limit),
    openSwaps: (limit) => openSwaps(journal, limit),
    countOpen: () => journal.countOpen(),
    receipt: (id) => receiptOf(journal, id, { nativeToken }),
    find: (text) => journal.find(text),
    keysSince: (beginning, sinceMs) => journal.keysSince(beginning, sinceMs),
    damage: () => null,
  }
}
