import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import type { AppError } from '#shared/errors/index.ts'
import { pollIntervalAfter } from './pollInterval.ts'

/** A job, polled until it has ended, also in the background, and less often the longer nothing has changed. */
export function useJob(jobId: number): ReturnType<typeof useRead<'job.findById'>> {
  const [everyMs, setEveryMs] = useState(pollIntervalAfter(0))
  const read = useRead('job.findById', { id: jobId }, { quiet: true, everyMs, inBackground: true })
  const { data, error } = read
  const checkedAt = Math.max(read.dataUpdatedAt, read.errorUpdatedAt)
  const [change, setChange] = useState({ data, at: checkedAt })
  // react-query keeps the same object as long as the answer is equal.
  if (change.data !== data || (change.at === 0 && checkedAt > 0)) setChange({ data, at: checkedAt })
  const isOver = Boolean(data?.endDate) || isUnavailable(error)
  const next = isOver ? 0 : pollIntervalAfter(checkedAt - change.at)
  if (next !== everyMs) setEveryMs(next)
  return read
}

/** Whether the job is unknown to the server or belongs to another account, so that polling again would not help. */
export const isUnavailable = (error: AppError | null): boolean =>
  error?.code === 'not-found' || error?.code === 'forbidden'
