import type { z } from 'zod'
import type { Bridge, GrantedFile, HostEventMessage, Result } from '#shared/contract/bridge.ts'
import type { HostEventName, HostEvents } from '#shared/contract/host.ts'
import { type AnswerOf, operation, type OperationName, type ParsedOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError, toWire } from '#shared/errors/index.ts'

/** Said on the console, too: a page may hide an error that it can't read on. */
function wrong(name: OperationName, { issues }: z.ZodError): string {
  const said = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
  console.error(`the answer that the test gives for ${name} breaks the contract: ${said}`)
  return said
}

type Handler = (input: unknown) => unknown

/** One call that the page made, as it arrived after parsing. */
export interface SeenCall {
  name: OperationName
  input: unknown
}

/**
 * A host for component tests: it parses every input and answer with the contract like the real one, answers with the
 * handlers that the test gives, and keeps what was called. An operation without a handler answers `unsupported`.
 */
export class FakeBridge implements Bridge<File> {
  readonly calls: SeenCall[] = []
  /** Files that were opened to the host, by their grant. */
  readonly granted = new Map<string, GrantedFile>()
  readonly #handlers = new Map<OperationName, Handler>()
  readonly #codes = new Map<OperationName, { code: number; msg: string }>()
  readonly #listeners = new Set<(message: HostEventMessage) => void>()

  /** Answers the operation from now on. A handler may throw an AppError, or wait. */
  on<N extends OperationName>(name: N, handler: (input: ParsedOf<N>) => AnswerOf<N> | Promise<AnswerOf<N>>): this {
    this.#handlers.set(name, handler as Handler)
    return this
  }

  /** The envelope that goes with the answer; 200 and an empty message otherwise. */
  envelope(name: OperationName, code: number, msg = ''): this {
    this.#codes.set(name, { code, msg })
    return this
  }

  /** Inputs of every call of that operation so far. */
  inputsOf<N extends OperationName>(name: N): ParsedOf<N>[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as ParsedOf<N>)
  }

  emit<E extends HostEventName>(event: E, payload: HostEvents[E]): void {
    for (const listener of this.#listeners) listener({ event, payload })
  }

  async invoke(name: OperationName, input: unknown): Promise<Result> {
    try {
      const parsed = operation(name).input.safeParse(input)
      if (!parsed.success) throw new AppError('invalid', parsed.error.issues[0]?.message ?? 'invalid')
      this.calls.push({ name, input: parsed.data })
      const handler = this.#handlers.get(name)
      if (!handler) throw new AppError('unsupported', `the test answers no ${name}`)
      const answer = operation(name).output.safeParse(await handler(parsed.data))
      if (!answer.success) throw new AppError('bad-answer', wrong(name, answer.error))
      return { ok: true, data: answer.data, ...(this.#codes.get(name) ?? { code: SUCCESS, msg: '' }) }
    } catch (error) {
      return { ok: false, error: toWire(error) }
    }
  }

  subscribe(listener: (message: HostEventMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  async grantFiles(
    files: readonly File[],
    onProgress?: (loaded: number, total: number) => void,
  ): Promise<GrantedFile[]> {
    const total = files.reduce((sum, file) => sum + file.size, 0)
    onProgress?.(total, total)
    return files.map((file, i) => {
      const granted = { grant: `grant-${i}-${file.name}`, name: file.name, size: file.size }
      this.granted.set(granted.grant, granted)
      return granted
    })
  }
}
