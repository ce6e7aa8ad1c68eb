import type { ProviderContext } from '../providers/types.ts'

type HttpClient = ProviderContext['http']

/** The client of one provider, and whether everything it waits for was silent lately. */
export function watched(http: HttpClient): { http: HttpClient; asksOnlySilent: () => boolean } {
  const open: string[] = []
  return {
    http: {
      ...http,
      async send(request) {
        open.push(request.url)
        try {
          return await http.send(request)
        } finally {
          open.splice(open.indexOf(request.url), 1)
        }
      },
    },
    asksOnlySilent: () => open.length > 0 && open.every((url) => http.isSilent?.(url) === true),
  }
}
