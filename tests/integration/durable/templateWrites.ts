import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import * as durable from '#server/storage/local/durable.ts'
import { openCache } from '#server/storage/contentCache.ts'
import { ContentStore } from '#server/storage/contentStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openStaging, storeTree } from '#server/storage/templates/tree.ts'
import { embeddedPlace } from '#tests/builders/storePlaces.ts'
import { type DurableWrite, textsIn, write } from './durableWrite.ts'

const STORE = 'src/server/storage'
const HELPERS: readonly DurableWrite[] = [
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'a file that is written is there, new and replaced',
    async run(root, watch) {
      await writeFile(join(root, 'old'), 'before')
      const disk = await watch()
      for (const name of ['new', 'old'])
        await durable.writeAtomically(join(root, 'tmp'), join(root, name), Buffer.from('after'))
      expect(disk.left()).toMatchObject({ new: 'after', old: 'after' })
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'what is moved is at its new place, and no longer at the old one',
    async run(root, watch) {
      await write(join(root, 'a/1'), 'one')
      await mkdir(join(root, 'b'))
      const disk = await watch()
      await durable.moveDurably(join(root, 'a/1'), join(root, 'b/1'))
      expect(disk.left()).toEqual({ 'b/1': 'one' })
    },
  },
  {
    module: `${STORE}/local/durable.ts`,
    shows: 'the files of a tree are there, with their names where that is said',
    async run(root, watch) {
      const disk = await watch()
      await write(join(root, 'bytes/a/1'), 'one')
      await write(join(root, 'names/a/b/1'), 'one')
      await write(join(root, 'names/2'), 'two')
      await durable.syncFilesBelow(join(root, 'bytes'))
      await durable.syncTree(join(root, 'names'))
      expect(disk.left()).toEqual({ 'names/a/b/1': 'one', 'names/2': 'two' })
      expect(disk.left('all')['bytes/a/1']).toBe('one')
    },
  },
]

const CONTENTS: readonly DurableWrite[] = [
  {
    module: `${STORE}/local/journal.ts`,
    shows: 'contents are in their journal before the call is answered, and in their files before the journal goes',
    async run(root, watch) {
      const { local } = openLocalBlobStore(root)
      await mkdir(join(root, 'tmp'))
      const disk = await watch()
      await local?.storeMany([
        { key: 'bytes/aa/a', bytes: Buffer.from('one') },
        { key: 'bytes/bb/b', bytes: Buffer.from('two') },
      ])
      expect(textsIn(disk.left(), 'journal').join()).toMatch(/one.*two/s)
      await local?.checkpoint(new Date(Date.now() + 3_600_000))
      expect(disk.left()).toMatchObject({ 'bytes/aa/a': 'one', 'bytes/bb/b': 'two' })
    },
  },
  {
    module: `${STORE}/local/journal.ts`,
    shows: 'one content alone is there under its name',
    async run(root, watch) {
      const { local } = openLocalBlobStore(root)
      await mkdir(join(root, 'tmp'))
      const disk = await watch()
      await local?.storeMany([{ key: 'bytes/aa/a', bytes: Buffer.from('one') }])
      expect(disk.left()).toMatchObject({ 'bytes/aa/a': 'one' })
    },
  },
  {
    module: `${STORE}/local/journal.ts`,
    shows: 'what a start has brought back is there once the journal goes',
    async run(root, watch) {
      const { local } = openLocalBlobStore(root)
      await mkdir(join(root, 'tmp'))
      const contents = ['a', 'b'].map((name) => ({ key: `bytes/${name}`, bytes: Buffer.from(name) }))
      await local?.storeMany(contents)
      await rm(join(root, 'bytes/a'))
      const disk = await watch()
      await local?.recover()
      expect(textsIn(disk.left(), 'journal')).toHaveLength(1)
      await local?.checkpoint(new Date(Date.now() + 3_600_000))
      expect(disk.left()).toMatchObject({ 'bytes/a': 'a', 'bytes/b': 'b' })
    },
  },
  {
    module: `${STORE}/local/blobs.ts`,
    shows: 'the same bytes are there under another key',
    async run(root, watch) {
      await write(join(root, 'content/a'), 'text')
      const disk = await watch()
      await openLocalBlobStore(root).copy('content/a', 'kept/b')
      expect(disk.left()).toMatchObject({ 'kept/b': 'text' })
    },
  },
  {
    module: `${STORE}/templates/tree.ts`,
    shows: 'the files of a folder are in the store once they are named',
    async run(root, watch) {
      const place = await embeddedPlace(() => new Date())
      try {
        const contents = new ContentStore(
          place.db,
          openLocalBlobStore(join(root, 'uploads')),
          openCache(join(root, 'cache')),
          () => new Date(),
        )
        const staging = await openStaging(contents)
        const disk = await watch()
        await write(join(staging.dir, 'd/a'), 'one')
        await storeTree(contents, staging.dir)
        expect(textsIn(disk.left(), 'uploads/bytes')).toEqual(['one'])
      } finally {
        await place.close()
      }
    },
  },
]

/** What the store writes for template files. */
export const TEMPLATE_WRITES: readonly DurableWrite[] = [...HELPERS, ...CONTENTS]
