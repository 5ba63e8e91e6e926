/** Access to the texts in a mounted editor. */
export interface LiveTexts {
  read(key: string): string | undefined
  write(key: string, text: string): void
  close(key: string): void
}

/**
 * The texts of open files. While an editor is attached it holds them, with its undo history; otherwise they are kept
 * here, so that a hidden page loses nothing.
 */
export class Texts {
  readonly #kept = new Map<string, string>()
  #live: LiveTexts | null = null

  /** @throws when no such text is open: a mistake of the caller. */
  read(key: string): string {
    const text = this.#live?.read(key) ?? this.#kept.get(key)
    if (text === undefined) throw new Error(`no text open as ${key}`)
    return text
  }

  /** Opens a text, or replaces an open one (which can be undone in the editor). */
  write(key: string, text: string): void {
    this.#kept.set(key, text)
    this.#live?.write(key, text)
  }

  close(key: string): void {
    this.#kept.delete(key)
    this.#live?.close(key)
  }

  /** An editor takes over. Answers how to detach it again: its texts come back here. */
  attach(live: LiveTexts): () => void {
    this.#live = live
    return () => {
      for (const key of this.#kept.keys()) {
        const text = live.read(key)
        if (text !== undefined) this.#kept.set(key, text)
      }
      this.#live = null
    }
  }
}
