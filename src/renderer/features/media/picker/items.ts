import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { MediaItem, MediaItemForm } from '#shared/contract/mediaItem.ts'
import type { Attachment } from '#shared/contract/upload.ts'

/** A chosen file, before it becomes an item of a list. */
export interface ChosenFile {
  /** accessPath or web address; identifies the file. */
  src: string
  /** The name that is shown. */
  name: string
}

export const toChosenFile = ({
  accessPath,
  oldName,
}: Pick<LibraryItem | Attachment, 'accessPath' | 'oldName'>): ChosenFile => ({
  src: accessPath,
  name: oldName,
})

/** The decoded last part of an address; the whole address when there is none. */
export function nameOf(src: string): string {
  const last = /([^/?#]+)\/?(?:[?#].*)?$/.exec(src)?.[1] ?? src
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export const isWeb = (src: string): boolean => /^https?:\/\//i.test(src)

/** Addresses to try for a thumbnail, in this order: the server's thumbnail, then the file. */
export const picturesOf = (src: string): string[] =>
  isWeb(src) || src === '' ? [] : src.startsWith('/files/') ? [src.replace('/files/', '/thumbs/'), src] : [src]

const renumber = (items: readonly MediaItem[]): MediaItem[] => items.map((item, at) => ({ ...item, sort: at + 1 }))

/** A new item for a chosen file, titled with the file's name without extension. */
export const itemOf = ({ src, name }: ChosenFile, sort = 1): MediaItem => ({
  sort,
  src,
  title: name.replace(/(?<=.)\.[^.]+$/, '').slice(0, 254),
  subTitle: '',
  note: '',
  link: '',
  index: '',
  target: '_self',
  nofollow: false,
})

/** Appends the chosen files to the list, without those that it already has. */
export function addChosen(items: readonly MediaItem[], chosen: readonly ChosenFile[]): MediaItem[] {
  const known = new Set(items.map(({ src }) => src))
  return renumber([...items, ...chosen.filter(({ src }) => !known.has(src)).map((each) => itemOf(each))])
}

export function moveItem(items: readonly MediaItem[], from: number, to: number): MediaItem[] {
  const item = items[from]
  if (!item || to < 0 || to >= items.length) return [...items]
  return renumber(items.toSpliced(from, 1).toSpliced(to, 0, item))
}

export const removeItem = (items: readonly MediaItem[], at: number): MediaItem[] => renumber(items.toSpliced(at, 1))

export const editItem = (items: readonly MediaItem[], at: number, form: MediaItemForm): MediaItem[] =>
  renumber(items.map((item, i) => (i === at ? { ...item, ...form } : item)))

/** A stable key for each item while it moves; duplicates of a file get different ones. */
export function keysOf(items: readonly MediaItem[]): string[] {
  const seen = new Map<string, number>()
  return items.map(({ src }) => {
    const times = (seen.get(src) ?? 0) + 1
    seen.set(src, times)
    return `${src} ${times}`
  })
}

export const titleOf = ({ title, src }: Pick<MediaItem, 'title' | 'src'>): string => title || nameOf(src)
