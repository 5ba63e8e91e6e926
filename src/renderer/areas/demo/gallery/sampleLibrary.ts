import type { LibraryItem } from '#shared/contract/attachment.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Library } from '#renderer/features/media/picker/existing/useLibrary.ts'
import { LONG } from '../shared/samples.ts'

export const LIBRARY_STATES = ['有资源', '正在加载', '没有资源', '没有找到', '加载失败'] as const
export type LibraryState = (typeof LIBRARY_STATES)[number]

const item = (id: number): LibraryItem => ({
  id,
  oldName: id === 2 ? `${LONG}.png` : `示例图片 ${id}.png`,
  // An address outside the server, so that the picture is not fetched.
  accessPath: `https://example.com/sample-${id}.png`,
  extension: 'png',
  size: 2048,
  imageWidth: 1200,
  imageHeight: 800,
  kind: 'image',
  fileSizeString: '2 KB',
  thumbPath: '',
  createDate: '2026-11-01 10:30:00',
  createdBy: 'admin',
})
const ITEMS = Array.from({ length: 8 }, (_each, i) => item(i + 1))
const failure = new AppError('timeout', '服务器没有及时回答，请稍后再试')

/** What the picker would read, made up. */
export const sampleLibrary = (state: LibraryState): Library => ({
  paging: {
    input: { page: 1, size: 24, key: state === '没有找到' ? '没有这个名字' : '' },
    setPage: () => undefined,
    setSize: () => undefined,
    search: () => undefined,
  },
  dates: { start: '', end: '' },
  setDates: () => undefined,
  items: state === '有资源' ? ITEMS : state === '没有资源' || state === '没有找到' ? [] : undefined,
  total: state === '有资源' ? ITEMS.length : 0,
  error: state === '加载失败' ? failure : null,
  stale: false,
  filtered: state === '没有找到',
  again: () => undefined,
})
