import { Mutex } from '#shared/util/mutex.ts'
import { call } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { dropFromBrowser, saveInBrowser } from './browserDrafts.ts'
import { tellRemoved } from './removed.ts'

/** ms from a change until it is written; with the editor's own pause a crash loses at most half a second of typing. */
const AUTOSAVE_MS = 200
/** A text that takes long to write out is written less often: so many times as long apart as it takes. */
const SPARE = 10
const LONGEST_MS = 3000
/** ms after which the host counts as not answering. */
const HOST_PATIENCE_MS = 1500
/** ms after which what could not be kept is tried again. */
const RETRY_MS = 3000

/** The key of a draft on this computer: its form, and the form instance that writes it. */
export interface DraftKey {
  key: string
  writer: string
}

/** Why the host does not store drafts at the moment, and whether the browser does instead. */
export interface AutosaveTrouble {
  reason: string
  inBrowser: boolean
}

export interface Autosave {
  /** Something was typed. */
  changed: () => void
  /** Writes at once what is not written yet. */
  flush: () => void
  /** Writes at once what is typed, also when nothing changed since. */
  keep: () => void
  /** Writes again what could not be kept. */
  retry: () => void
  /** The form was saved or given up: nothing of it is kept, until the next change. Resolves once it is gone. */
  forget: () => Promise<unknown>
  /** The form goes on with this draft, too: it goes once its own is written. */
  adopt: (place: DraftKey) => void
}

interface Options {
  /** Connection and account: in the browser too nobody else gets it. */
  owner: string
  /** The form's own name: no other form, here or in another window, writes over its draft. */
  writer: string
  /** The draft that the form goes on with; it goes once its own is written. */
  adopted: DraftKey | null
  /** Names the form now; a new entry's changes once it is saved. */
  key: () => string
  /** What is kept of the form as it stands; null: nothing is unsaved. */
  text: () => string | null
  /** Told whenever it changes; null: all is kept. */
  onTrouble: (trouble: AutosaveTrouble | null) => void
}

/** Puts and removes drafts: on this computer, and in the browser while the host does not take them. */
class DraftStore {
  readonly #options: Options
  readonly #adopted: DraftKey[]
  readonly #inBrowser = new Set<string>()
  trouble: AutosaveTrouble | null = null
  /** The host has not answered the latest call within HOST_PATIENCE_MS. */
  isUnanswered = false

  constructor(options: Options) {
    this.#options = options
    this.#adopted = options.adopted ? [options.adopted] : []
  }

  adopt(draft: DraftKey): void {
    this.#adopted.push(draft)
  }

  /**
   * Puts a text, or removes the draft for null; answers whether the host took it.
   * @param newest what is typed by the time that the host turns out not to answer
   */
  async send(key: string, text: string | null, newest: () => string | null): Promise<boolean> {
    const { writer } = this.#options
    const patience = setTimeout(() => {
      this.isUnanswered = true
      void this.keepAside(key, newest(), '本机的站匠服务没有响应')
    }, HOST_PATIENCE_MS)
    try {
      if (text === null) await call('localDrafts.remove', { key, writer })
      else await call('localDrafts.put', { key, writer, text })
      await this.#removeAdopted()
      this.isUnanswered = false
      await this.#removeFromBrowser(key)
      this.#report(null)
      return true
    } catch (error) {
      this.isUnanswered = false
      await this.keepAside(key, text, asAppError(error).message)
      return false
    } finally {
      clearTimeout(patience)
    }
  }

  /** Puts a text into the browser meanwhile, and reports it. */
  async keepAside(key: string, text: string | null, reason: string): Promise<void> {
    if (text === null) return
    const { owner, writer } = this.#options
    this.#inBrowser.add(key)
    await saveInBrowser({ owner, key, writer, text }).then(
      () => this.#report({ reason, inBrowser: true }),
      () => this.#report({ reason, inBrowser: false }),
    )
  }

  async remove(key: string): Promise<void> {
    await this.#removeFromBrowser(key)
    await call('localDrafts.remove', { key, writer: this.#options.writer })
    await this.#removeAdopted()
    tellRemoved()
    this.#report(null)
  }

  #report(next: AutosaveTrouble | null): void {
    const { trouble } = this
    if (next?.reason === trouble?.reason && next?.inBrowser === trouble?.inBrowser) return
    this.trouble = next
    this.#options.onTrouble(next)
  }

  async #removeAdopted(): Promise<void> {
    for (let [draft] = this.#adopted; draft; [draft] = this.#adopted) {
      await call('localDrafts.remove', draft)
      this.#adopted.shift()
    }
  }

  async #removeFromBrowser(key: string): Promise<void> {
    if (!this.#inBrowser.delete(key)) return
    const { owner, writer } = this.#options
    await dropFromBrowser({ owner, key, writer })
  }
}

/** Stores typed text as a draft on this computer; in the browser while the host does not take it. */
export function createAutosave(options: Options): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let pause = AUTOSAVE_MS
  const store = new DraftStore(options)
  // Writes and removals run one after the other: a removal is never overtaken by an earlier write.
  const mutex = new Mutex()
  /** What is written next; of several only the newest. */
  let waiting: { key: string; text: string | null } | null = null

  const send = async ({ key, text }: { key: string; text: string | null }): Promise<void> => {
    if (await store.send(key, text, () => (waiting ? waiting.text : text))) return
    clearTimeout(retrying)
    retrying = setTimeout(retry, RETRY_MS)
  }
  const write = (): void => {
    const started = performance.now()
    const key = options.key()
    const text = options.text()
    pause = Math.min(LONGEST_MS, Math.max(AUTOSAVE_MS, SPARE * (performance.now() - started)))
    // The write before has not been answered yet, so the browser keeps the newest text meanwhile.
    if (store.isUnanswered) void store.keepAside(key, text, '本机的站匠服务没有响应')
    if (waiting?.key === key) {
      waiting.text = text
      return
    }
    const next = { key, text }
    waiting = next
    void mutex.run(() => {
      if (waiting === next) waiting = null
      return send(next)
    })
  }
  const stop = (): boolean => {
    const isWaiting = timer !== undefined
    clearTimeout(timer)
    timer = undefined
    return isWaiting
  }
  const flush = (): void => {
    if (stop()) write()
  }
  const keep = (): void => {
    stop()
    write()
  }
  const retry = (): void => {
    if (store.trouble) keep()
  }
  return {
    changed: () => {
      timer ??= setTimeout(flush, pause)
    },
    flush,
    keep,
    retry,
    forget: () => {
      stop()
      clearTimeout(retrying)
      // A queued write stays before the removal; text that is typed from now on gets a write of its own after it.
      waiting = null
      const key = options.key()
      return mutex.run(() => store.remove(key)).catch(() => undefined)
    },
    adopt: (draft) => store.adopt(draft),
  }
}
