import { expect, it } from 'vitest'
import { pageLinks } from './pages.ts'

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, 6, 'gap-after', 20]],
  [10, 20, [1, 'gap-before', 8, 9, 10, 11, 12, 'gap-after', 20]],
  [20, 20, [1, 'gap-before', 15, 16, 17, 18, 19, 20]],
] as const)('page %i of %i', (page, pages, links) => {
  expect(pageLinks(page, pages)).toEqual(links)
})
