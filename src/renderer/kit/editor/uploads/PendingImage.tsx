import { Spinner } from '@fluentui/react-components'
import { ImageOffRegular } from '@fluentui/react-icons'
import { useSyncExternalStore } from 'react'
import { useViewStyles } from '../views/viewStyles.ts'
import { onPending, pendingState } from './pending.ts'

/** In the place of a picture that is on its way to the server. */
export function PendingImage({ number }: { number: number }) {
  const styles = useViewStyles()
  const state = useSyncExternalStore(onPending, () => pendingState(number))
  const waits = state?.step === 'waiting'
  return (
    <span className={styles.frame}>
      {waits ? <Spinner size="tiny" /> : <ImageOffRegular className={styles.icon} />}
      <span className={styles.name}>
        {waits ? `正在上传图片 ${state.percent}%` : '图片没有上传成功，请删除后重新粘贴或插入'}
      </span>
    </span>
  )
}
