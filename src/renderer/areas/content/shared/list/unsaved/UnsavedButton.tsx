import { Button } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { UNSAVED } from '#renderer/areas/content/text.ts'
import { type UnsavedForm, useUnsavedForms } from './unsavedForms.ts'

interface Props {
  classId: number
  /** A dialog is open over the list. */
  isBusy: boolean
  onOpen: (forms: readonly UnsavedForm[]) => void
}

/** Leads to what was typed into forms of the column and not saved; not there when there is nothing. */
export function UnsavedButton({ classId, isBusy, onOpen }: Props) {
  const forms = useUnsavedForms(classId, isBusy)
  if (forms.length === 0) return null
  return (
    <Button icon={<HistoryRegular />} onClick={() => onOpen(forms)}>
      {UNSAVED.button(forms.length)}
    </Button>
  )
}
