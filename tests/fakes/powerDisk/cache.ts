import { readSync, writeSync } from 'node:fs'
import { seededNumber } from '../seededNumber.ts'

/** What a disk writes in one piece at the least. */
const SECTOR = 512
const PAGE = 4096

/**
 * How much of what was not flushed a disk has when its power goes: nothing, all, what came first (a disk that keeps the
 * order), any pages of it, any sectors of it.
 */
export const REMAINS = ['nothing', 'all', 'first', 'pages', 'sectors'] as const
export type Remains = (typeof REMAINS)[number]

/** What a cut left. */
export interface Left {
  remains: Remains
  /** Unflushed bytes at the moment of the cut, and those of them that are on the disk. */
  pending: number
  kept: number
}

/** A disk's cache over a file: what is written is safe once it is flushed. */
export class DiskCache {
  readonly #fd: number
  /** What was written since the last flush, in its order. */
  #pending: { at: number; bytes: Buffer }[] = []
  /** The newest state of each sector of it. */
  readonly #newest = new Map<number, Buffer>()
  writes = 0
  flushes = 0

  /** @param fd of the file with what is safe */
  constructor(fd: number) {
    this.#fd = fd
  }

  read(at: number, size: number): Buffer {
    const out = Buffer.alloc(size)
    readSync(this.#fd, out, 0, size, at)
    if (this.#newest.size === 0) return out
    for (let sector = Math.floor(at / SECTOR); sector * SECTOR < at + size; sector++) {
      const newer = this.#newest.get(sector)
      if (!newer) continue
      const from = sector * SECTOR - at
      newer.copy(out, Math.max(from, 0), Math.max(-from, 0), Math.min(SECTOR, size - from))
    }
    return out
  }

  /** Whole sectors, as a block device writes. The bytes are kept. */
  write(at: number, bytes: Buffer): void {
    if (at % SECTOR !== 0 || bytes.length % SECTOR !== 0) throw new Error(`a write of ${bytes.length} bytes at ${at}`)
    this.writes += 1
    this.#pending.push({ at, bytes })
    for (let from = 0; from < bytes.length; from += SECTOR)
      this.#newest.set((at + from) / SECTOR, bytes.subarray(from, from + SECTOR))
  }

  flush(): void {
    this.flushes += 1
    for (const { at, bytes } of this.#pending) writeSync(this.#fd, bytes, 0, bytes.length, at)
    this.#forget()
  }

  /** The power goes: some of what was not flushed is on the disk, the rest is lost. */
  cut(seed: number, asked?: Remains): Left {
    let drawn = 0
    const next = (): number => seededNumber(seed, drawn++) / 2 ** 32
    const remains = asked ?? REMAINS[Math.floor(next() * REMAINS.length)] ?? 'nothing'
    const unit = remains === 'sectors' ? SECTOR : PAGE
    const pieces = this.#pending.flatMap(({ at, bytes }) =>
      Array.from({ length: Math.ceil(bytes.length / unit) }, (_each, nth) => ({
        at: at + nth * unit,
        bytes: bytes.subarray(nth * unit, (nth + 1) * unit),
      })),
    )
    const share = next()
    const stays: Record<Remains, (nth: number) => boolean> = {
      nothing: () => false,
      all: () => true,
      first: (nth) => nth < share * pieces.length,
      pages: () => next() < share,
      sectors: () => next() < share,
    }
    const kept = pieces.filter((_piece, nth) => stays[remains](nth))
    for (const { at, bytes } of kept) writeSync(this.#fd, bytes, 0, bytes.length, at)
    this.#forget()
    const sum = (list: typeof pieces): number => list.reduce((all, { bytes }) => all + bytes.length, 0)
    return { remains, pending: sum(pieces), kept: sum(kept) }
  }

  #forget(): void {
    this.#pending = []
    this.#newest.clear()
  }
}
