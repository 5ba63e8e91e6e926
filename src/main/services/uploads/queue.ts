import type { UploadRecord } from './record.ts'
import type { UploadStore } from './store.ts'
import { type Task, taskOf } from './task.ts'

/** Finished ones that stay listed. */
const MOST_DONE = 500
/** Many leave at once, so that a long queue is not gone through for each. */
const SLACK = 100

/** All uploads in the user's order, in memory and on disk. */
export class Queue {
  readonly #store: UploadStore
  readonly #tasks: Map<string, Task>
  readonly #done: string[] = []
  #order: string[]

  /** Takes up what the store kept. */
  constructor(store: UploadStore) {
    this.#store = store
    this.#tasks = new Map(store.all().map((record) => [record.id, taskOf(record)]))
    this.#order = [...this.#tasks.keys()]
  }

  get ids(): readonly string[] {
    return this.#order
  }

  get(id: string): Task | undefined {
    return this.#tasks.get(id)
  }

  /** Those of the ids that are there. */
  some(ids: readonly string[]): Task[] {
    return ids.flatMap((id) => this.#tasks.get(id) ?? [])
  }

  all(): Task[] {
    return this.some(this.#order)
  }

  add(records: readonly UploadRecord[]): Task[] {
    this.#store.add(records)
    const added = records.map(taskOf)
    for (const task of added) this.#tasks.set(task.record.id, task)
    this.#order.push(...added.map(({ record }) => record.id))
    return added
  }

  save(task: Task, change: Partial<UploadRecord>): void {
    const record = { ...task.record, ...change }
    if (this.#tasks.has(record.id) && task.state.step !== 'done') this.#store.save(record)
    task.record = record
  }

  /** It needs no place on disk any more. Answers those that are too many now: they are to be dropped. */
  finish({ record }: Task): string[] {
    this.#store.remove([record.id])
    this.#done.push(record.id)
    return this.#done.length > MOST_DONE + SLACK ? this.#done.splice(0, SLACK) : []
  }

  drop(ids: readonly string[]): void {
    const gone = new Set(ids)
    this.#store.remove(ids)
    for (const id of ids) this.#tasks.delete(id)
    this.#order = this.#order.filter((id) => !gone.has(id))
    this.#done.splice(0, Infinity, ...this.#done.filter((id) => !gone.has(id)))
  }

  /** Answers whether the order is another one now; to the end with an unknown `before`. */
  move(id: string, before: string): boolean {
    if (!this.#tasks.has(id) || id === before) return false
    const rest = this.#order.filter((each) => each !== id)
    const at = rest.indexOf(before)
    rest.splice(at < 0 ? rest.length : at, 0, id)
    this.#store.reorder(rest)
    this.#order = rest
    return true
  }
}
