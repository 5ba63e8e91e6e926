import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FileGrants } from '../grants/grants.ts'
import type { FetchWebPicture } from '../transfers/webPictures.ts'
import type { UploadService } from '../uploads/index.ts'

export function uploadHandlers(
  { engine, add }: UploadService,
  { fetchPicture, grants }: { fetchPicture: FetchWebPicture; grants: FileGrants },
): HostHandlers<'uploads'> {
  const done = (_did: void): Promise<null> => Promise.resolve(null)
  return {
    'uploads.list': async () => engine.list(),
    'uploads.add': add,
    async 'uploads.addPicture'({ url, name, target }) {
      const { grant } = await fetchPicture(url, name)
      try {
        const { tasks, refused } = await add({ grants: [grant], target })
        if (refused[0]) throw new AppError('unsupported', refused[0].message)
        return { tasks }
      } finally {
        // Files that the queue did not accept are released.
        await grants.release(grant)
      }
    },
    'uploads.pause': ({ ids }) => done(engine.pause(ids)),
    'uploads.resume': ({ ids }) => done(engine.resume(ids)),
    'uploads.cancel': async ({ ids }) => {
      await engine.cancel(ids)
      return null
    },
    'uploads.retry': ({ ids }) => done(engine.retry(ids)),
    'uploads.move': ({ id, before }) => done(engine.move(id, before)),
    'uploads.clear': () => done(engine.clear()),
  }
}
