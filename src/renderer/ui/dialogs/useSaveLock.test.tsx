import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PICK_LOCK_MS } from '#renderer/features/people/picker/UserPicker.tsx'
import { NAME_LOCK_MS, SAVE_LOCK_MS, useSaveLock } from './useSaveLock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  [SAVE_LOCK_MS, 800],
  [NAME_LOCK_MS, 300],
  [PICK_LOCK_MS, 400],
])('a save holds its button until the call returns and %i ms more, and ignores another', async (lock, ms) => {
  const { result } = renderHook(() => useSaveLock(lock))
  const { promise, resolve } = Promise.withResolvers<void>()
  let saved: Promise<boolean> | undefined
  act(() => void (saved = result.current.run(() => promise)))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.busy).toBe(true)
  await act(async () => resolve())
  expect(await saved).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(ms - 1))
  expect(result.current.busy).toBe(true)
  expect(await result.current.run(async () => undefined)).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.busy).toBe(false)
})
