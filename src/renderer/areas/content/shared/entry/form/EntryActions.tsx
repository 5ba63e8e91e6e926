import { Button, makeStyles, Spinner, Tooltip } from '@fluentui/react-components'
import type { KeyboardEvent } from 'react'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { asksForApproval } from '#shared/contract/columnEdit.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { commitInput } from '#renderer/ui/fields/commitInput.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryForm } from './useEntryForm.ts'
import type { SaveAs } from './formState.ts'

// Without nowrap the spinner would break the text, and the buttons would jump at every save.
const useStyles = makeStyles({ button: { whiteSpace: 'nowrap', flexShrink: 0 } })

type Saving = Pick<LoadedEntry, 'column' | 'id' | 'isPublished'>

/**
 * Why the account may not save to a draft (1101 or 1102), or publish (1104 beside it); null when it may. As a draft, what
 * is published goes from the site: that needs 1104, too. A column with a workflow lets who may save apply for publication.
 */
export function useSaveRefusals({ column, id, isPublished }: Saving): Record<SaveAs, string | null> {
  const who = useAuthority()
  // A single article (单页) has no right to add: even its first save is an edit.
  const isNew = id === 0 && column.menuType !== COLUMN_TYPE.article
  const save = contentRefusal(who, column, isNew ? 'add' : 'edit')
  const publish = save ?? contentRefusal(who, column, 'publish')
  return { draft: isPublished ? publish : save, publish: asksForApproval(column) ? save : publish }
}

interface Props {
  loaded: Saving
  busy: boolean
  submit: (as: SaveAs) => void
}

/** 保存到草稿 and 保存并发布; what the account may not do says why, and taking something off the site is asked for. */
export function SaveButtons({ loaded, busy, submit }: Props) {
  const confirm = useConfirm()
  const refusals = useSaveRefusals(loaded)
  const saveDraft = async (): Promise<void> => {
    if (
      !loaded.isPublished ||
      (await confirm({
        title: '保存到草稿',
        text: '这条内容已经发布，保存到草稿后会从网站上撤下。确定要保存到草稿吗？',
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
 * Ctrl+S (⌘S) of a form: saves to where the entry is, so that what is published stays so and a draft remains one.
 * @param isReadOnly somebody else edits it: nothing is saved
 */
export function useSaveKey({ current, submit }: Pick<EntryForm, 'current' | 'submit'>, isReadOnly = false) {
  const toast = useToast()
  const refusals = useSaveRefusals(current)
  return (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (isReadOnly) return
    // React also bubbles keys from dialogs that a field has opened, though they are elsewhere in the DOM.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const as = current.isPublished ? 'publish' : 'draft'
    const refusal = refusals[as]
    if (refusal !== null) return toast.error(refusal)
    if (document.activeElement instanceof HTMLInputElement) commitInput(document.activeElement)
    submit(as)
  }
}
