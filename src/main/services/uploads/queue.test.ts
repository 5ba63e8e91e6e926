import { describe, expect, it } from 'vitest'
import type { UploadState } from '#shared/contract/uploads.ts'
import { Meter } from './core/meter.ts'
import { toUploadTask, type Task } from './queue.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'

const record: UploadRecord = {
  ...createUnsentProgress('attempt'),
  id: 'u1',
  connectionId: 'c1',
  username: 'me',
  target: { to: 'library', kind: 'file', siteId: 0 },
  name: 'a.zip',
  relativePath: 'd/a.zip',
  path: '/tmp/a.zip',
  owned: false,
  size: 1000,
  stamp: 's',
  state: { step: 'open' },
}
/** 300 of 1000 bytes are sent, 100 a second. */
function task(state: UploadState): Task {
  const meter = new Meter()
  for (const at of [1000, 2000, 3000]) meter.add(100, at)
  return { record, state, sent: 300, acknowledged: 0, meter, failures: 0, notBefore: 0 }
}

describe('an upload as the page gets it', () => {
  const shown = { id: 'u1', name: 'a.zip', relativePath: 'd/a.zip', target: record.target, size: 1000 }
  it.each<[UploadState, number, number, number | null]>([
    [{ step: 'waiting' }, 300, 0, null],
    [{ step: 'hashing', done: 5 }, 300, 0, null],
    [{ step: 'sending' }, 300, 150, 5],
    [{ step: 'registering' }, 300, 0, null],
    [{ step: 'paused' }, 300, 0, null],
    [{ step: 'held', reason: 'signed-out', message: 'm' }, 300, 0, null],
    [{ step: 'failed', message: 'm', retry: true }, 300, 0, null],
    [{ step: 'done', attachment: null }, 1000, 0, null],
  ])('%o', (state, sent, speed, remaining) => {
    expect(toUploadTask(task(state), 3000)).toEqual({ ...shown, state, sent, speed, remaining })
  })
})
