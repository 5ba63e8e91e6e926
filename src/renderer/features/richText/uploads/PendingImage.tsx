import { Button, Spinner } from '@fluentui/react-components'
import { ImageOffRegular } from '@fluentui/react-icons'
import { useSyncExternalStore } from 'react'
import { useViewStyles } from '../views/viewStyles.ts'
import { onPending, pendingState } from './pending.ts'

interface Props {
  number: number
  /** undefined while the text is read-only. */
  onDelete: (() => void) | undefined
}

/** Placeholder of a picture that is being uploaded, or whose upload failed. */
export function PendingImage({ number, onDelete }: Props) {
  const styles = useViewStyles()
  const state = useSyncExternalStore(onPending, () => pendingState(number))
  if (state?.step === 'waiting')
    return (
      <span className={styles.frame}>
        <Spinner size="tiny" aria-hidden />
        <span className={styles.name}>正在上传图片 {state.percent}%</span>
      </span>
    )
  const { message, retry } = state?.step === 'failed' ? state : { message: '请重新粘贴', retry: null }
  return (
    <span className={styles.frame} role="alert">
      <ImageOffRegular className={styles.icon} />
      <span className={styles.name} title={message}>
        图片上传失败，保存时不包含该图片：{message}
      </span>
      {retry && onDelete && (
        <Button size="small" className={styles.button} onClick={retry}>
          重试
        </Button>
      )}
      {onDelete && (
        <Button size="small" className={styles.button} onClick={onDelete}>
          删除
        </Button>
      )}
    </span>
  )
}
