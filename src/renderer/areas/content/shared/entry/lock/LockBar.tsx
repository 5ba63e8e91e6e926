import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { LOCK } from '#renderer/areas/content/shared/entry/text.ts'
import type { EntryLocking } from './useEntryLock.ts'

interface Props {
  lock: EntryLocking
  /** Opens the form anew; what is typed stays as a draft. */
  onReload: () => void
}

/** Above a form that is not to be edited: who has the entry, and how to go on. */
export function LockBar({ lock: { state, takeOver, isTaking }, onReload }: Props) {
  const confirm = useConfirm()
  if (state.kind === 'mine') return null
  if (state.kind === 'stale')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{LOCK.stale}</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onReload}>
            {LOCK.reload}
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  const { editor, kind } = state
  const take = async (): Promise<void> => {
    if (editor.isOwn || (await confirm(LOCK.question(editor)))) takeOver()
  }
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{kind === 'taken' ? LOCK.taken(editor) : LOCK.other(editor)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={isTaking} onClick={() => void take()}>
          {editor.isOwn ? LOCK.here : kind === 'taken' ? LOCK.takeBack : LOCK.take}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
