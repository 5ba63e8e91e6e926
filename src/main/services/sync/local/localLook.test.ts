import { expect, test } from 'vitest'
import { toUnreadableProblem } from './localScan.ts'

test('[S35] a file that another program holds waits, one without permission has failed', () => {
  for (const code of ['EBUSY', 'EPERM', 'ETXTBSY']) {
    expect(toUnreadableProblem(code)).toMatchObject({ state: 'waiting', reason: expect.stringContaining('占用') })
  }
  expect(toUnreadableProblem('EACCES')).toMatchObject({ state: 'failed', reason: expect.stringContaining('权限') })
  expect(toUnreadableProblem('')).toMatchObject({ state: 'failed' })
})
