import { SETTING_PARAM, useAddressParam } from '#renderer/ui/page/useAddressParam.ts'

/** So long a page may take to show its form, ms. */
const PATIENCE_MS = 15_000
const FOCUSABLE = 'input, select, textarea, button, [tabindex]'

/** A label or heading of the page in front that says just this; a required field's star doesn't count. */
const labelled = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main :is(label, legend, h2, h3)')].find(
    (each) => each.textContent.replace(/\*$/, '').trim() === name && each.checkVisibility(),
  )

function show(label: HTMLElement): void {
  const control = label instanceof HTMLLabelElement ? label.control : null
  const place =
    control?.closest<HTMLElement>('.fui-Field') ?? label.closest<HTMLElement>('.fui-Field, section') ?? label
  place.scrollIntoView({ block: 'center' })
  const first = control ?? place.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus({ preventScroll: true })
  const [strong, none] = ['0 0 0 3px var(--colorBrandStroke1)', '0 0 0 3px transparent']
  place.animate([{ boxShadow: strong }, { boxShadow: strong }, { boxShadow: none }], { duration: 2000 })
}

/** Brings the setting into view that the page's address names, as soon as it stands there. */
export function useSettingOfAddress(): void {
  useAddressParam(SETTING_PARAM, (name) => {
    const there = labelled(name)
    if (there) return show(there)
    const watch = new MutationObserver(() => {
      const label = labelled(name)
      if (!label) return
      watch.disconnect()
      show(label)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => watch.disconnect(), PATIENCE_MS)
  })
}
