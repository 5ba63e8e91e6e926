import { useEffect } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { notify } from '#renderer/data/notices.ts'
import { onEnded } from './store.ts'

/** Failures within this time are reported together. */
const GROUPING_MS = 400

const pending: UploadTask[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let users = 0
let stop: (() => void) | undefined

/** A·§8: shows the server's reasons. A reason for several files is shown once, with their number. */
function reportFailures(): void {
  timer = undefined
  const byReason = Map.groupBy(pending.splice(0), ({ state }) => (state.step === 'failed' ? state.message : ''))
  for (const [message, tasks] of byReason) {
    notify('error', tasks.length === 1 ? message : `${message}（“${tasks[0]?.name}”等 ${tasks.length} 个文件）`)
  }
}

/** Shows each failed upload once, even if several components use this. */
export function useFailureNotices(): void {
  useEffect(() => {
    users += 1
    stop ??= onEnded((ended) => {
      const failed = ended.filter(({ state }) => state.step === 'failed')
      if (failed.length === 0) return
      pending.push(...failed)
      timer ??= setTimeout(reportFailures, GROUPING_MS)
    })
    return () => {
      users -= 1
      if (users > 0) return
      stop?.()
      stop = undefined
    }
  }, [])
}
