import type { KeyboardEvent } from 'react'
import { commitInput } from '#renderer/ui/fields/commitInput.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useSaveRefusals } from './EntryActions.tsx'
import type { EntryForm } from './useEntryForm.ts'

/** Ctrl+S (⌘S) of a form: saves to where the entry is, so that what is published stays so and a draft remains one. */
export function useSaveKey({ current, submit }: Pick<EntryForm, 'current' | 'submit'>) {
  const toast = useToast()
  const refusals = useSaveRefusals(current)
  return (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    // React passes on what is pressed in a dialog that a field has opened over the form.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const as = current.isPublished ? 'publish' : 'draft'
    const refusal = refusals[as]
    if (refusal !== null) return toast.error(refusal)
    if (document.activeElement instanceof HTMLInputElement) commitInput(document.activeElement)
    submit(as)
  }
}
