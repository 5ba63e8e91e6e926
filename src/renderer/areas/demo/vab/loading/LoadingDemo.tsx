import { Button, makeStyles, ProgressBar, Skeleton, SkeletonItem, Spinner, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { saved } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXL },
  bar: { width: '200px' },
  line: { height: '16px', marginBlockEnd: tokens.spacingVerticalS },
  start: { alignSelf: 'start' },
})

/** 等待时显示的样子。 */
export function LoadingDemo() {
  const styles = useStyles()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await saved()
    setBusy(false)
    toast.success('保存成功（示例）')
  }
  return (
    <DemoPage title="加载" text="等待时显示的样子。">
      <LoadingState />
      <div className={styles.row}>
        <Spinner label="正在生成静态页面" size="small" />
        <ProgressBar value={0.6} aria-label="进度" className={styles.bar} />
      </div>
      <Skeleton aria-label="正在加载">
        <SkeletonItem className={styles.line} />
        <SkeletonItem className={styles.line} />
      </Skeleton>
      <Button className={styles.start} disabledFocusable={busy} onClick={() => void run()}>
        {busy ? '请稍等…' : '保存（等两秒）'}
      </Button>
    </DemoPage>
  )
}
