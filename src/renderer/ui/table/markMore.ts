/**
 * Sets `data-before` and `data-after` on a table's scroll box while there is more to scroll to on that side.
 * @returns a function that stops it
 */
export function markMore(box: HTMLElement): () => void {
  const mark = (): void => {
    const { scrollLeft, clientWidth, scrollWidth } = box
    box.toggleAttribute('data-before', scrollLeft > 0)
    box.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1)
  }
  const sizes = new ResizeObserver(mark)
  for (const each of [box, ...box.children]) sizes.observe(each)
  box.addEventListener('scroll', mark, { passive: true })
  mark()
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', mark)
  }
}
