import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { ShellBanner } from './ShellBanner.tsx'

const TEXT = '本服务器是副本（恢复的备份或复制的数据文件夹）：邮件、短信、Webhook 和公众号内容暂不发送，正在等待。'
const CONFIRMATION = {
  title: '由本服务器代替原服务器',
  text: '等待中的邮件、短信、Webhook 和公众号内容将立即发送，其中部分可能已由原服务器发送；不需要发送的请先取消。请确认原服务器已停止使用。',
  confirmText: '代替原服务器',
} as const

/**
 * Shows super administrators that the server is a copy, which sends nothing, with a button that makes it the original.
 */
export function CopyBanner() {
  const isSuperAdministrator = isSuper(useAuthority())
  return isSuperAdministrator ? <Banner /> : null
}

function Banner() {
  const confirm = useConfirm()
  // Servers of other vendors lack this call.
  const { data } = useRead('backup.copyState', {}, { quiet: true })
  const write = useWrite('backup.confirmOriginal')
  if (!data?.isCopy) return null
  const replaceOriginal = async (): Promise<void> => {
    if (await confirm(CONFIRMATION)) write.mutate({})
  }
  return <ShellBanner text={TEXT} action={CONFIRMATION.title} busy={write.isPending} onAction={replaceOriginal} />
}
