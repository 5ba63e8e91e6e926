import { createObservable } from '#shared/util/observable.ts'

/** A question or message that is shown to the user. */
export interface Question {
  id: number
  kind: 'confirm' | 'alert'
  title: string
  text: string
  /** Label of the agreeing button. */
  confirmText: string
  cancelText: string
  /** Marks an action that can't be undone. */
  danger: boolean
  answer(agreed: boolean): void
}

let lastId = 0
const queue = createObservable<readonly Question[]>([])

/** Puts a question at the end of the queue; resolves with the user's answer. */
export const ask = (question: Omit<Question, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const entry: Question = {
      ...question,
      id: ++lastId,
      answer: (agreed) => {
        queue.set(queue.get().filter((each) => each !== entry))
        resolve(agreed)
      },
    }
    queue.set([...queue.get(), entry])
  })

export const firstQuestion = (): Question | undefined => queue.get()[0]
export const { subscribe } = queue
