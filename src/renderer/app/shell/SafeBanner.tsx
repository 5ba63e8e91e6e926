import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { ShellBanner } from './ShellBanner.tsx'

const TEXT = '安全模式：本地同步已暂停，上次的窗口和没有保存的内容没有恢复，它们都还在。'

/** Says that the program was started with --safe, and goes on as after a plain start. */
export function SafeBanner() {
  const { data } = useRead('app.info', {}, { quiet: true })
  const mayLose = useMayLose('正常启动', '继续')
  const leave = useWrite('diagnostics.leaveSafe', { success: false, onSuccess: () => location.reload() })
  if (!data?.safe) return null
  const goOn = async (): Promise<void> => {
    if (!(await mayLose(unsavedWork.titles()))) return
    for (const key of unsavedWork.all().keys()) unsavedWork.forget(key)
    leave.mutate({})
  }
  return <ShellBanner text={TEXT} action="正常启动" busy={leave.isPending} onAction={goOn} />
}
