import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// What Fluent asks of a browser and jsdom has not.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizeObserver
globalThis.matchMedia ??= (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
Element.prototype.scrollIntoView ??= () => {}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
