import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import type { EntryEditor } from '#shared/contract/entryLock.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { EntryLocking } from './useEntryLock.ts'

interface Props {
  lock: EntryLocking
  /** Opens the form anew; what is typed stays as a draft. */
  onReload: () => void
}

const describeEditor = ({ name, since, isOwn }: EntryEditor): string =>
  isOwn
    ? `您从 ${since.slice(5, 16)} 起在另一个窗口编辑这条内容，这里只能查看。`
    : `${name} 从 ${since.slice(5, 16)} 起正在编辑这条内容，现在只能查看。`

const describeTakeOver = ({ name, since }: EntryEditor): string =>
  `${name} 在 ${since.slice(5, 16)} 接管了这条内容的编辑，这里变为只读。您没有保存的内容已存为这台电脑上的草稿，重新打开这条内容即可取回。`

const lockConfirmation = ({ name }: EntryEditor) => ({
  title: '接管编辑',
  text: `${name} 的窗口会变为只读，他没有保存的内容会在他的电脑上存为草稿。确定要接管吗？`,
  confirmText: '接管',
})

/** Above a form that is not to be edited: who has the entry, and how to go on. */
export function LockBar({ lock: { state, takeOver, isTaking }, onReload }: Props) {
  const confirm = useConfirm()
  if (state.kind === 'mine') return null
  if (state.kind === 'stale')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          这条内容在您等待时有了新的版本，请重新打开后再编辑。您没有保存的内容已存为这台电脑上的草稿。
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onReload}>
            重新打开
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  const { editor, kind } = state
  const take = async (): Promise<void> => {
    if (editor.isOwn || (await confirm(lockConfirmation(editor)))) takeOver()
  }
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{kind === 'taken' ? describeTakeOver(editor) : describeEditor(editor)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={isTaking} onClick={() => void take()}>
          {editor.isOwn ? '在这里编辑' : kind === 'taken' ? '接管回来' : '接管'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
