import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'

/** The host tells at once; this is for what it missed while the server was away, and for servers that tell nothing. */
const EVERY_MS = 60_000
const NONE: OutputOf<'siteMail.counts'> = { mail: 0, circulationDocuments: 0, count: 0 }

/** What is not read. */
export function useMailCounts(): OutputOf<'siteMail.counts'> {
  const { data } = useRead('siteMail.counts', {}, { quiet: true, everyMs: EVERY_MS, onFocus: true })
  return data ?? NONE
}
