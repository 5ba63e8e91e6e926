import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from './path.ts'
import type { StoredEntry } from './templateStore.ts'

let chinese: Intl.Collator | null = null
/** Made at the first comparison: it reads ICU's tables, 10 ms of each start. */
const zh = (): Intl.Collator => (chinese ??= new Intl.Collator('zh-CN', { numeric: true }))

/** Folders first, then in Chinese order. */
export const byKindAndName = (a: StoredEntry, b: StoredEntry): number =>
  a.kind === b.kind ? zh().compare(a.name, b.name) : a.kind === 'folder' ? -1 : 1

/** Do the paths differ only in case or Unicode form? Then the new one doesn't collide with the old (S33). */
export const isSameName = (from: StorePath, to: StorePath): boolean =>
  nameKey(formatPath(from)) === nameKey(formatPath(to))

/** A name that differs from another one in case alone. */
export const taken = (name: string, other: string): AppError =>
  new AppError('conflict', `这里已有“${other}”，与“${name}”只有大小写不同，Windows 上会互相覆盖，请换一个名称`, {
    details: { fact: { kind: 'collision', collision: other } },
  })
