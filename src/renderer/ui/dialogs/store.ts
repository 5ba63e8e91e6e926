/** A question or message that waits for the user. */
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
let queue: readonly Question[] = []
const listeners = new Set<() => void>()
const publish = (next: readonly Question[]): void => {
  queue = next
  for (const listener of listeners) listener()
}

/** Puts a question at the end of the queue; resolves with the user's answer. */
export const ask = (question: Omit<Question, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const entry: Question = {
      ...question,
      id: ++lastId,
      answer: (agreed) => {
        publish(queue.filter((each) => each !== entry))
        resolve(agreed)
      },
    }
    publish([...queue, entry])
  })

export const firstQuestion = (): Question | undefined => queue[0]
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
