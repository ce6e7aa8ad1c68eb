import { isVisibleAscii } from '../text.ts'
import { accept, type AddressKind, refuse } from './result.ts'

const maxLength = 128

/** For chains without a rule that two sources confirm: the provider's own check decides. */
export const anyKind: AddressKind = {
  shape: () => 'one word without spaces',
  check: (text) => {
    if (!isVisibleAscii(text) || text.length > maxLength) {
      return refuse(`it is not one word of at most ${maxLength} characters`)
    }
    return accept(text, null, { notes: ['the form of this address could not be checked'] })
  },
}
