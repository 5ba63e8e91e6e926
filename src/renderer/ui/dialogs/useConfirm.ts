import { type Answer, ask } from '#renderer/data/questions.ts'

export interface ConfirmOptions {
  title: string
  text: string
  /** 确定 by default. */
  confirmText?: string
  /** 取消 by default. It only closes the question; for a second action use useChoice. */
  cancelText?: '取消' | '返回' | '返回修改' | '继续编辑'
  /** Red button, for what can't be undone. */
  danger?: boolean
}

interface ChoiceOptions extends ConfirmOptions {
  confirmText: string
  alternativeText: string
}

const choose = ({
  title,
  text,
  confirmText = '确定',
  alternativeText,
  cancelText = '取消',
  danger = false,
}: ConfirmOptions & { alternativeText?: string }): Promise<Answer> =>
  ask({ kind: 'confirm', title, text, confirmText, alternativeText, cancelText, danger })

const confirm = async (options: ConfirmOptions): Promise<boolean> => (await choose(options)) === 'confirm'

const alert = async ({ title, text, confirmText = '确定' }: Pick<ConfirmOptions, 'title' | 'text' | 'confirmText'>) => {
  await ask({ kind: 'alert', title, text, confirmText, cancelText: '', danger: false })
}

/** `await confirm({title, text})`: true when the user agrees. */
export const useConfirm = (): ((options: ConfirmOptions) => Promise<boolean>) => confirm

/** `await choose({title, text, confirmText, alternativeText})`: which of two actions; null for neither. */
export const useChoice = (): ((options: ChoiceOptions) => Promise<Answer>) => choose

/** `await alert({title, text})`: resolves when the user has read it. */
export const useAlert = (): typeof alert => alert
