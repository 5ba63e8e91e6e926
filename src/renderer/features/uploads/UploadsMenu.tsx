import { Button, CounterBadge, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowUploadRegular } from '@fluentui/react-icons'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { useFailureNotices } from './failures.ts'
import { useUploadFact } from './hooks.ts'
import { bytesOf } from './panel.ts'
import { ProgressRing } from './ProgressRing.tsx'
import { onStagings, type Staging, stagings } from './staging.ts'
import type { UploadsState } from './state.ts'
import { useUploadRefresh } from './useUploadRefresh.ts'
import { notifyInBackground } from '#renderer/data/background.ts'
import { onEnded, onUploads, uploadsState } from './store.ts'
import { percentOf } from './taskProgress.ts'

/** Loaded on first use: its rows and sorting would be a tenth of the code of every first screen. */
const UploadsPanel = lazyComponent(async () => (await import('./UploadsPanel.tsx')).UploadsPanel)

const useStyles = makeStyles({
  // Half of the count badge lies outside the button.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-2px', top: '-2px' },
  failed: { backgroundColor: tokens.colorStatusDangerBackground3 },
})

const open = ({ totals }: UploadsState): number => totals.open
const failed = ({ totals }: UploadsState): number => totals.failed
const percent = (state: UploadsState): number => {
  const { sent, total } = bytesOf(state)
  return percentOf(sent, total)
}

const readingCount = (): number => stagings().reduce((sum, { count }) => sum + count, 0)
/** Progress of the files that this tab reads before it uploads them. */
const readingPercent = (): number => {
  const sum = (pick: (staging: Staging) => number): number => stagings().reduce((all, each) => all + pick(each), 0)
  return percentOf(
    sum(({ loaded }) => loaded),
    sum(({ total }) => total),
  )
}

/** The title bar's button for uploads, with total progress and the number left. Used once, in the shell. */
export function UploadsMenu() {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  const openCount = useUploadFact(open)
  const failedCount = useUploadFact(failed)
  const done = useUploadFact(percent)
  useFailureNotices()
  useUploadRefresh()
  useTitlePercent()
  useEndNotice()
  useLeaveWarning()
  const reading = useSyncExternalStore(onStagings, readingCount)
  const read = useSyncExternalStore(onStagings, readingPercent)
  const facts = [
    reading > 0 && `正在读取 ${reading} 个文件 ${read}%`,
    openCount > 0 && `${openCount} 个未完成`,
    openCount > 0 && `${done}%`,
    failedCount > 0 && `${failedCount} 个失败`,
  ]
  const label = ['上传', ...facts.filter(Boolean)].join('，')
  return (
    <>
      <Button
        className={styles.trigger}
        appearance="subtle"
        aria-label={label}
        title={label}
        icon={
          <>
            {openCount + reading > 0 ? (
              <ProgressRing value={(openCount > 0 ? done : read) / 100} />
            ) : (
              <ArrowUploadRegular />
            )}
            {openCount + failedCount > 0 && (
              <CounterBadge
                className={styles.count}
                size="small"
                color={failedCount > 0 ? 'danger' : 'brand'}
                count={openCount + failedCount}
              />
            )}
          </>
        }
        onClick={() => setShown(true)}
      />
      {shown && <UploadsPanel onClose={() => setShown(false)} />}
    </>
  )
}

/** Shows the progress of running uploads in the window's title. */
function useTitlePercent(): void {
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

/** Shows a system notification when all uploads have ended while the window is in the background. */
function useEndNotice(): void {
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
      void notifyInBackground(failed > 0 ? '上传结束' : '上传完成', parts.join('，'))
      done = 0
      failed = 0
    })
    return stopEnded
  }, [])
}

/** Asks before the tab closes while it still passes files to the host: these would be lost. */
function useLeaveWarning(): void {
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
