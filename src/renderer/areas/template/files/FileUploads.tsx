import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { isEnded } from '#renderer/features/uploads/state.ts'
import { useUploadFact } from '#renderer/features/uploads/hooks.ts'
import type { Uploader } from '#renderer/features/uploads/useUploader.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    flexShrink: 0,
  },
  list: { maxHeight: '122px' },
})

/** What was uploaded in this dialog, as long as it is in the list of uploads. */
export function FileUploads({ uploader: { ids, busy } }: { uploader: Uploader }) {
  const styles = useStyles()
  const ended = useUploadFact(({ tasks }) => ids.filter((id) => isKnownEnded(tasks.get(id))).length)
  if (ids.length === 0 && !busy) return null
  return (
    <section className={styles.root} aria-label="上传">
      <Text weight="semibold" role="status">
        上传 {ended} / {ids.length}
      </Text>
      <UploadList ids={ids} className={styles.list} />
    </section>
  )
}

const isKnownEnded = (task: Parameters<typeof isEnded>[0] | undefined): boolean => task !== undefined && isEnded(task)
