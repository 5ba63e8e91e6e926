import { useEffect, useRef } from 'react'
import { uploadActions } from './actions.ts'

/** Cancels an upload when its component unmounts: after a dialog has closed nothing would receive the file. */
export function useCancelOnUnmount(sending: string | undefined): void {
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
