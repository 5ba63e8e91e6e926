import { Mutex } from '#shared/util/mutex.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { dropFromBrowser, saveInBrowser } from './browserDrafts.ts'
import { notifyDraftRemoved } from './removed.ts'

/** Delay of a write after a change; with the editor's own delay a crash loses at most half a second of typing. */
const AUTOSAVE_MS = 200
/** The pause between writes is at least this multiple of the time that serialising the text takes. */
const PAUSE_FACTOR = 10
const MAX_PAUSE_MS = 3000
/** Timeout after which the host counts as unresponsive. */
const HOST_TIMEOUT_MS = 1500
/** Delay before a failed write is retried. */
const RETRY_MS = 3000

/** The key of a draft on this computer: its form, and the form instance that writes it. */
export interface DraftKey {
  key: string
  writer: string
}

/** Why the host can't store drafts at present, and whether the browser stores them instead. */
export interface AutosaveProblem {
  reason: string
  inBrowser: boolean
}

export interface Autosave {
  /** Schedules a write after a change. */
  onChange: () => void
  /** Writes a pending change now. */
  flush: () => void
  /** Writes the current text now, also without a change. */
  writeNow: () => void
  /** Retries a failed write. */
  retry: () => void
  /** Removes the draft after a save or discard; the next change starts a new one. Resolves after the removal. */
  forget: () => Promise<unknown>
  /** Continues another draft, which is removed once the form's own is written. */
  adopt: (draft: DraftKey) => void
}

interface Options {
  /** Connection and account: no other account gets the draft from the browser. */
  owner: string
  /** Name of the form instance: no other form, here or in another window, overwrites its draft. */
  writer: string
  /** The draft that the form continues; it is removed once the form's own is written. */
  adopted: DraftKey | null
  /** Returns the key of the form; that of a new entry changes with its first save. */
  key: () => string
  /** Returns the draft of the form's current state; null when nothing is unsaved. */
  text: () => string | null
  /** Called on each change; null when all text is stored. */
  onProblem: (trouble: AutosaveProblem | null) => void
}

/** Writes and removes drafts: on this computer, and in the browser while the host can't store them. */
class DraftStore {
  readonly #options: Options
  readonly #adopted: DraftKey[]
  readonly #inBrowser = new Set<string>()
  trouble: AutosaveProblem | null = null
  /** Whether the host has not answered the latest call within HOST_TIMEOUT_MS. */
  isUnanswered = false

  constructor(options: Options) {
    this.#options = options
    this.#adopted = options.adopted ? [options.adopted] : []
  }

  adopt(draft: DraftKey): void {
    this.#adopted.push(draft)
  }

  /**
   * Writes a text, or removes the draft for null.
   * @param newest returns the newest text at the timeout of the host
   */
  async send(key: string, text: string | null, newest: () => string | null): Promise<boolean> {
    const { writer } = this.#options
    const timeout = setTimeout(() => {
      this.isUnanswered = true
      void this.storeInBrowser(key, newest(), '本机的站匠服务没有响应')
    }, HOST_TIMEOUT_MS)
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
      await this.storeInBrowser(key, text, toAppError(error).message)
      return false
    } finally {
      clearTimeout(timeout)
    }
  }

  /** Stores a text in the browser meanwhile, and reports the problem. */
  async storeInBrowser(key: string, text: string | null, reason: string): Promise<void> {
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
    notifyDraftRemoved()
    this.#report(null)
  }

  #report(next: AutosaveProblem | null): void {
    const { trouble } = this
    if (next?.reason === trouble?.reason && next?.inBrowser === trouble?.inBrowser) return
    this.trouble = next
    this.#options.onProblem(next)
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

/** Stores typed text as a draft on this computer; in the browser while the host can't store it. */
export function createAutosave(options: Options): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let pause = AUTOSAVE_MS
  const store = new DraftStore(options)
  // Writes and removals run one after the other, so that an earlier write never ends after a removal.
  const mutex = new Mutex()
  /** The next write; only the newest of several. */
  let queuedWrite: { key: string; text: string | null } | null = null

  const send = async ({ key, text }: { key: string; text: string | null }): Promise<void> => {
    if (await store.send(key, text, () => (queuedWrite ? queuedWrite.text : text))) return
    clearTimeout(retrying)
    retrying = setTimeout(retry, RETRY_MS)
  }
  const write = (): void => {
    const started = performance.now()
    const key = options.key()
    const text = options.text()
    pause = Math.min(MAX_PAUSE_MS, Math.max(AUTOSAVE_MS, PAUSE_FACTOR * (performance.now() - started)))
    // The write before has not been answered yet, so the browser keeps the newest text meanwhile.
    if (store.isUnanswered) void store.storeInBrowser(key, text, '本机的站匠服务没有响应')
    if (queuedWrite?.key === key) {
      queuedWrite.text = text
      return
    }
    const next = { key, text }
    queuedWrite = next
    void mutex.run(() => {
      if (queuedWrite === next) queuedWrite = null
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
    onChange: () => {
      timer ??= setTimeout(flush, pause)
    },
    flush,
    writeNow: keep,
    retry,
    forget: () => {
      stop()
      clearTimeout(retrying)
      // A queued write stays before the removal; text that is typed from now on gets a write of its own after it.
      queuedWrite = null
      const key = options.key()
      return mutex.run(() => store.remove(key)).catch(() => undefined)
    },
    adopt: (draft) => store.adopt(draft),
  }
}
