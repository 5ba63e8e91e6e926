import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import type { AppError } from '#shared/errors/index.ts'

const LOOK_MS = 600

/** How far a job is; looks again until it has ended, also while the window is not seen. */
export function useJob(jobId: number): ReturnType<typeof useRead<'job.findById'>> {
  const [over, setOver] = useState(false)
  const look = { quiet: true, everyMs: over ? 0 : LOOK_MS, inBackground: true }
  const read = useRead('job.findById', { id: jobId }, look)
  const isOver = Boolean(read.data?.endDate) || isGone(read.error)
  if (isOver !== over) setOver(isOver)
  return read
}

/** Forgotten by the server, or another account's: looking again would not help. */
export const isGone = (error: AppError | null): boolean => error?.code === 'not-found' || error?.code === 'forbidden'
