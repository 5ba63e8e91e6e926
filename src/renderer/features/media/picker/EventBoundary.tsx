import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * Around dialogs of a field: what is submitted or pressed in them is none of the form's that the field stands in (React
 * passes events of a dialog on to its owner).
 */
export function EventBoundary({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" onSubmit={stop} onKeyDown={stop}>
      {children}
    </div>
  )
}
