import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * Around the dialogs of a field: stops submit and key events, which React would bubble to the form around the field.
 */
export function EventBoundary({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" onSubmit={stop} onKeyDown={stop}>
      {children}
    </div>
  )
}
