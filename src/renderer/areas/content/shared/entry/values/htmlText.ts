const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,li,tr,blockquote,pre,figure,section,hr'

/** What HTML says: a line per block, a tab between cells, and a word for each image and film. Nothing of it is loaded. */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const skipped of body.querySelectorAll('script,style,template')) skipped.remove()
  for (const image of body.querySelectorAll('img'))
    image.replaceWith(`[图片 ${image.getAttribute('alt') || image.getAttribute('src') || ''}]`)
  for (const film of body.querySelectorAll('video,iframe')) film.replaceWith(`[视频 ${film.getAttribute('src') ?? ''}]`)
  for (const cell of body.querySelectorAll('td+td,th+th,td+th,th+td')) cell.prepend('\t')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n')
  return (body.textContent ?? '')
    .replaceAll('\u00A0', ' ')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
