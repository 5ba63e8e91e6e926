/** Adds an upload to the queue in the folder that it is given, says so, and goes on until it is killed. */
import { createUnsentProgress } from '#services/uploads/record.ts'
import { openUploadStore } from '#services/uploads/store.ts'
import { memoryLog } from './logger.ts'

const [, , folder = ''] = process.argv
const store = openUploadStore(folder, memoryLog())
store.add([
  {
    ...createUnsentProgress('attempt'),
    id: 'added',
    connectionId: 'c1',
    username: 'me',
    target: { to: 'library', kind: 'file', siteId: 0 },
    name: 'a.zip',
    relativePath: 'a.zip',
    path: '/a.zip',
    owned: false,
    size: 1,
    stamp: 's',
    state: { step: 'open' },
  },
])
process.stdout.write('added\n')
setInterval(() => undefined, 60_000)
