import { createObservable } from '#shared/util/observable.ts'

/** The user's answer; null for cancel, Esc, or a closed dialog. */
export type Answer = 'confirm' | 'alternative' | null

/** A question or message that is shown to the user. */
export interface Question {
  id: number
  kind: 'confirm' | 'alert'
  title: string
  text: string
  /** Label of the agreeing button. */
  confirmText: string
  /** Label of a second choice; absent: only one choice. */
  alternativeText?: string | undefined
  cancelText: string
  /** Marks an action that can't be undone. */
  danger: boolean
  /** A text that is shown selected, for copying by hand. */
  toCopy?: string | undefined
  answer(answer: Answer): void
}

let lastId = 0
const queue = createObservable<readonly Question[]>([])

/** Puts a question at the end of the queue; resolves with the user's answer. */
export const ask = (question: Omit<Question, 'id' | 'answer'>): Promise<Answer> =>
  new Promise((resolve) => {
    const entry: Question = {
      ...question,
      id: ++lastId,
      answer: (answer) => {
        queue.set(queue.get().filter((each) => each !== entry))
        resolve(answer)
      },
    }
    queue.set([...queue.get(), entry])
  })

export const firstQuestion = (): Question | undefined => queue.get()[0]
export const { subscribe } = queue
