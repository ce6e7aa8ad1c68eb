/** What the server needs for its page: the program's own, or as little as possible. */
import { createAssets } from '../../src/app/assets.ts'
import { createStatusReader, readPageFiles } from '../../src/app/page.ts'
import { createChainTable } from '../../src/chains/chainSettings.ts'
import { createTokenList } from '../../src/chains/tokens.ts'
import type { PageSource } from '../../src/server/page/page.ts'

/** For tests that look at the calls alone. */
export const noPage: PageSource = {
  style: '',
  script: '',
  status: () => Promise.reject(new Error('the test did not expect a visitor of the page')),
}

/** The page of the build, with the tables of the program. */
export async function builtPage(now: () => number): Promise<PageSource> {
  const assets = createAssets(createChainTable({}, { sandbox: false }), createTokenList([]))
  return { ...(await readPageFiles()), status: createStatusReader({ assets, repeated: '', now }) }
}
