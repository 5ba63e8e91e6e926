import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { completeJsdom } from './jsdom.ts'
import { beginTestingLibrary, completeTestingLibrary } from './testingLibrary.ts'

// Monaco needs a text layout, and leaves listeners on the window that fail in the files after it. Its panes load when a field is
// shown, so also in tests that have nothing to do with them.
vi.mock('#renderer/features/codeEditor/monacoPanes.ts', async () => {
  const { textAreaPanes } = await import('#tests/fakes/editorPanes.tsx')
  return textAreaPanes
})

// Once for the window, also when this file is loaded again for the next test file.
const COMPLETE = Symbol.for('the window of the tests is complete')
if (!Reflect.has(globalThis, COMPLETE)) {
  Reflect.set(globalThis, COMPLETE, true)
  completeJsdom()
  completeTestingLibrary()
}
beginTestingLibrary()

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  sessionStorage.clear()
})

// The next file runs in the same window, and finds it as if it were new; our own modules are loaded again for it.
afterAll(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  for (const element of [document.body, document.documentElement]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  // Fluent leaves the empty mounts of some of its portals.
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.resetModules()
})
