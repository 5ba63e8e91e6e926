import type { Remote, RemoteBatch } from '#services/sync/remote/remote.ts'
import type { Call } from './remote.ts'

/** What the model does to a server: fakes bring it along, a real one is given it by `troubled`. */
export interface Troubles {
  /** The calls that sync made, e.g. `put index.html`. */
  readonly calls: string[]
  /** Runs before every call; throws to make it fail. */
  onCall: (call: Call, path: string) => void | Promise<void>
  /** Runs after a write took effect, before its answer: a throw is a lost answer. */
  onAnswer: (call: Call, path: string) => void | Promise<void>
}

/** A remote whose calls are counted, and can fail before they are made or lose their answers. */
export function troubled(remote: Remote): { remote: Remote; troubles: Troubles } {
  const troubles: Troubles = { calls: [], onCall: () => undefined, onAnswer: () => undefined }
  const called = async <T>(call: Call, path: string, work: () => Promise<T>): Promise<T> => {
    troubles.calls.push(path ? `${call} ${path}` : call)
    await troubles.onCall(call, path)
    return work()
  }
  const write = <T>(call: Call, path: string, work: () => Promise<T>): Promise<T> =>
    called(call, path, async () => {
      const result = await work()
      await troubles.onAnswer(call, path)
      return result
    })
  const batchOf = (batch: RemoteBatch): RemoteBatch => ({
    limits: batch.limits,
    copies: batch.copies,
    readMany: (files, onFile, signal) =>
      called('read', `${files.length} files`, () => batch.readMany(files, onFile, signal)),
    putMany: (files, signal) => write('put', `${files.length} paths`, () => batch.putMany(files, signal)),
    removeMany: (paths, signal) => write('removeFile', `${paths.length} paths`, () => batch.removeMany(paths, signal)),
  })
  const { changes, batch } = remote
  return {
    troubles,
    remote: {
      ...remote,
      list: (signal) => called('list', '', () => remote.list(signal)),
      ...(changes ? { changes: (since, signal) => called('list', '', () => changes(since, signal)) } : {}),
      read: (path, to, signal) => called('read', path, () => remote.read(path, to, signal)),
      put: (path, source, expected, signal) => write('put', path, () => remote.put(path, source, expected, signal)),
      removeFile: (path, expected, signal) =>
        write('removeFile', path, () => remote.removeFile(path, expected, signal)),
      removeFolder: (path, signal) => write('removeFolder', path, () => remote.removeFolder(path, signal)),
      makeFolder: (path, signal) => write('makeFolder', path, () => remote.makeFolder(path, signal)),
      wait: (version, signal) => called('wait', '', () => remote.wait(version, signal)),
      ...(batch ? { batch: batchOf(batch) } : {}),
    },
  }
}
