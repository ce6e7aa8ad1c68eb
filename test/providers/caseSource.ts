/**
 * Where the exchanges of a case come from: `recorded` are answers of the live service, as public code
 * or documents hold them; `shaped` ones are written from the vendor's published types.
 */
export type CaseSource = {
  kind: 'recorded' | 'shaped'
  /** Repository and path, or page. */
  from: string
  /** Of the recording, or of the types when they were read: YYYY-MM-DD, or YYYY-MM where no day is known. */
  date: string
}
