import { useEffect, useRef } from 'react'
import { uploadActions } from './actions.ts'

/** Ends an upload with the component that it is for: after a dialog has closed nobody would take the file. */
export function useCancelAtEnd(sending: string | undefined): void {
  const open = useRef(sending)
  useEffect(() => {
    open.current = sending
  })
  useEffect(
    () => () => {
      if (open.current) uploadActions.cancel([open.current])
    },
    [],
  )
}
