import { useEffect } from 'react'
import { registerDialog } from '#renderer/data/notices.ts'

/** For dialogs: errors that are shown while the dialog is on top disappear with it. */
export function useDialogNotices(): void {
  useEffect(() => registerDialog(), [])
}
