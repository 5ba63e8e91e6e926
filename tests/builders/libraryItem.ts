import type { LibraryItem } from '#shared/contract/attachment.ts'

/** A file of the resource library, named by its number. */
export const aLibraryItem = (id: number, change: Partial<LibraryItem> = {}): LibraryItem => ({
  id,
  oldName: `图片${id}.png`,
  accessPath: `/files/${id}.png`,
  extension: 'png',
  size: 2048,
  imageWidth: 640,
  imageHeight: 480,
  kind: 'image',
  fileSizeString: '2 KB',
  thumbPath: `/thumbs/${id}.png`,
  createDate: '2026-11-01 10:00:00',
  createdBy: 'admin',
  ...change,
})
