import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import type { EntryEditor } from '#shared/contract/entryLock.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { EntryLocking } from './useEntryLock.ts'

interface Props {
  lock: EntryLocking
  /** Reloads the form; unsaved changes stay as a draft. */
  onReload: () => void
}

const describeEditor = ({ name, since, isOwn }: EntryEditor): string =>
  isOwn
    ? `您自 ${since.slice(5, 16)} 起正在另一窗口编辑该内容，当前窗口只能查看。`
    : `${name} 自 ${since.slice(5, 16)} 起正在编辑该内容，目前只能查看。`

const describeTakeOver = ({ name, since }: EntryEditor): string =>
  `${name} 于 ${since.slice(5, 16)} 接管了该内容的编辑，当前窗口已变为只读。未保存的内容已暂存在本机，重新打开该内容即可恢复。`

const lockConfirmation = ({ name }: EntryEditor) => ({
  title: '接管编辑',
  text: `接管后，${name} 的窗口变为只读，其未保存的内容会暂存在对方的电脑上。`,
  confirmText: '接管',
})

/** Shown above a read-only form: who is editing the entry, with a button to take over or reload. */
export function LockBar({ lock: { state, claimLock, isClaiming }, onReload }: Props) {
  const confirm = useConfirm()
  if (state.kind === 'mine') return null
  if (state.kind === 'stale')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>等待期间该内容已有新版本，请重新打开后再编辑。未保存的内容已暂存在本机。</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onReload}>
            重新打开
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  const { editor, kind } = state
  const confirmTakeOver = async (): Promise<void> => {
    if (editor.isOwn || (await confirm(lockConfirmation(editor)))) claimLock()
  }
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{kind === 'taken' ? describeTakeOver(editor) : describeEditor(editor)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={isClaiming} onClick={() => void confirmTakeOver()}>
          {editor.isOwn ? '在当前窗口编辑' : kind === 'taken' ? '重新接管' : '接管'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
