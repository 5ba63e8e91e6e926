import { expect, it } from 'vitest'
import { parseRelation } from './relationContent.ts'

it('reads the columns of a relation from its mark, or the column that the placeholder names [B-155]', () => {
  expect(parseRelation('{"classIdList":[3,"4",0,"x"]}')).toEqual({ classIdList: [3, 4] })
  expect(parseRelation('{"classIdList":3}')).toEqual({ classIdList: [3] })
  expect(parseRelation('{"childIdentifies":"news"}')).toEqual({ childIdentifies: ['news'] })
  expect(parseRelation('{"classIdList":[],"childIdentifies":["a",""]}', '${b}')).toEqual({ childIdentifies: ['a'] })
  expect(parseRelation('', '${news}')).toEqual({ childIdentifies: ['news'] })
  expect(parseRelation('', '$news')).toEqual({ childIdentifies: ['news'] })
  for (const nothing of ['', '[]', 'null', '{', '7']) expect(parseRelation(nothing, 'news')).toEqual({})
})
