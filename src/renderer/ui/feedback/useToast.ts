import { notify, notifyRefusal } from '#renderer/data/notices.ts'

interface Toasts {
  success(text: string): void
  /** Disappears with the dialog that is now the topmost. */
  error(text: string): void
  warning(text: string): void
  info(text: string): void
}

const toasts: Toasts = {
  success: (text) => notify('success', text),
  error: (text) => notifyRefusal(text),
  warning: (text) => notify('warning', text),
  info: (text) => notify('info', text),
}

/** Short messages in the corner of the window. Failed calls are shown without it (data/errors.ts). */
export const useToast = (): Toasts => toasts
