import { inertBody } from '../html/elements.ts'

/** Files other than images of a paste without text; with text, the file is only another form of the text. */
export function otherFiles(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/html') || data.getData('text/plain')) return []
  return [...data.files].filter((file) => !file.type.startsWith('image/'))
}

/** Pictures of a paste or drop; none when its HTML has more than one picture (Word and Excel add both forms). */
export function imageFiles(data: DataTransfer | null): File[] {
  if (!data) return []
  const files = [...data.files].filter((file) => file.type.startsWith('image/'))
  const html = data.getData('text/html')
  if (files.length === 0 || !html) return files
  const body = inertBody(html)
  const text = (body.textContent ?? '').trim()
  return text === '' && body.querySelectorAll('img').length <= 1 && !body.querySelector('table') ? files : []
}
