import { useEffect } from 'react'
import { tellInBackground } from '../jobs/background.ts'
import { percentOf } from '#renderer/features/uploads/text.ts'
import { bytesOf } from './panel.ts'
import { onStagings, stagings } from './staging.ts'
import { onEnded, onUploads, uploadsState } from './store.ts'

/** While uploads run, the window's title says how far they are. */
export function useTitlePercent(): void {
  useEffect(() => {
    const title = document.title
    const show = (): void => {
      const { sent, total } = bytesOf(uploadsState())
      const next = uploadsState().totals.open > 0 ? `${percentOf(sent, total)}% · ${title}` : title
      if (document.title !== next) document.title = next
    }
    const stop = onUploads(show)
    show()
    return () => {
      stop()
      document.title = title
    }
  }, [])
}

/** Tells through the system that all uploads have come to an end while the user looks elsewhere. */
export function useEndNotice(): void {
  useEffect(() => {
    let done = 0
    let failed = 0
    const stopEnded = onEnded((ended) => {
      for (const { state } of ended) {
        if (state.step === 'done') done += 1
        if (state.step === 'failed') failed += 1
      }
      if (uploadsState().totals.open > 0 || done + failed === 0) return
      const parts = [done > 0 && `${done} 个文件已上传`, failed > 0 && `${failed} 个失败`].filter(Boolean)
      void tellInBackground(failed > 0 ? '上传结束' : '上传完成', parts.join('，'))
      done = 0
      failed = 0
    })
    return stopEnded
  }, [])
}

/** Closing the tab asks first while it still hands files to the host: those would be lost. */
export function useStayWhileStaging(): void {
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault()
    const update = (): void => {
      if (stagings().length > 0) window.addEventListener('beforeunload', stay)
      else window.removeEventListener('beforeunload', stay)
    }
    const stop = onStagings(update)
    update()
    return () => {
      stop()
      window.removeEventListener('beforeunload', stay)
    }
  }, [])
}
