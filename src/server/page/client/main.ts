import { startQuotes } from './quotes.ts'
import { watchStatus } from './watchStatus.ts'

watchStatus()
startQuotes()
