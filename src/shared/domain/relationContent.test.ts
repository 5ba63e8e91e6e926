import { expect, it } from 'vitest'
import { readRelation } from './relationContent.ts'

it('reads the columns of a relation from its mark, or the column that the placeholder names [B-155]', () => {
  expect(readRelation('{"classIdList":[3,"4",0,"x"]}')).toEqual({ classIdList: [3, 4] })
  expect(readRelation('{"classIdList":3}')).toEqual({ classIdList: [3] })
  expect(readRelation('{"childIdentifies":"news"}')).toEqual({ childIdentifies: ['news'] })
  expect(readRelation('{"classIdList":[],"childIdentifies":["a",""]}', '${b}')).toEqual({ childIdentifies: ['a'] })
  expect(readRelation('', '${news}')).toEqual({ childIdentifies: ['news'] })
  expect(readRelation('', '$news')).toEqual({ childIdentifies: ['news'] })
  for (const nothing of ['', '[]', 'null', '{', '7']) expect(readRelation(nothing, 'news')).toEqual({})
})
