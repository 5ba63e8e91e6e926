import { describe, expect, it } from 'vitest'
import { countWords } from './count.ts'

describe('字数', () => {
  it.each([
    ['', 0],
    ['海洋科技周', 5],
    ['海洋科技周。', 6],
    ['他说：“你好”……', 9],
    ['——', 2],
    ['　　首行空两格', 5],
    ['\u00a0 \n', 0],
    ['science week', 2],
    ["don't e-mail 3.14", 3],
    ['第3届 Ocean Week 开幕', 7],
    ['𠮷野家', 3],
    ['ひらがな カタカナ', 8],
    ['（一）', 3],
  ])('of %j is %i', (text, count) => expect(countWords(text)).toBe(count))
})
