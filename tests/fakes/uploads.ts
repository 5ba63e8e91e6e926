import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadChanges, UploadState, UploadTarget, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { FakeBridge } from './bridge.ts'

/** An attachment as the server answers it for a file of that name. */
export const anAttachment = (name: string, change: Partial<Attachment> = {}): Attachment => ({
  id: 1,
  oldName: name,
  accessPath: `/files/${name}`,
  extension: name.split('.').at(-1) ?? '',
  size: 1,
  imageWidth: 0,
  imageHeight: 0,
  ...change,
})

/** The host's queue of uploads in a component test: the test says how each goes on, by the file's name. */
export class UploadQueue {
  readonly tasks: UploadTask[] = []
  readonly #host: FakeBridge
  readonly #refused = new Map<string, string>()
  #last = 0
  #auto = false

  /** Answers the host's upload operations from now on. */
  constructor(host: FakeBridge) {
    this.#host = host
    host
      .on('uploads.list', () => ({ tasks: [...this.tasks], totals: this.totals() }))
      .on('uploads.add', ({ grants, target }) => this.#add(grants, target))
      .on('uploads.addPicture', ({ name, target }) => {
        const task = this.#make(`${name}.png`, target)
        this.tasks.push(task)
        this.#tell([task])
        return { tasks: [task] }
      })
      .on('uploads.pause', ({ ids }) => this.#each(ids, { step: 'paused' }))
      .on('uploads.resume', ({ ids }) => this.#each(ids, { step: 'waiting' }))
      .on('uploads.retry', ({ ids }) => this.#each(ids, { step: 'waiting' }))
      .on('uploads.cancel', ({ ids }) => this.#remove((task) => ids.includes(task.id)))
      .on('uploads.clear', () => this.#remove((task) => task.state.step === 'done'))
      .on('uploads.move', ({ id, before }) => this.#move(id, before))
  }

  /** Every file that comes from now on arrives at once. */
  autoFinish(): this {
    this.#auto = true
    return this
  }

  /** The host refuses files of that name when they are added. */
  refuse(name: string, message: string): this {
    this.#refused.set(name, message)
    return this
  }

  /** Puts uploads into the queue as if another page had added them. */
  seed(names: readonly string[], change: Partial<UploadTask> = {}): UploadTask[] {
    const tasks = names.map((name) => ({ ...this.#make(name, { to: 'library', kind: 'file', siteId: 0 }), ...change }))
    this.tasks.push(...tasks)
    this.#tell(tasks)
    return tasks
  }

  find(name: string): UploadTask {
    return requireValue(
      this.tasks.findLast((task) => task.name === name),
      `${name} was added`,
    )
  }

  finish(name: string, change: Partial<Attachment> = {}): void {
    const { target, size } = this.find(name)
    const attachment = target.to === 'template' ? null : anAttachment(name, change)
    this.change(name, { state: { step: 'done', attachment }, sent: size, speed: 0, remaining: null })
  }
  fail(name: string, message: string, retry = true): void {
    this.change(name, { state: { step: 'failed', message, retry }, speed: 0, remaining: null })
  }
  send(name: string, change: Partial<UploadTask>): void {
    this.change(name, { ...change, state: { step: 'sending' } })
  }
  /** Changes one upload and tells the page. */
  change(name: string, change: Partial<UploadTask>): void {
    const at = this.tasks.indexOf(this.find(name))
    const next = { ...this.find(name), ...change }
    this.tasks[at] = next
    this.#tell([next])
  }

  totals(): UploadTotals {
    const open = this.tasks.filter(({ state }) => state.step !== 'done' && state.step !== 'failed')
    const sum = (of: (task: UploadTask) => number): number => open.reduce((all, task) => all + of(task), 0)
    const speed = sum((task) => task.speed)
    return {
      open: open.length,
      active: open.filter(({ state }) => ['hashing', 'sending', 'registering'].includes(state.step)).length,
      failed: this.tasks.filter(({ state }) => state.step === 'failed').length,
      bytes: sum((task) => task.size),
      sent: sum((task) => task.sent),
      speed,
      remaining: speed > 0 ? sum((task) => task.size - task.sent) / speed : null,
    }
  }

  #add(grants: readonly string[], target: UploadTarget) {
    const names = grants.map((grant) => requireValue(this.#host.granted.get(grant), `${grant} was granted`).name)
    const refused = names.flatMap((name) => {
      const message = this.#refused.get(name)
      return message ? [{ name, message }] : []
    })
    const tasks = grants.flatMap((grant) => {
      const { name, size } = requireValue(this.#host.granted.get(grant), `${grant} was granted`)
      return this.#refused.has(name) ? [] : [{ ...this.#make(name, target), size }]
    })
    this.tasks.push(...tasks)
    this.#tell(tasks)
    if (this.#auto) for (const { name } of tasks) this.finish(name)
    return { tasks, refused }
  }

  #make(name: string, target: UploadTarget): UploadTask {
    const state: UploadState = { step: 'waiting' }
    const id = `upload-${(this.#last += 1)}`
    return { id, name, relativePath: name, target, size: 1000, sent: 0, speed: 0, remaining: null, state }
  }

  #each(ids: readonly string[], state: UploadState): null {
    const changed = this.tasks.filter(({ id }) => ids.includes(id)).map((task) => ({ ...task, state, speed: 0 }))
    for (const task of changed) this.tasks[this.tasks.findIndex(({ id }) => id === task.id)] = task
    this.#tell(changed)
    return null
  }

  #remove(gone: (task: UploadTask) => boolean): null {
    const removed = this.tasks.filter(gone).map(({ id }) => id)
    const kept = this.tasks.filter((task) => !gone(task))
    this.tasks.splice(0, this.tasks.length, ...kept)
    this.#tell([], { removed })
    return null
  }

  #move(id: string, before: string): null {
    const [task] = this.tasks.splice(
      this.tasks.findIndex((each) => each.id === id),
      1,
    )
    const at = this.tasks.findIndex((each) => each.id === before)
    this.tasks.splice(at < 0 ? this.tasks.length : at, 0, requireValue(task, `${id} is in the queue`))
    this.#tell([], { order: this.tasks.map((each) => each.id) })
    return null
  }

  #tell(tasks: readonly UploadTask[], change: Partial<UploadChanges> = {}): void {
    const changes = { tasks: [...tasks], removed: [], order: null, totals: this.totals(), ...change }
    this.#host.emit('uploads.changed', changes)
  }
}
