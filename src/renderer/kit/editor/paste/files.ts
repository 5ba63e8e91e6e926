import { inertBody } from '../html/elements.ts'

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
