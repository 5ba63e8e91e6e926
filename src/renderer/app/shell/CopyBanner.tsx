import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'

const TEXT = '这个服务器是副本（恢复的备份，或复制的数据文件夹）：不发送邮件、短信、Webhook 和公众号内容，它们在等待。'
const QUESTION = {
  title: '由本服务器代替原服务器',
  text: '等待中的邮件、短信、Webhook 和公众号内容会马上发送，其中有些可能原服务器已经发过；不要发的请先取消。请确认原服务器已经停止使用。',
  confirmText: '代替原服务器',
} as const

/** The page below takes what room is left; the bar keeps its own. */
const useStyles = makeStyles({ bar: { flexShrink: 0 } })

/** Tells super administrators that the server is a copy that sends nothing, and lets it take the original's place. */
export function CopyBanner() {
  const isSuperAdministrator = isSuper(useAuthority())
  return isSuperAdministrator ? <Banner /> : null
}

function Banner() {
  const styles = useStyles()
  const confirm = useConfirm()
  // A server of others has no such call.
  const { data } = useRead('backup.copyState', {}, { quiet: true })
  const write = useWrite('backup.confirmOriginal')
  if (!data?.isCopy) return null
  const replaceOriginal = async (): Promise<void> => {
    if (await confirm(QUESTION)) write.mutate({})
  }
  return (
    <MessageBar className={styles.bar} intent="warning" shape="square">
      <MessageBarBody>{TEXT}</MessageBarBody>
      <MessageBarActions>
        <Button disabled={write.isPending} onClick={() => void replaceOriginal()}>
          {QUESTION.title}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
