import type { Client } from 'basic-ftp'
import { type FtpsAccount, signInFtps } from './ftpSession.ts'

interface Waiting {
  resolve: (client: Client) => void
  reject: (reason: unknown) => void
}

/** Connections to one server, each of which carries one file at a time. More are opened as they are needed. */
export class FtpPool {
  readonly #account: FtpsAccount
  readonly #signal: AbortSignal
  readonly #idle: Client[]
  readonly #open: Set<Client>
  readonly #waiting: Waiting[] = []
  #count = 1
  #max: number

  constructor(account: FtpsAccount, first: Client, max: number, signal: AbortSignal) {
    this.#account = account
    this.#signal = signal
    this.#idle = [first]
    this.#open = new Set([first])
    this.#max = max
    signal.addEventListener('abort', this.#end, { once: true })
  }

  /** Works with a connection that nobody else uses meanwhile; one that broke is not used again. */
  async using<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#take()
    try {
      return await work(client)
    } finally {
      this.#give(client)
    }
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#end)
    this.#end()
  }

  readonly #end = (): void => {
    for (const client of this.#open) client.close()
  }

  #give(client: Client): void {
    const next = this.#waiting.shift()
    if (!client.closed) {
      if (next) next.resolve(client)
      else this.#idle.push(client)
      return
    }
    this.#drop(client)
    if (next) this.#signIn().then(next.resolve, next.reject)
  }

  #drop(client: Client): void {
    if (this.#open.delete(client)) this.#count -= 1
  }

  async #take(): Promise<Client> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.closed) return idle
      this.#drop(idle)
    }
    if (this.#count < this.#max)
      try {
        return await this.#signIn()
      } catch (error) {
        // A server that allows fewer connections is worked with those that stand.
        if (this.#count === 0) throw error
        this.#max = this.#count
      }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  async #signIn(): Promise<Client> {
    this.#count += 1
    try {
      const client = await signInFtps(this.#account, this.#signal)
      this.#open.add(client)
      return client
    } catch (error) {
      this.#count -= 1
      throw error
    }
  }
}
