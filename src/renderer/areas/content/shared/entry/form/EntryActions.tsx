import { Button, makeStyles, Spinner, Tooltip } from '@fluentui/react-components'
import type { KeyboardEvent } from 'react'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { requiresApproval } from '#shared/contract/columnEdit.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { commitInput } from '#renderer/ui/fields/commitInput.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryForm } from './useEntryForm.ts'
import type { SaveAs } from './formState.ts'

// Without nowrap the spinner would wrap the text, and the buttons would jump at every save.
const useStyles = makeStyles({ button: { whiteSpace: 'nowrap', flexShrink: 0 } })

type SaveTarget = Pick<LoadedEntry, 'column' | 'id' | 'isPublished'>

/**
 * Why the account may not save a draft (needs 1101 or 1102) or publish (also needs 1104); null when it may. Saving a
 * published entry as a draft unpublishes it, which needs 1104 too. In a column with a workflow, everyone who may save may
 * request publication.
 */
export function useSaveRefusals({ column, id, isPublished }: SaveTarget): Record<SaveAs, string | null> {
  const who = useAuthority()
  // A single article (单页) has no add permission: even its first save is an edit.
  const isNew = id === 0 && column.menuType !== COLUMN_TYPE.article
  const save = contentRefusal(who, column, isNew ? 'add' : 'edit')
  const publish = save ?? contentRefusal(who, column, 'publish')
  return { draft: isPublished ? publish : save, publish: requiresApproval(column) ? save : publish }
}

interface Props {
  loaded: SaveTarget
  busy: boolean
  submit: (as: SaveAs) => void
}

/** 保存到草稿 and 保存并发布. A disabled button shows why; saving a published entry as a draft needs a confirmation. */
export function SaveButtons({ loaded, busy, submit }: Props) {
  const confirm = useConfirm()
  const refusals = useSaveRefusals(loaded)
  const saveDraft = async (): Promise<void> => {
    if (
      !loaded.isPublished ||
      (await confirm({
        title: '保存到草稿',
        text: '该内容已发布，保存到草稿后将取消发布。',
        confirmText: '保存到草稿',
      }))
    )
      submit('draft')
  }
  return (
    <>
      <SaveButton title="保存到草稿" refusal={refusals.draft} busy={busy} onClick={() => void saveDraft()} />
      <SaveButton title="保存并发布" refusal={refusals.publish} busy={busy} primary onClick={() => submit('publish')} />
    </>
  )
}

interface ButtonProps {
  title: string
  refusal: string | null
  busy: boolean
  primary?: boolean
  onClick: () => void
}

function SaveButton({ title, refusal, busy, primary = false, onClick }: ButtonProps) {
  const styles = useStyles()
  const button = (
    <Button
      className={styles.button}
      appearance={primary ? 'primary' : 'secondary'}
      disabledFocusable={busy || refusal !== null}
      icon={busy && primary ? <Spinner size="extra-tiny" aria-hidden /> : undefined}
      onClick={onClick}
    >
      {title}
    </Button>
  )
  return refusal === null ? (
    button
  ) : (
    <Tooltip content={refusal} relationship="description">
      {button}
    </Tooltip>
  )
}

/**
 * Ctrl+S (⌘S) in a form: saves without changing the publication state.
 * @param isReadOnly true while another user edits the entry; nothing is saved then
 */
export function useSaveKey({ current, submit }: Pick<EntryForm, 'current' | 'submit'>, isReadOnly = false) {
  const toast = useToast()
  const refusals = useSaveRefusals(current)
  return (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (isReadOnly) return
    // React also bubbles key events from dialogs of a field, although they are elsewhere in the DOM.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const as = current.isPublished ? 'publish' : 'draft'
    const refusal = refusals[as]
    if (refusal !== null) return toast.error(refusal)
    if (document.activeElement instanceof HTMLInputElement) commitInput(document.activeElement)
    submit(as)
  }
}
