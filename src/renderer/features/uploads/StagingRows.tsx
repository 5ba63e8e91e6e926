import { Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import { useSyncExternalStore } from 'react'
import { formatBytes } from '#shared/util/bytes.ts'
import { onStagings, stagings } from './staging.ts'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  main: { flex: '1 1 auto', display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
})

/** Files that this browser tab is still sending to the host; the tab must stay open meanwhile. */
export function StagingRows() {
  const styles = useStyles()
  const batches = useSyncExternalStore(onStagings, stagings)
  return batches.map(({ id, count, loaded, total, cancel }) => (
    <div key={id} className={styles.row} role="group" aria-label="正在读取文件">
      <div className={styles.main}>
        <Text>{`正在读取 ${count} 个文件，请勿关闭本页`}</Text>
        <ProgressBar aria-label={`读取 ${count} 个文件`} value={total > 0 ? Math.min(loaded / total, 1) : 0} />
        <Text size={200} className={styles.muted}>
          {formatBytes(loaded)} / {formatBytes(total)}
        </Text>
      </div>
      <Button size="small" appearance="subtle" icon={<DismissRegular />} aria-label="停止读取" onClick={cancel} />
    </div>
  ))
}
