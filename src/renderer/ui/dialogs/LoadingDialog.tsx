import type { ComponentProps } from 'react'
import { ErrorState, LoadingState } from '../feedback/States.tsx'
import { PanelDialog } from './PanelDialog.tsx'

interface Props extends Omit<ComponentProps<typeof PanelDialog>, 'children'> {
  error: Error | null | undefined
  onRetry: () => void
  /** What is being loaded. */
  label?: string
}

/** Shown in place of a dialog until its data is loaded; shows the error when loading fails. */
export const LoadingDialog = ({ error, onRetry, label, ...panel }: Props) => (
  <PanelDialog {...panel}>
    {error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState {...(label && { label })} />}
  </PanelDialog>
)
