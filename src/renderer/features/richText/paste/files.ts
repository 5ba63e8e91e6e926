import { inertBody } from '../html/elements.ts'

/** Files other than images in a paste without text: programs often put a file beside the text that they copy. */
export function otherFiles(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/html') || data.getData('text/plain')) return []
  return [...data.files].filter((file) => !file.type.startsWith('image/'))
}

/** Pictures of a clipboard or drop; none when its HTML holds more than a single picture (Word and Excel bring both). */
export function imageFiles(data: DataTransfer | null): File[] {
  if (!data) return []
  const files = [...data.files].filter((file) => file.type.startsWith('image/'))
  const html = data.getData('text/html')
  if (files.length === 0 || !html) return files
  const body = inertBody(html)
  const text = (body.textContent ?? '').trim()
  return text === '' && body.querySelectorAll('img').length <= 1 && !body.querySelector('table') ? files : []
}
