class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// jsdom has no layout; long lists ask how much of them is in view.
const SIZES = { clientHeight: 800, clientWidth: 1000, offsetHeight: 800, offsetWidth: 1000 }

// Nobody sees colours, borders and fonts here, and each question for an element's style goes through all rules: only
// those are kept that hide an element, keep it from being clicked, name it or place it.
const FELT = /[{;\s](?:display|visibility|pointer-events|content|position|overflow(?:-[xy])?|width|height)\s*:/
const { insertRule } = CSSStyleSheet.prototype

/**
 * jsdom draws its frames with an interval that runs while one is asked for. Begun under fake timers it would be lost with
 * them, and no frame would ever come again in this window, so one is always asked for.
 */
function drawAlways(): void {
  const ask = requestAnimationFrame
  const again = (): unknown => ask(again)
  again()
}

/** Gives jsdom what Fluent asks of a browser and jsdom has not. */
export function completeJsdom(): void {
  drawAlways()
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
  Range.prototype.getClientRects ??= () => Object.assign([], { item: () => null })
  Range.prototype.getBoundingClientRect ??= () => new DOMRect()
  Element.prototype.checkVisibility ??= function (this: Element): boolean {
    const isHidden = getComputedStyle(this).display === 'none'
    return !isHidden && (this.parentElement?.checkVisibility() ?? true)
  }
  for (const [name, px] of Object.entries(SIZES)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px })
  }
  CSSStyleSheet.prototype.insertRule = function insertFelt(rule, index) {
    return FELT.test(rule) ? insertRule.call(this, rule, index) : 0
  }
}
