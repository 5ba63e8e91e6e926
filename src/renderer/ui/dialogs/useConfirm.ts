import { ask } from './store.ts'

export interface ConfirmOptions {
  title: string
  text: string
  /** 确定 by default. */
  confirmText?: string
  /** 取消 by default. */
  cancelText?: string
  /** Red button, for what can't be undone. */
  danger?: boolean
}

const confirm = ({ title, text, confirmText = '确定', cancelText = '取消', danger = false }: ConfirmOptions) =>
  ask({ kind: 'confirm', title, text, confirmText, cancelText, danger })

const alert = async ({ title, text, confirmText = '确定' }: Pick<ConfirmOptions, 'title' | 'text' | 'confirmText'>) => {
  await ask({ kind: 'alert', title, text, confirmText, cancelText: '', danger: false })
}

/** `await confirm({title, text})`: true when the user agrees. */
export const useConfirm = (): ((options: ConfirmOptions) => Promise<boolean>) => confirm

/** `await alert({title, text})`: resolves when the user has read it. */
export const useAlert = (): typeof alert => alert
