import { Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular, DismissRegular, ErrorCircleRegular } from '@fluentui/react-icons'
import { isSettled, type Upload } from './uploads.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    maxHeight: '168px',
    overflow: 'auto',
    flexShrink: 0,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
  },
  state: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
})

/** The uploads of this dialog: what is on its way, what arrived, and what failed and why. */
export function UploadList({ uploads, onClear }: { uploads: readonly Upload[]; onClear: () => void }) {
  const styles = useStyles()
  if (uploads.length === 0) return null
  const done = uploads.filter((each) => each.state === 'done').length
  return (
    <section className={styles.root} aria-label="上传">
      <div className={styles.head}>
        <Text weight="semibold" role="status">
          上传 {done} / {uploads.length}
        </Text>
        {isSettled(uploads) && (
          <Button
            size="small"
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label="清除上传记录"
            onClick={onClear}
          />
        )}
      </div>
      {uploads.map((each) => (
        <div key={each.id} className={styles.row}>
          <Text truncate wrap={false} title={each.name}>
            {each.name}
          </Text>
          <State upload={each} />
        </div>
      ))}
    </section>
  )
}

function State({ upload }: { upload: Upload }) {
  const styles = useStyles()
  switch (upload.state) {
    case 'waiting':
      return <Text>等待中</Text>
    case 'reading':
      return <ProgressBar value={upload.progress} aria-label={`读取 ${upload.name}`} />
    case 'sending':
      return <ProgressBar aria-label={`上传 ${upload.name}`} />
    case 'done':
      return (
        <span className={styles.state}>
          <CheckmarkCircleRegular className={styles.done} />
          已上传
        </span>
      )
    case 'failed':
      return (
        <span className={styles.state} title={upload.message}>
          <ErrorCircleRegular className={styles.failed} />
          <Text truncate wrap={false}>
            {upload.message}
          </Text>
        </span>
      )
  }
}
