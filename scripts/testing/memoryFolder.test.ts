import { expect, it } from 'vitest'
import { bearsPrograms } from './memoryFolder.ts'

it('takes memory for the folders of tests only where programs can be started from it', () => {
  const other = 'proc /proc proc rw 0 0\n'
  expect(bearsPrograms(`${other}tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n`)).toBe(true)
  expect(bearsPrograms(`${other}shm /dev/shm tmpfs rw,nosuid,nodev,noexec,size=65536k 0 0\n`)).toBe(false)
  expect(bearsPrograms(other)).toBe(false)
})
