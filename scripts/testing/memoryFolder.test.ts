import { expect, it } from 'vitest'
import { allowsExecution } from './memoryFolder.ts'

it('uses memory for the folders of tests only if programs can run from there', () => {
  const other = 'proc /proc proc rw 0 0\n'
  expect(allowsExecution(`${other}tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n`)).toBe(true)
  expect(allowsExecution(`${other}shm /dev/shm tmpfs rw,nosuid,nodev,noexec,size=65536k 0 0\n`)).toBe(false)
  expect(allowsExecution(other)).toBe(false)
})
