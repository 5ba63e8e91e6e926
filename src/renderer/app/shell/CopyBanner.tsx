import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { ShellBanner } from './ShellBanner.tsx'

const TEXT = '这个服务器是副本（恢复的备份，或复制的数据文件夹）：不发送邮件、短信、Webhook 和公众号内容，它们在等待。'
const QUESTION = {
  title: '由本服务器代替原服务器',
  text: '等待中的邮件、短信、Webhook 和公众号内容会立即发送，其中有些可能原服务器已经发过；不要发的请先取消。请确认原服务器已经停止使用。',
  confirmText: '代替原服务器',
} as const

/** Tells super administrators that the server is a copy that sends nothing, and lets it take the original's place. */
export function CopyBanner() {
  const isSuperAdministrator = isSuper(useAuthority())
  return isSuperAdministrator ? <Banner /> : null
}

function Banner() {
  const confirm = useConfirm()
  // A server of others has no such call.
  const { data } = useRead('backup.copyState', {}, { quiet: true })
  const write = useWrite('backup.confirmOriginal')
  if (!data?.isCopy) return null
  const replaceOriginal = async (): Promise<void> => {
    if (await confirm(QUESTION)) write.mutate({})
  }
  return <ShellBanner text={TEXT} action={QUESTION.title} busy={write.isPending} onAction={replaceOriginal} />
}
