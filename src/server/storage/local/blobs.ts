import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '../blobStore.ts'
import { fsCode, naming } from '../fsErrors.ts'
import { openSpool } from '../spool.ts'
import { moveDurably, syncFolder } from './durable.ts'

/** Blobs in a local folder. */
export function openLocalBlobStore(folder: string): BlobStore {
  const spool = openSpool(folder)
  const fileOf = (key: string): string => join(folder, ...key.split('/'))
  const said = <T>(work: () => Promise<T>): Promise<T> => naming('上传的文件', work)
  return {
    ...spool,
    keep: ({ file }, key) =>
      said(async () => {
        const target = fileOf(key)
        await inFolder(dirname(target), () => linkOrMove(file, target))
        await syncFolder(dirname(target))
      }),
    has: (key) =>
      stat(fileOf(key)).then(
        () => true,
        (error: unknown) => {
          if (fsCode(error) === 'ENOENT') return false
          throw error
        },
      ),
    stream: (key, range) => said(async () => (await open(fileOf(key), 'r')).createReadStream(range)),
    take: (key, { keep }) =>
      said(async () => {
        const file = await spool.tempFile()
        if (keep) {
          await copyFile(fileOf(key), file, constants.COPYFILE_FICLONE)
          return { file, gone: false, undo: () => rm(file, { force: true }) }
        }
        await moveDurably(fileOf(key), file)
        return { file, gone: true, undo: () => moveDurably(file, fileOf(key)) }
      }),
    remove: (key) => rm(fileOf(key), { force: true }),
  }
}

/** Does it again once the folder is made, when that was missing. Most folders are there, and asking takes its time. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (fsCode(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await work()
  }
}

/**
 * A second name for the file, so that the first is there until the caller knows that the second is wanted. File systems
 * that have no such thing get a rename.
 */
async function linkOrMove(file: string, target: string): Promise<void> {
  try {
    await link(file, target)
  } catch (error) {
    if (fsCode(error) === 'ENOENT' || fsCode(error) === 'ENOSPC') throw error
    if (fsCode(error) !== 'EEXIST') await rename(file, target)
  }
}
