import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'

/** Poll for changes that the host missed while the server was away, and for servers without events. */
const POLL_MS = 60_000
const NONE: OutputOf<'siteMail.counts'> = { mail: 0, circulationDocuments: 0, count: 0 }

/** The numbers of unread mails and documents. */
export function useMailCounts(): OutputOf<'siteMail.counts'> {
  const { data } = useRead('siteMail.counts', {}, { quiet: true, everyMs: POLL_MS, onFocus: true })
  return data ?? NONE
}
