import { Button, Spinner, Tooltip } from '@fluentui/react-components'
import { ENTRY_FORM } from '#renderer/text/contentForm.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { SaveAs } from './desk.ts'

interface Props {
  loaded: LoadedEntry
  busy: boolean
  submit: (as: SaveAs) => void
}

/** 保存到草稿 (1101 or 1102) and 保存并发布 (with 1104 beside it); what the account may not do says why. */
export function SaveButtons({ loaded: { column, id }, busy, submit }: Props) {
  const who = useAuthority()
  const save = contentRefusal(who, column, id === 0 ? 'add' : 'edit')
  const publish = save ?? contentRefusal(who, column, 'publish')
  return (
    <>
      <SaveButton title={ENTRY_FORM.saveDraft} refusal={save} busy={busy} onClick={() => submit('draft')} />
      <SaveButton
        title={ENTRY_FORM.savePublish}
        refusal={publish}
        busy={busy}
        primary
        onClick={() => submit('publish')}
      />
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
  const button = (
    <Button
      appearance={primary ? 'primary' : 'secondary'}
      disabledFocusable={busy || refusal !== null}
      icon={busy && primary ? <Spinner size="extra-tiny" /> : undefined}
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
