/** Access to the texts in a mounted editor. */
export interface LiveTexts {
  read(key: string): string | undefined
  write(key: string, text: string): void
  close(key: string): void
}

/**
 * The texts of open files. An attached editor has the current texts with their undo history; otherwise this object keeps
 * them, so that a hidden page loses nothing.
 */
export class Texts {
  readonly #texts = new Map<string, string>()
  #live: LiveTexts | null = null

  /** @throws when no text is open under the key: a mistake of the caller. */
  read(key: string): string {
    const text = this.#live?.read(key) ?? this.#texts.get(key)
    if (text === undefined) throw new Error(`no text open as ${key}`)
    return text
  }

  /** Opens a text, or replaces an open one (which can be undone in the editor). */
  write(key: string, text: string): void {
    this.#texts.set(key, text)
    this.#live?.write(key, text)
  }

  close(key: string): void {
    this.#texts.delete(key)
    this.#live?.close(key)
  }

  /** Attaches an editor. @returns detaches it and copies its texts back */
  attach(live: LiveTexts): () => void {
    this.#live = live
    return () => {
      for (const key of this.#texts.keys()) {
        const text = live.read(key)
        if (text !== undefined) this.#texts.set(key, text)
      }
      this.#live = null
    }
  }
}
