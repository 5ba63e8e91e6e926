import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components'
import { type SyntheticEvent, useState } from 'react'
import { fileNameProblem } from '#shared/domain/fileNames.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useDialogNotices } from '#renderer/ui/dialogs/useDialogNotices.ts'
import { BACKDROP } from '#renderer/ui/dialogs/dialogSizes.ts'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'
import { NAME_LOCK_MS, useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

interface Props {
  title: string
  label: string
  /** The current name, for a rename. */
  value?: string
  /** Saves the trimmed name; the dialog closes when it resolves. */
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** A·§2, A·§5: a dialog for one required name, checked on blur: a new file, a new folder or a rename. */
export function NameDialog({ title, label, value = '', save, onClose }: Props) {
  const [name, setName] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  useFocusReturn()
  useDialogNotices()
  const { busy, run } = useSaveLock(NAME_LOCK_MS)

  const check = (): string | null => {
    const found = fileNameProblem(name.trim())
    setProblem(found)
    return found
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const found = check()
    if (found) return toast.error(found)
    void run(() => save(name.trim())).then(
      (saved) => saved && onClose(),
      (error: unknown) => setProblem(toAppError(error).message),
    )
  }
  // Selects the name without its extension.
  const selectStem = (input: HTMLInputElement): void => {
    const dot = value.lastIndexOf('.')
    input.setSelectionRange(0, dot > 0 ? dot : value.length)
  }

  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface style={{ maxWidth: '440px' }} backdrop={BACKDROP}>
        <form noValidate onSubmit={submit}>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent>
              <Field label={label} required validationMessage={problem}>
                <Input
                  value={name}
                  maxLength={255}
                  autoFocus
                  onFocus={(event) => selectStem(event.target)}
                  onChange={(_event, data) => setName(data.value)}
                  onBlur={check}
                />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>取消</Button>
              <Button type="submit" appearance="primary" disabledFocusable={busy}>
                确定
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}
