import { useEffect } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { notify } from '#renderer/data/notices.ts'
import { onEnded } from './store.ts'

/** Failures within this time are told together. */
const TOGETHER_MS = 400

const waiting: UploadTask[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let users = 0
let stop: (() => void) | undefined

/** A·§8: what the server said. The same reason for several files is said once, with their number. */
function say(): void {
  timer = undefined
  const byReason = Map.groupBy(waiting.splice(0), ({ state }) => (state.step === 'failed' ? state.message : ''))
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
      waiting.push(...failed)
      timer ??= setTimeout(say, TOGETHER_MS)
    })
    return () => {
      users -= 1
      if (users > 0) return
      stop?.()
      stop = undefined
    }
  }, [])
}
