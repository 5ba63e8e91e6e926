import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { firstQuestion } from '#renderer/kit/dialogs/store.ts'
import { forget } from '#renderer/kit/jobs/followed.ts'
import { completeJsdom } from './jsdom.ts'
import { configureTestingLibrary } from './testingLibrary.ts'

completeJsdom()
configureTestingLibrary()

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

// The next file runs in the same window, with the same modules.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (let left = firstQuestion(); left; left = firstQuestion()) left.answer(false)
  forget('all')
  Reflect.deleteProperty(navigator, 'clipboard')
  document.title = ''
  history.replaceState(null, '', '/')
})
