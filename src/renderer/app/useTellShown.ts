import { useEffect } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'

let isTold = false

/** Tells the program once that a screen has been drawn; a new version of which none is drawn gives way to the former one. */
export function useTellShown(): void {
  const { mutate } = useWrite('app.shown', { success: false, quiet: true })
  useEffect(() => {
    if (isTold) return
    isTold = true
    mutate({})
  }, [mutate])
}
