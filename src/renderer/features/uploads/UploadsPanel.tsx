import { Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components'
import {
  ArrowClockwiseRegular,
  ArrowUploadRegular,
  DeleteRegular,
  PauseRegular,
  PlayRegular,
} from '@fluentui/react-icons'
import { useSyncExternalStore } from 'react'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { AllowNotices } from '../jobs/AllowNotices.tsx'
import { uploadActions } from './actions.ts'
import { useUploadList, useUploadTotals } from './hooks.ts'
import { bytesOf, countsOf, idsIn, panelOrder } from './panel.ts'
import { onStagings, stagings } from './staging.ts'
import { StagingRows } from './StagingRows.tsx'
import { SortableUploads } from './SortableUploads.tsx'
import { uploadsState } from './store.ts'
import { paceText, percentOf } from './taskProgress.ts'

const useStyles = makeStyles({
  sum: { display: 'grid', gap: tokens.spacingVerticalS },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM, flexWrap: 'wrap' },
  muted: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
})

/** All uploads of this account: total progress, and actions for all and for each. */
export function UploadsPanel({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const ids = useUploadList(panelOrder)
  const reading = useSyncExternalStore(onStagings, () => stagings().length > 0)
  return (
    <DetailDrawer title="上传" onClose={onClose}>
      <StagingRows />
      {ids.length === 0 && reading ? null : ids.length === 0 ? (
        <EmptyState
          icon={ArrowUploadRegular}
          title="没有上传任务"
          text="上传的文件会显示在此处。关闭窗口时未完成的上传，会在下次启动后自动继续。"
        />
      ) : (
        <>
          <div className={styles.sum}>
            <Summary />
          </div>
          <SortableUploads ids={ids} />
        </>
      )}
      <AllowNotices />
    </DetailDrawer>
  )
}

function Summary() {
  const styles = useStyles()
  const totals = useUploadTotals()
  const counts = countsOf(uploadsState())
  const { sent, total } = bytesOf(uploadsState())
  const act = (steps: Parameters<typeof idsIn>[1], run: (ids: readonly string[]) => void) => (): void =>
    run(idsIn(uploadsState(), steps))
  const parts = [`已完成 ${counts.done} / ${counts.all}`, counts.failed > 0 && `失败 ${counts.failed}`]
  return (
    <>
      <div className={styles.line}>
        <Text weight="semibold">{parts.filter(Boolean).join('，')}</Text>
        <Text className={styles.muted}>
          {totals.open > 0 && [`${percentOf(sent, total)}%`, paceText(totals)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {totals.open > 0 && <ProgressBar thickness="large" aria-label="全部上传" value={total > 0 ? sent / total : 0} />}
      <div className={styles.buttons}>
        <Button
          size="small"
          icon={<PauseRegular />}
          disabledFocusable={counts.moving === 0}
          onClick={act(['waiting', 'hashing', 'sending', 'registering', 'held'], uploadActions.pause)}
        >
          全部暂停
        </Button>
        <Button
          size="small"
          icon={<PlayRegular />}
          disabledFocusable={counts.paused === 0}
          onClick={act(['paused'], uploadActions.resume)}
        >
          全部继续
        </Button>
        <Button
          size="small"
          icon={<ArrowClockwiseRegular />}
          disabledFocusable={counts.failed === 0}
          onClick={() => uploadActions.retry(retryableIds())}
        >
          重试失败项
        </Button>
        <Button
          size="small"
          icon={<DeleteRegular />}
          disabledFocusable={counts.done === 0}
          onClick={uploadActions.clear}
        >
          清除已完成
        </Button>
      </div>
    </>
  )
}

/** Ids of the failed uploads that may be retried. */
const retryableIds = (): string[] =>
  idsIn(uploadsState(), ['failed']).filter((id) => {
    const state = uploadsState().tasks.get(id)?.state
    return state?.step === 'failed' && state.retry
  })
