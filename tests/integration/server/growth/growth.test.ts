import { describe, expect, it } from 'vitest'
import { asked, describeGrowth, SAMPLE } from './describeGrowth.ts'

describe('the contract', () => {
  it('names texts in most of its calls', () => {
    expect(asked.length).toBeGreaterThan(60)
    expect(asked).toEqual(expect.arrayContaining([...SAMPLE]))
  })
})

describeGrowth(0)
