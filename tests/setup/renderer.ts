import { cleanup, configure } from '@testing-library/react'
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
// jsdom has no layout; long lists ask how much of them is in view.
for (const [name, px] of Object.entries({
  clientHeight: 800,
  clientWidth: 1000,
  offsetHeight: 800,
  offsetWidth: 1000,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px })
}

// The first visit of a screen loads its code.
configure({ asyncUtilTimeout: 5000 })

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
