import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { UploadService } from '../uploads/index.ts'

export function uploadHandlers({ engine, add }: UploadService): HostHandlers<'uploads'> {
  const done = (_did: void): Promise<null> => Promise.resolve(null)
  return {
    'uploads.list': async () => engine.list(),
    'uploads.add': add,
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
