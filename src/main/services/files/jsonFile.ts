import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { Mutex } from '#shared/util/mutex.ts'
import type { Logger } from '../types.ts'
import { writeDurably } from './durable.ts'
import { writeError } from './writeError.ts'

export interface JsonFile<T> {
  /** The current value on disk; the fallback when there is none or it is unreadable. */
  read(): Promise<T>
  /** Reads, changes and writes back, one update at a time. Throws no-space or read-only. */
  update(change: (value: T) => T): Promise<T>
}

/**
 * A small JSON document on disk. A resolved update survives a power cut. An unreadable file is renamed to `.broken`.
 */
export function jsonFile<S extends z.ZodType>(
  path: string,
  schema: S,
  fallback: z.output<S>,
  log: Logger,
): JsonFile<z.output<S>> {
  const mutex = new Mutex()
  const read = async (): Promise<z.output<S>> => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw writeError(error, path, '读取') ?? error
    })
    if (text === null) return fallback
    try {
      return schema.parse(JSON.parse(text))
    } catch (error) {
      log.error('unreadable file set aside', { path, error })
      // Another reader may have moved the broken file already.
      await rename(path, `${path}.broken`).catch((failed: NodeJS.ErrnoException) => {
        if (failed.code !== 'ENOENT') throw failed
      })
      return fallback
    }
  }
  const update = async (change: (value: z.output<S>) => z.output<S>): Promise<z.output<S>> => {
    const next = change(await read())
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
    } catch (error) {
      throw writeError(error, path) ?? error
    }
    return next
  }
  return { read, update: (change) => mutex.run(() => update(change)) }
}
