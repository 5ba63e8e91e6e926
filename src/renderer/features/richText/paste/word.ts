import { renamed, unwrap } from '../html/elements.ts'

/** Removes the clutter of Word and WPS. */
export function wordDirt(body: HTMLElement): void {
  for (const each of body.querySelectorAll('*')) {
    const name = each.localName
    // Word writes an empty `o:p` into empty lines.
    if (name.includes(':')) {
      if ((each.textContent ?? '').trim() === '') each.remove()
      else unwrap(each)
      continue
    }
    if (/\bMsoTitle\b/.test(each.className)) renamed(each, 'h1')
  }
  for (const each of body.querySelectorAll<HTMLElement>('[style*="mso-char-indent-count"]')) {
    const style = each.getAttribute('style') ?? ''
    const ems = Number(/mso-char-indent-count:\s*([\d.]+)/.exec(style)?.[1] ?? 0)
    if (ems > 0) each.setAttribute('style', `${style}; text-indent: ${ems}em`)
  }
}
