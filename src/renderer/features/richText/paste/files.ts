import { inertBody } from '../html/elements.ts'

/** Files that the text can't take, when there is nothing else: other programs put a file beside what they copy. */
export function otherFiles(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/html') || data.getData('text/plain')) return []
  return [...data.files].filter((file) => !file.type.startsWith('image/'))
}

/** Pictures in a clipboard or a drop; nothing when its HTML says more than one picture does (Word and Excel bring both). */
export function imageFiles(data: DataTransfer | null): File[] {
  if (!data) return []
  const files = [...data.files].filter((file) => file.type.startsWith('image/'))
  const html = data.getData('text/html')
  if (files.length === 0 || !html) return files
  const body = inertBody(html)
  const text = (body.textContent ?? '').trim()
  return text === '' && body.querySelectorAll('img').length <= 1 && !body.querySelector('table') ? files : []
}
