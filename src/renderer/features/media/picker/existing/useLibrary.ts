import { useCallback, useState } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { DateRangeValue } from '#renderer/ui/fields/dates.ts'
import { type Paging, usePaging } from '#renderer/ui/table/usePaging.ts'

/** B·§9. */
const PICKER_SIZE = 24

export interface Library {
  paging: Paging
  dates: DateRangeValue
  setDates: (dates: DateRangeValue) => void
  items: readonly LibraryItem[] | undefined
  total: number
  error: unknown
  /** Whether the items are those of the previous page. */
  stale: boolean
  /** Whether a filter is set. */
  filtered: boolean
  refetch: () => void
}

/** The files of one kind in the library, page by page. */
export function useLibrary(kind: UploadKind): Library {
  const paging = usePaging(PICKER_SIZE)
  const [dates, setDates] = useState<DateRangeValue>({ start: '', end: '' })
  const { setPage } = paging
  const read = useRead(
    'attachment.page',
    { ...paging.input, materialType: kind, startTime: dates.start, endTime: dates.end },
    { quiet: true, keepPrevious: true },
  )
  return {
    paging,
    dates,
    setDates: useCallback(
      (next: DateRangeValue) => {
        setDates(next)
        setPage(1)
      },
      [setPage],
    ),
    items: read.data?.content,
    total: read.data?.totalElements ?? 0,
    error: read.error,
    stale: read.isPlaceholderData,
    filtered: paging.input.key !== '' || dates.start !== '' || dates.end !== '',
    refetch: () => void read.refetch(),
  }
}
